#pragma once
// Why high initial targets cannot hold, in the words of the diagram.
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "simulation/start/coupled_targets.h"
#include "simulation/start/initial_target.h"

namespace stribeck {

/// A high target that does not hold at the values that the initialisation reached.
struct MissedTarget {
  const InitialTarget* target = nullptr;
  double achieved = 0;
  bool movable = true;         ///< some state changes it
  bool nearest = false;        ///< no state changes it there, but states further off do: it is the nearest that it comes to its target
  std::optional<Reach> reach;  ///< of it alone, whatever the mechanism does
  /// Other high targets that say what it is: d(achieved) = sum of factor * d(achieved of the other). Empty if that was not found.
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
