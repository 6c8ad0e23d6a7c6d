#pragma once
// Impacts without collision: impulses by which frictions that are pressed on by their own reaction come to rest at once. Numbers only, no
// components.
#include <functional>
#include <optional>
#include <vector>

namespace stribeck {

/// Frictions and closed contacts with their response to impulses: velocities+ = velocities - matrix * impulses.
struct JamProblem {
  struct Part {
    double velocity = 0;
    bool is_one_sided = false;  ///< a contact or a freewheel that holds: any impulse forwards, none backwards
    bool may_jam = false;       ///< it moves, and no finite force fulfils its law
  };
  std::vector<double> matrix;  ///< n * n, column by column
  std::vector<Part> parts;
};

/// The limits of each friction's impulse, static and kinetic, which depend on the impulses of the normal forces. Finite forces do not count
/// beside impulses.
struct ImpulseLimits {
  std::vector<double> holds, slips;
};
using ImpulseLaw = std::function<ImpulseLimits(const std::vector<double>& impulses)>;

struct JamSolution {
  std::vector<double> impulses;
  std::vector<bool> rests;  ///< by part: it has no velocity afterwards
};

/// Where Coulomb's law has no solution with finite forces at the present velocities (Painleve 1895, Comptes Rendus 121), velocities jump
/// without anything having collided (Lecornu 1905; Genot, Brogliato 1999, European Journal of Mechanics A 18, on how such impulses follow
/// from forces that grow without bound; Le Suan An 1990, Journal of Applied Mathematics and Mechanics 54, for guides and screws). Impulses
/// obey the law of the forces that they are the limit of: what jams is brought to rest by what its law allows beside the impulses that
/// press it on; what slips on has the impulse of slip; contacts push. Nothing where there is no such set of impulses.
std::optional<JamSolution> solve_jam(const JamProblem& problem, const ImpulseLaw& law);

}  // namespace stribeck
