#pragma once
// The rule by which one of several solutions of a loop is chosen: where a motion begins, and where the solution that was followed has ended
// and leads to no other. All code that chooses a solution uses this rule; docs/guide/loops.md explains it to users.
//
// 1. A loop is what is left of a network whose parts in it have a vanishing inertia. Solutions at which such parts would stay and
//    those that they would leave take turns, and differ by the sign of the Jacobian's determinant: the sign that more solutions
//    have counts; if neither has more, both do. Where the search for them has not been finished, those that were found may be
//    more of the other sign: the one that lines as steep as the laws over a wide range have counts instead.
// 2. Of these the one nearest to rest: that with the least sum of squares of the velocities in the loop, of its nodes and of what
//    slips, or of all unknowns where it has no velocities. Those of one unit are added, each unit compared with the largest value
//    that it has in any of the solutions.
#include <cstddef>
#include <span>
#include <vector>

#include "program/start_code.h"

namespace stribeck {

/// A solution of a loop.
struct LoopRoot {
  std::vector<double> unknowns;  ///< parallel to BlockCode::unknowns
  std::vector<double> places;    ///< parallel to BlockCode::places, as the variables that are shown
  int sign = 0;                  ///< of the determinant of its Jacobian
};

/// Whether two computed solutions are the same one. Near a point where two solutions meet, they are known to the square root of rounding
/// only.
bool is_same_root(std::span<const double> one, std::span<const double> other);
/// The number of the solution that the rule chooses. `sign`: the sign of step 1, if it is known; else 0.
std::size_t root_taken(std::span<const LoopRoot> roots, std::span<const PlaceFacts> places, int sign = 0);

}  // namespace stribeck
