#pragma once
// Which of its solutions a nonlinear loop is on: the motion follows one of them by continuity, until it ends.
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
  bool is_eligible = false;      ///< others have one solution, or are no matter of forces and speeds
  std::vector<Register> inputs;  ///< what it is solved from
  std::vector<Register> values;  ///< what it is solved for, the tearing variables first
  std::vector<bool> is_held;     ///< of each: it changes at events alone
  LoopPoint anchor, last;
  LoopPoint end;                    ///< known where it has been found to end: asked again there, rounding might say that it goes on
  std::vector<double> floors;       ///< of each value: what is smaller is rounding of the terms that it follows from
  std::vector<double> before;       ///< where Newton's iteration begins
  std::vector<double> from_inputs;  ///< where a stretch of the way begins
  bool is_left = false;             ///< the values at hand are no solution: the one that is followed ends between the anchor and here
  /// While a step is tried, if it is left: its last values, and the point that the values at hand mirror there.
  std::vector<double> reached;
  LoopPoint mirror;
};

/// Ascending; without what is constant.
FollowedRoot followed_root_of(const Program& program, const BlockCode& block);

}  // namespace stribeck
