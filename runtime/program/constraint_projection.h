#pragma once
// Moves the states onto the constraints of a program, which close the loops of bodies in space.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "program/context.h"
#include "program/interpreter.h"
#include "program/loop_branch.h"

namespace stribeck {

/// The equations keep the constraints at the level of accelerations only, so that integrated positions and velocities drift off them.
/// Therefore every evaluation begins by moving the states onto the constraints: first the positions, along directions in which the
/// mechanism can move, then the velocities, each by the least change in SI units. So all that a run shows, and all by which it decides,
/// fulfils the constraints, whatever method integrates. All coordinates of the mechanism are states, so that there is no position in which
/// a choice of some of them becomes singular. Prescribed motions, and states that are not of the mechanism, are not moved. Hairer, Lubich,
/// Wanner (2006), Geometric Numerical Integration, 2nd ed., section IV.4; Eich (1993), Convergence results for a coordinate projection
/// method applied to mechanical systems with algebraic constraints, SIAM J. Numer. Anal. 30, 1467-1482.
///
/// Where constraints are redundant there are constraint forces that do no work in any motion, so that the motion does not determine them.
/// They form a linear space. Independent rows of the projection onto that space, ConstraintCode::shares, are computed at every evaluation
/// from the position alone. The dimension of the space is found at the start and does not change along a motion; it is the trace of the
/// projection, and so is known from the shares.
class ConstraintProjection {
 public:
  ConstraintProjection(Context& context, Interpreter& interpreter);
  ConstraintProjection(const ConstraintProjection&) = delete;
  ConstraintProjection& operator=(const ConstraintProjection&) = delete;
  ~ConstraintProjection();
  void take(const Program& program);
  /// While a start is searched for: how readily each state is moved, in proportion to the others; a state with weight 0 stays. An empty
  /// list ends the search for a start.
  void set_weights(std::vector<double> weights);
  /// Moves the states in their registers, for the time and the parameters in theirs. Throws Failure run.loop_open if no state nearby
  /// fulfils the constraints.
  void project();
  /// At a start, with states that fulfil the constraints: finds how many constraints are redundant. Throws Failure run.loop_open if the
  /// mechanism has more freedom in this position than in those beside it, and spatial.loop if two closures are the same.
  void choose_first();
  /// After an event: throws Failure run.loop_impulse if the states in their registers do not fulfil the constraints, because velocities or
  /// positions have jumped.
  void require_closed();
  /// The number of independent constraint forces that the motion does not determine.
  std::size_t undetermined() const;
  /// For a trial: sets force number `which` of an orthonormal basis of these to `newtons` instead of zero. Values evaluated before are no
  /// longer valid.
  void try_force(std::size_t which, double newtons);
  /// project() throws Failure run.loop_branch where the loops are on another branch than this one; null: that is not looked at.
  void keep_to(const LoopBranch* branch);
  /// For states that have been moved onto the constraints: LoopBranch::take(). The state that is freest beside the motion where a branch
  /// may have been passed.
  std::optional<std::int32_t> pass_branch(LoopBranch& branch) const;

 private:
  class Work;
  Context& context_;
  Interpreter& interpreter_;
  std::unique_ptr<Work> work_;  // where there are constraints
};

}  // namespace stribeck
