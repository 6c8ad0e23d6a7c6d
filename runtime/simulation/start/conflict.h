#pragma once
// The message for initial targets of high priority that cannot hold together.
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "simulation/start/coupled_targets.h"
#include "simulation/start/initial_target.h"

namespace stribeck {

/// A high target that does not hold at the state which the initialisation reached.
struct MissedTarget {
  const InitialTarget* target = nullptr;
  double achieved = 0;
  bool movable = true;         ///< whether some state changes it
  bool nearest = false;        ///< no state changes it at this point, but it changes further off: it is as near to its target as it comes
  std::optional<Reach> reach;  ///< its least and largest value over all positions of the mechanism
  /// Other high targets on which it depends: d(achieved) = sum of factor * d(achieved of the other). Empty if that was not found.
  struct Tie {
    const InitialTarget* target;
    double achieved, factor;
  };
  std::vector<Tie> ties;
};

/// One diagnostic for each group of targets that contradict each other.
Failure initial_conflict(const Labels& labels, const std::vector<MissedTarget>& missed);

/// "load.w = 20 rad/s"; `value` is SI.
std::string target_text(const Labels& labels, const InitialTarget& target, double value);

}  // namespace stribeck
