#pragma once
// Bounds of what the residuals of a loop may be, and of their slopes, while its unknowns are anywhere in a box.
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/interval.h"
#include "program/context.h"

namespace stribeck {

using Box = std::vector<Interval>;

class LoopBounds {
 public:
  /// At the inputs that the context has now.
  LoopBounds(const Program& program, const Context& context, const BlockCode& block);

  /// False where part of the residuals has no bounds: a call of an external function, what looks into the past.
  bool has_bounds() const { return has_bounds_; }
  /// Takes what the context has now of all that the residuals are made of, the unknowns excepted.
  void take(const Context& context);
  /// Bounds of the residuals and of their rates where the unknowns, and registers that the loop is solved from, move like this; take()
  /// sets the latter back. False where a residual may have no value.
  bool along(std::span<const Motion> unknowns, std::span<const Register> registers, std::span<const Motion> inputs,
             std::vector<Motion>& residuals);
  /// Instructions so far.
  std::int64_t work() const { return work_; }

  /// In which part of a box the residuals have values: a root of what is negative, say, has none.
  enum class Part : std::uint8_t { none, some, all };
  /// Bounds of the residuals over those points of the box at which they have values.
  Part residuals(const Box& box, std::vector<Interval>& bounds);
  /// Takes away from the box what the equations leave out of it, each by itself, operation by operation from its residual back to the
  /// unknowns (base/interval_inverse.h). Behind residuals() of the same box. False if nothing is left.
  bool narrow(Box& box);
  /// Bounds of their derivatives by one unknown.
  void slopes(const Box& box, std::size_t unknown, std::vector<Interval>& bounds);

 private:
  struct Step {
    Instruction instruction;
    std::int32_t result;
    Register piece_from;  ///< of a held table; -1: it is none
    double piece;
  };
  void collect();
  void run(const Box& box, std::ptrdiff_t varied);
  void run_steps();
  Motion step_bounds(const Step& step);
  bool narrow_operands_of(const Step& step);
  bool narrow_product(const Instruction& instruction, Interval product);
  bool narrow_motion(std::int32_t number, Interval with);
  Part within_domain(Operator op, Motion& a, Interval b) const;

  const Program& program_;
  const BlockCode& block_;
  bool has_bounds_ = true, is_assigned_once_ = true;
  Part part_ = Part::all;
  std::int64_t work_ = 0;
  std::vector<Step> steps_;  // their operands are numbers into motions_
  std::vector<Motion> motions_;
  std::unordered_map<Register, std::int32_t> numbers_;  // into motions_
  std::vector<bool> varies_;                            // by number: an unknown, or the result of a step
  std::vector<std::int32_t> unknowns_, residuals_;      // numbers into motions_
};

}  // namespace stribeck
