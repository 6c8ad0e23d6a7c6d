#pragma once
// Why high initial targets cannot hold, in the words of the diagram.
#include <vector>

#include "base/diagnostic.h"
#include "simulation/initialise.h"

namespace stribeck {

/// A high target that does not hold at the values that the initialisation reached.
struct MissedTarget {
  const TargetOutput* target = nullptr;
  double achieved = 0;
  bool movable = true;   ///< some state changes it
  bool nearest = false;  ///< no state changes it there, but states further off do: it is the nearest that it comes to its target
  /// Other high targets that say what it is: d(achieved) = sum of factor * d(achieved of the other). Empty if that was not found.
  struct Tie {
    const TargetOutput* target;
    double achieved, factor;
  };
  std::vector<Tie> ties;
};

/// One diagnostic for each group of targets that contradict each other.
Failure initial_conflict(const SortedSystem& sorted, const std::vector<MissedTarget>& missed);

/// "load.w = 20 rad/s" in the unit of the variable's declaration; `value` is SI.
std::string target_text(const FlatSystem& flat, const TargetOutput& target, double value);
Where where_of_target(const FlatSystem& flat, const TargetOutput& target);

}  // namespace stribeck
