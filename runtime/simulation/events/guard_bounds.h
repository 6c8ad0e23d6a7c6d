#pragma once
// Bounds of what conditions compare with zero, over any part of a step: no change between two steps is missed (event_search.h).
//
// Along the dense output the states are polynomials of the time, and so is every value that is a sum of them with fixed factors, what a
// linear loop with a fixed matrix makes of such sums included: its control points follow from those of the states, and it stays between
// them (control_points.h). What other formulas make of these is followed by the intervals of value
// and derivative that each operator has (base/interval.h). Calls of external functions, what looks into the past, and loops whose
// matrix changes or that are solved by iteration have no bounds.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/archive.h"
#include "base/interval.h"
#include "program/dataflow.h"
#include "simulation/events/control_points.h"
#include "simulation/loop/live_system.h"

namespace stribeck {

/// Steps until something that has failed is tried again: about twice as many after each failure.
struct Wait {
  int steps = 0, longest = 0;

  /// Whether it lasts in this step, too.
  bool goes_on() { return steps > 0 && steps-- > 0; }
  void lengthen(int most) { steps = longest = std::min(2 * longest + 1, most); }
  void carry(Archive& archive) { archive(steps), archive(longest); }
};

class GuardBounds {
 public:
  /// Intervals that have gone through more operations than these say nothing: such a condition has no bounds.
  static constexpr std::size_t kLongestFormula = 300;

  explicit GuardBounds(Machine& machine) : machine_(machine) {}

  /// The conditions that are followed are these from here on, as evaluated last.
  void follow(const LiveSystem& live);
  /// False once the machine runs another program, whose values have other places.
  bool is_current() const { return program_ == nullptr || program_ == &machine_.program(); }
  /// Numbers, in what is followed, of the conditions that have bounds.
  const std::vector<std::size_t>& bounded() const { return bounded_; }

  /// Whether a condition that has bounds compares a polynomial of the time with zero.
  bool is_polynomial(std::size_t condition) const { return formulas_[condition].code.empty(); }

  /// From here on in the step in which the states have these control points.
  void take(const ControlPoints& states, LiveSystem& live);
  /// Whether in this step a condition keeps to its side of zero but for rounding, as its values alone say. Where it does so in a box around
  /// what it is made of, nothing is computed until that is left.
  bool is_clear(std::size_t condition, bool is_above, double rounding);
  /// Bounds of these conditions in a part of the step.
  void find(double from, double to, std::span<const std::size_t> conditions);
  /// As found last.
  const Motion& of(std::size_t condition) const { return motions_[at(crossings_[condition])]; }

 private:
  /// How a value depends on time: not at all, as a polynomial of it, so that it has bounds, or otherwise. In that order.
  enum class Shape : std::uint8_t { fixed, polynomial, bounded, unknown };
  /// What a condition is made of: instructions ascending, and polynomials that they read.
  struct Formula {
    std::vector<std::int32_t> code;
    std::vector<std::int32_t> leaves;
  };

  /// Where a condition keeps to one side of zero, by what it is made of: parallel to Formula::leaves. Empty: not known.
  struct Box {
    std::vector<Interval> sides;
    bool is_above = false;
    Wait wait;  // until one is tried again
  };

  void take_program(const LiveSystem& live);
  void find_shapes(const LiveSystem& live);
  Shape shape(Register r) const;
  Shape shape_of(std::size_t k);
  Shape shape_of(const Instruction& i) const;
  Shape worst(const Instruction& i) const;
  Shape product(Register a, Register b) const;
  bool is_polynomial_loop(const BlockCode& block);
  std::optional<Formula> formula(Register crossing);
  std::int32_t leaf(Register r);
  void collect_polynomials();
  Motion polynomial(std::size_t leaf, double from, double to) const;
  Motion motion(const Instruction& i) const;

  Machine& machine_;
  const Program* program_ = nullptr;
  const Dataflow* flow_ = nullptr;
  std::optional<Dataflow> own_flow_;  // of plain programs
  std::vector<std::size_t> bounded_;
  std::vector<Register> crossings_;                      // by condition that is followed
  std::vector<Formula> formulas_;                        // the same
  std::vector<Box> boxes_;                               // the same
  std::vector<Shape> shapes_;                            // by register, in the rounds below
  std::vector<std::int32_t> shaped_, leafed_, leaf_of_;  // the same
  std::vector<std::int32_t> needed_, searched_;          // by instruction, in these rounds and searches
  std::vector<std::int32_t> found_;                      // by register, when it was found last
  std::int32_t round_ = 0, search_ = 0, finding_ = 0;
  std::vector<bool> is_state_;
  std::vector<Register> leaves_;
  std::vector<std::int32_t> order_;
  double from_ = 0, to_ = 0;
  int degree_ = 0;
  Code polynomials_;                     // what makes the leaves
  std::vector<double> points_, slopes_;  // by leaf: coefficients of value and rate
  std::vector<Interval> hulls_;          // by leaf, over the step
  std::vector<Motion> motions_;          // by register
};

}  // namespace stribeck
