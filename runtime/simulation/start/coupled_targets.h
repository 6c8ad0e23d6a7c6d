#pragma once
// Initial targets that cannot be met one by one: they depend on several states, or contradict others.
#include <functional>
#include <optional>
#include <vector>

#include "program/snapshot.h"
#include "simulation/start/initialise.h"

namespace stribeck {

struct CoupledTargets {
  std::vector<const InitialTarget*> high, low;
  std::vector<const InitialTarget*> none;  ///< without priority: they only tell where the search begins
  std::vector<std::size_t> momenta;        ///< numbers in StartCode::momenta
  std::vector<std::size_t> free;           ///< states that may move
  std::vector<std::size_t> undetermined;   ///< those of them that are speeds with no target of their own
};

/// The least or the largest value of a target, with states at which it has that value.
struct Extreme {
  double value = 0;
  std::vector<double> x;
};
struct Reach {
  Extreme least, largest;
};

struct MetTargets {
  struct Missed {
    const InitialTarget* target = nullptr;
    std::optional<Reach> reach;  ///< over all positions of the mechanism, if that is known
  };
  std::vector<Missed> missed;       ///< high ones that cannot be met
  std::vector<std::size_t> turned;  ///< angles that were searched over a whole turn, as no search from their start met the targets
};

/// Begins with the free states as near as possible to the targets without priority. Changes them, by the Gauss-Newton method, as little as
/// possible until the high targets hold; then, in the null space of these, until the low targets hold as closely as possible (least
/// squares). In the null space of both, undetermined speeds finally become those of least kinetic energy, which a system has that is set
/// in motion from rest by the targets (Thomson and Tait (1867), Treatise on Natural Philosophy, section 312), so that the result does not
/// depend on which speeds are states. Targets and momenta without a common free state are solved for separately: each part is a dense
/// problem, and the cost grows with the size of the parts, not of the diagram. `evaluate` computes the program's outputs at x, `settle`
/// its conditions.
MetTargets meet_coupled_targets(const Machine& machine, CoupledTargets targets, std::vector<double>& x,
                                const std::function<Snapshot()>& evaluate, const std::function<void()>& settle);

/// After a jump of prescribed velocities: changes the speeds among the states so that only the impulses of the prescribed motion act on the
/// bodies. Along each direction in which that motion leaves them free the sum of the momenta stays as it was, `before`, parallel to
/// StartCode::momenta.
void share_impulse(const Machine& machine, const std::vector<double>& before, std::vector<double>& x,
                   const std::function<Snapshot()>& evaluate);

}  // namespace stribeck
