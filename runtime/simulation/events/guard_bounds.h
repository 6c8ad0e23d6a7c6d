#pragma once
// Interval bounds of crossing functions over any part of a step, by which the event search proves that a condition does not change and
// change back within the step (event_search.h).
//
// Along the dense output each state is a polynomial in time. So is every sum of states with fixed coefficients, and every solution of a
// linear loop with a fixed matrix and such sums on its right side. Their Bernstein coefficients follow from those of the states and bound
// them (control_points.h). Other formulas are bounded by interval arithmetic for values and derivatives (base/interval.h). There are no
// bounds for external functions, for delayed values, and for loops that are solved by iteration or whose matrix varies.
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

/// Counts the steps until something that has failed is tried again; the wait doubles with each failure.
struct Wait {
  int steps = 0, longest = 0;

  /// Called once a step: whether the wait goes on in it.
  bool goes_on() { return steps > 0 && steps-- > 0; }
  void lengthen(int most) { steps = longest = std::min(2 * longest + 1, most); }
  void carry(Archive& archive) { archive(steps), archive(longest); }
};

class GuardBounds {
 public:
  /// Interval arithmetic over more operations than this gives useless bounds: conditions with longer formulas have none.
  static constexpr std::size_t kLongestFormula = 300;

  explicit GuardBounds(Machine& machine) : machine_(machine) {}

  /// Takes the conditions that are followed from now on. Of `now` it takes what is fixed as long as modes are held.
  void follow(const LiveSystem& live, const Snapshot& now);
  /// False after the machine has changed to another program, whose registers differ.
  bool is_current() const { return program_ == nullptr || program_ == &machine_.program(); }
  /// The states whose control points are needed, by their numbers among those that are followed.
  const std::vector<std::size_t>& states() const { return states_; }
  /// The conditions that have bounds, by their number among those that are followed.
  const std::vector<std::size_t>& bounded() const { return bounded_; }

  /// Whether the crossing function of a bounded condition is a polynomial in time.
  bool is_polynomial(std::size_t condition) const { return formulas_[condition].code.empty(); }
  /// Whether the held truth of a condition, bounded or not, belongs to positive values of its crossing function.
  bool is_above(std::size_t condition) const { return is_greater_[condition] == machine_.held(conditions_[condition]); }

  /// Whether a step, in which the states have these control points, lies in the region that find_region() found last: then no bounded
  /// condition changes in it.
  bool is_in_region(const ControlPoints& states);
  /// Looks for a region of times and states around that step in which the bounds of all crossing functions exclude zero. To be called where
  /// they do so in the step itself.
  void find_region(const ControlPoints& states, LiveSystem& live);

  /// Begins with a step, in which the states have these control points.
  void take(const ControlPoints& states, LiveSystem& live);
  /// Whether bounds of its values alone show that the crossing function stays on one side of zero in this step, except for rounding. If
  /// they show it in a larger box around the values that it depends on, nothing is computed again until one of these leaves the box.
  bool is_clear(std::size_t condition, bool is_above, double rounding);
  /// Bounds of these conditions in a part of the step.
  void find(double from, double to, std::span<const std::size_t> conditions);
  /// The bounds of a condition that find() computed last.
  const Motion& of(std::size_t condition) const { return motions_[at(crossings_[condition])]; }

 private:
  /// How a value depends on time, each kind including those before it: not at all, as a polynomial, by a formula with bounds, or otherwise.
  enum class Shape : std::uint8_t { fixed, polynomial, bounded, unknown };
  /// The formula of a crossing function: its instructions in ascending order, and the polynomials that they read.
  struct Formula {
    std::vector<std::int32_t> code;
    std::vector<std::int32_t> leaves;
  };

  /// A box of the polynomials that a formula reads, in which the crossing function stays on one side of zero; parallel to Formula::leaves.
  /// Empty if none is known.
  struct Box {
    std::vector<Interval> sides;
    bool is_above = false;
    Wait wait;  // until one is tried again
  };

  static constexpr double kLargestRegion = 16;
  /// What polynomials are made of: a state (its number among those that are followed), the time, or a value that is linear in time.
  struct Input {
    Register of;
    std::ptrdiff_t state;  // -1: of the other two
    Interval side;         // of the region
  };

  void take_program(const LiveSystem& live);
  void find_shapes(const LiveSystem& live, const Snapshot& now);
  Shape shape(Register r) const;
  Shape shape_of(std::size_t k);
  Shape shape_of(const Instruction& i) const;
  Shape worst(const Instruction& i) const;
  Shape product(Register a, Register b) const;
  bool is_polynomial_loop(const BlockCode& block);
  /// The value of a register whose shape is fixed.
  double fixed(Register r) const { return motions_[at(r)].value.lo; }
  bool take_formula(Register crossing, Formula& formula);
  std::int32_t leaf(Register r);
  void collect_polynomials(const LiveSystem& live);
  bool excludes_zeros(const ControlPoints& states, LiveSystem& live);
  Motion polynomial(std::size_t leaf, double from, double to) const;
  void run_formula(const Formula& formula);
  Motion motion(const Instruction& i) const;

  Machine& machine_;
  const Program* program_ = nullptr;
  const Dataflow* flow_ = nullptr;
  std::optional<Dataflow> own_flow_;                     // of plain programs
  std::vector<std::size_t> conditions_, bounded_;        // that are followed, by their numbers in the program; see bounded()
  std::vector<bool> is_greater_;                         // by condition that is followed: it is true above zero
  std::vector<Register> crossings_;                      // by condition that is followed
  std::vector<Formula> formulas_;                        // the same, and more that are not in use
  std::vector<Box> boxes_;                               // the same
  std::vector<Shape> shapes_;                            // by register, in the rounds below
  std::vector<std::int32_t> shaped_, leafed_, leaf_of_;  // the same
  std::vector<std::int32_t> needed_, searched_;          // by instruction, in these rounds and searches
  std::vector<std::int32_t> found_;                      // by register, when it was found last
  std::int32_t round_ = 0, search_ = 0, finding_ = 0;
  std::vector<bool> is_state_;
  std::vector<Register> leaves_;
  std::optional<Worklist> worklist_;
  std::vector<std::size_t> order_;  // instructions on which conditions depend, from the last to the first
  std::vector<Register> open_;      // registers that a search has still to look at
  double from_ = 0, to_ = 0;
  int degree_ = 0;
  LinkedCode polynomials_;               // what makes the leaves
  std::vector<Input> inputs_;            // of these
  std::vector<std::size_t> states_;      // see states()
  bool can_have_region_ = false;         // no loop is solved for these
  bool is_region_used_ = true;           // since it was found
  Interval region_s_{0, -1};             // the times of the region; it holds none where there is no region
  std::vector<bool> region_above_;       // by bounded condition: its side of zero in the region
  double region_size_ = kLargestRegion;  // of the next attempt: how far it goes beyond the step, in lengths and ranges of the step
  Wait region_wait_;                     // attempts that are left out
  std::vector<double> points_, slopes_;  // by leaf: coefficients of value and rate
  std::vector<Interval> hulls_;          // by leaf, over the step
  std::vector<Motion> motions_;          // by register
};

}  // namespace stribeck
