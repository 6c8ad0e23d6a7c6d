#pragma once
// Moves the states onto the constraints of a program: where loops of bodies close.
#include <cstdint>
#include <vector>

#include "program/context.h"
#include "program/interpreter.h"

namespace stribeck {

/// What is integrated drifts off constraints that equations keep at the level of accelerations. The state of the motion is the nearest one
/// that fulfils them, in SI units, and every evaluation begins by finding it: positions first, then velocities. So nothing that a run shows
/// or decides on is off the constraints, whatever method integrates, and a motion is cut short at no position of the mechanism, since no
/// coordinates have been chosen before others. What fulfils them to rounding stays as it is, to the last bit. Hairer, Lubich, Wanner
/// (2006), Geometric Numerical Integration, 2nd ed., section IV.4; Eich (1993), Convergence results for a coordinate projection method
/// applied to mechanical systems with algebraic constraints, SIAM J. Numer. Anal. 30, 1467-1482.
class ConstraintProjection {
 public:
  ConstraintProjection(Context& context, Interpreter& interpreter) : context_(context), interpreter_(interpreter) {}
  void take(const Program& program);
  /// Of each state how far it may be moved against the others, none: all alike. Those with 0 stay where they are.
  void set_weights(std::vector<double> weights) { weights_ = std::move(weights); }
  /// The states in their registers, at the time and the parameters that are there. Throws Failure run.loop_open where no state near by
  /// fulfils the constraints.
  void project();
  /// Which of the constraints say the same as others where the states are, as across the plane of a planar loop: those that are left hold
  /// all there is to hold. Their number must not change along a motion, as it does where a mechanism can change its branch; there the
  /// choice stays. Returns whether it is another than before.
  bool choose() { return choose(needed()); }
  /// The same at a start. Throws Failure run.loop_open where the mechanism has more freedom than beside that position.
  void choose_first();

 private:
  std::size_t needed() const;
  bool choose(std::size_t needed);
  std::vector<std::int32_t> independent() const;
  struct Level {
    std::int32_t begin = 0, end = 0;      // of the rows
    std::vector<std::int32_t> columns;    // states that its rows move by
    std::vector<std::size_t> entries;     // into ConstraintCode
    std::vector<std::int32_t> column_of;  // of each entry
  };
  void project(const Level& level);
  std::vector<double> step_of(const Level& level) const;
  void note_resting();
  double value(Register r) const { return context_.value(r); }
  Register state(std::int32_t s) const { return program_->first_state + s; }
  double largest(const Level& level) const;
  double terms(const Level& level) const;
  [[noreturn]] void fail(const Level& level, double left) const;

  Context& context_;
  Interpreter& interpreter_;
  const Program* program_ = nullptr;
  Level positions_, rates_;
  std::vector<double> weights_;
  std::vector<std::int32_t> position_of_;  // by state: the state whose rate it is, -1: none
  std::vector<bool> rests_;                // by state: it belongs to what sticks
};

}  // namespace stribeck
