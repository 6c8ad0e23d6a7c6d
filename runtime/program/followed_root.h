#pragma once
// Which of its solutions a nonlinear loop is on: the motion follows one of them by continuity, until it ends.
#include <cstdint>
#include <vector>

#include "program/program.h"

namespace stribeck {

/// What a loop is solved from, its solution there, and the sign of its Jacobian's determinant, which does not change along a solution.
struct LoopPoint {
  std::vector<double> inputs, values;
  int sign = 0;
  bool is_known = false;
};

/// The solution of one loop while modes are held. `anchor` lies on it, at the end of the last step that was accepted, `last` too, wherever
/// the loop was solved last.
struct FollowedRoot {
  std::int32_t loop = -1;        ///< into Program::blocks
  std::vector<Register> inputs;  ///< what it is solved from, ascending
  std::vector<Register> values;  ///< what it is solved for, the tearing variables first
  std::vector<bool> is_held;     ///< of each input: it changes at events alone
  LoopPoint anchor, last;
  LoopPoint end;                    ///< where it was found to end, if it was; stored, as rounding may decide otherwise the next time
  std::vector<double> floors;       ///< of each value: what is smaller is rounding of the terms that it follows from
  std::vector<double> before;       ///< where Newton's iteration begins
  std::vector<double> from_inputs;  ///< where a stretch of the way begins
  bool is_left = false;             ///< the values at hand are no solution: the followed one ends between the anchor and the present inputs
  /// If is_left, while a step is tried: the last values of the solution, and the point of it whose mirror image the values at hand are.
  std::vector<double> reached;
  LoopPoint mirror;
};

/// Those of a program's loops that can be followed: others have one solution, or are no matter of forces and speeds.
struct FollowedRoots {
  FollowedRoots() = default;
  explicit FollowedRoots(const Program& program);
  FollowedRoot* of(std::size_t loop) {
    return numbers.empty() || numbers[loop] < 0 ? nullptr : &all[static_cast<std::size_t>(numbers[loop])];
  }

  std::vector<FollowedRoot> all;
  std::vector<std::int32_t> numbers;  ///< by loop, -1: it is not followed; empty if none is
  bool follows = false;               ///< each stays on its solution
  bool tries_beyond = false;          ///< a step is tried, which may go beyond the end of one
  bool is_beyond = false;             ///< it has
};

}  // namespace stribeck
