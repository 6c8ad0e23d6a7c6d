#pragma once
// Moves the states onto the constraints of a program: where loops of bodies close.
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "program/context.h"
#include "program/interpreter.h"

namespace stribeck {

/// What is integrated drifts off constraints that equations keep at the level of accelerations. Every evaluation begins by moving the
/// states onto them: positions first, along what the velocities of the mechanism can do, then velocities, by the least change in SI units.
/// So nothing that a run shows or decides on is off the constraints, whatever method integrates, and a motion is cut short at no position
/// of the mechanism, since no coordinates have been chosen before others. What moves as it is told, and what is no part of the mechanism,
/// stays. Hairer, Lubich, Wanner (2006), Geometric Numerical Integration, 2nd ed., section IV.4; Eich (1993), Convergence results for a
/// coordinate projection method applied to mechanical systems with algebraic constraints, SIAM J. Numer. Anal. 30, 1467-1482.
///
/// Where several constraints say the same there are forces that do no work in any motion. The rows of the projection onto these that tell
/// the others, ConstraintCode::shares, are computed anew wherever the states are, so that they follow from the position alone. How many
/// there are is found at the start and does not change along a motion; it is the trace of the shares, and kept with them.
class ConstraintProjection {
 public:
  ConstraintProjection(Context& context, Interpreter& interpreter);
  ConstraintProjection(const ConstraintProjection&) = delete;
  ConstraintProjection& operator=(const ConstraintProjection&) = delete;
  ~ConstraintProjection();
  void take(const Program& program);
  /// For a start: how far each state may be moved against the others; those with 0 stay where they are. None: the motion has begun.
  void set_weights(std::vector<double> weights);
  /// The states in their registers, at the time and the parameters that are there. Throws Failure run.loop_open where no state near by
  /// fulfils the constraints.
  void project();
  /// At a start, the states being on the constraints: how many constraints say the same as others. Throws Failure run.loop_open where the
  /// mechanism has more freedom than beside that position, and spatial.loop where closures say the same as one another.
  void choose_first();
  /// After what happens at one instant, the states being in their registers as they are. Throws Failure run.loop_impulse where they are off
  /// the constraints: velocities or positions have jumped.
  void require_closed();
  /// So many independent forces are not determined.
  std::size_t undetermined() const;
  /// For a trial: the force number `which` of an orthonormal basis of these is `newtons` instead of zero. What was evaluated does not hold.
  void try_force(std::size_t which, double newtons);

 private:
  class Work;
  Context& context_;
  Interpreter& interpreter_;
  std::unique_ptr<Work> work_;  // where there are constraints
};

}  // namespace stribeck
