#pragma once
// Initial targets that no state of its own can meet: of several states together, or at odds with others.
#include <functional>
#include <optional>
#include <vector>

#include "simulation/start/initialise.h"

namespace stribeck {

struct CoupledTargets {
  std::vector<const InitialTarget*> high, low;
  std::vector<const InitialTarget*> none;  ///< of no priority: they only say where the search begins
  std::vector<std::size_t> momenta;        ///< numbers in StartCode::momenta
  std::vector<std::size_t> free;           ///< states that may move
  std::vector<std::size_t> undetermined;   ///< those of them that are speeds with no target of their own
};

/// The least and the largest value of a target, and states that have it.
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
    std::optional<Reach> reach;  ///< wherever the mechanism stands, if that is known
  };
  std::vector<Missed> missed;       ///< high ones that cannot be met
  std::vector<std::size_t> turned;  ///< angles that were looked for over a turn, as the targets are not met from where they start
};

/// Begins with the free states as near to the values of no priority as they can be. Moves them until the high targets hold, with the
/// smallest change, and then, in the null space of those, until the low ones hold as closely as possible (least squares); Gauss-Newton,
/// level by level. At the last level, in the null space of both, the undetermined speeds become those of least kinetic energy, which a
/// system has that is set in motion from rest by what is asked for (Thomson and Tait (1867), Treatise on Natural Philosophy, section 312).
/// Which speeds are states has then no say in the outcome. Targets and momenta that share no free state are solved for apart: a part is
/// dense, so that the cost grows with the size of the parts, not of the diagram. `evaluate` computes the program's outputs at x, `settle`
/// its conditions.
MetTargets meet_coupled_targets(const Machine& machine, CoupledTargets targets, std::vector<double>& x,
                                const std::function<void()>& evaluate, const std::function<void()>& settle);

/// Velocities that are given have jumped: moves the speeds among the states so that what the bodies have of momentum changes by what the
/// given motion does alone. Along each direction that it leaves free the sum of momenta stays as it was, `before`, parallel to
/// StartCode::momenta.
void share_impulse(const Machine& machine, const std::vector<double>& before, std::vector<double>& x,
                   const std::function<void()>& evaluate);

}  // namespace stribeck
