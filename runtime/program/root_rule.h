#pragma once
// Which of its solutions a loop takes, where a motion begins and where none leads on from the one that it has followed. This is the one
// place that decides so; docs/guide/loops.md says it in words.
//
// 1. A loop is what is left of a network whose parts in it have a vanishing inertia. Solutions at which such parts would stay and
//    those that they would leave take turns, and differ by the sign of the Jacobian's determinant: the sign that more solutions
//    have counts; if neither has more, both do.
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
  std::vector<double> places;    ///< the same to BlockCode::places, as people know them
  int sign = 0;                  ///< of its Jacobian's determinant
};

/// Whether these are one: where two solutions meet, they are known to no more than the root of rounding.
bool is_same_root(std::span<const double> one, std::span<const double> other);
/// The number of the one that is taken of all that there are. `sign`: the one that counts, if that is known.
std::size_t root_taken(std::span<const LoopRoot> roots, std::span<const PlaceFacts> places, int sign = 0);

}  // namespace stribeck
