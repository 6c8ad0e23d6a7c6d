#pragma once
// Interval bounds of the residuals of a loop, and of their derivatives, for unknowns anywhere in a box.
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
  /// For the inputs of the loop that the context has now.
  LoopBounds(const Program& program, const Context& context, const BlockCode& block);

  /// False if the residuals call external functions, use random numbers or delayed values, for which there are no bounds.
  bool has_bounds() const { return has_bounds_; }
  /// Takes the present inputs of the loop from the context; the unknowns are not read.
  void take(const Context& context);
  /// Bounds of the residuals and of their rates while the unknowns, and some of the registers that the loop is solved from, vary within
  /// `unknowns` and `inputs`; take() resets the inputs. False if a residual may have no value there.
  bool along(std::span<const Motion> unknowns, std::span<const Register> registers, std::span<const Motion> inputs,
             std::vector<Motion>& residuals);
  /// Instructions evaluated by interval arithmetic so far.
  std::int64_t work() const { return work_; }

  /// In which part of a box the residuals have values; the square root of a negative number, say, has none.
  enum class Part : std::uint8_t { none, some, all };
  /// Bounds of the residuals over those points of the box at which they have values.
  Part residuals(const Box& box, std::vector<Interval>& bounds);
  /// Makes the box smaller by what each equation by itself excludes, going back operation by operation from its residual to the unknowns
  /// (base/interval_inverse.h). residuals() of the same box must come before. False if nothing of the box is left.
  bool narrow(Box& box);
  /// Bounds of the residuals' derivatives by one unknown over the box.
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
