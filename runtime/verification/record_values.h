#pragma once
// Evaluates the expressions of a component's record as they were written, node by node. Shares nothing with the compiled program.
#include <cstdint>
#include <span>
#include <vector>

#include "component/record.h"
#include "diagram/diagram.h"

namespace stribeck {

/// What an expression is worth, and how large the terms were that made it: rounding is judged against that.
struct Measured {
  double value = 0, magnitude = 0;
};

/// The nodes of a record that its relations, open inputs and given positions need, and their values for one instance at one time.
class RecordValues {
 public:
  explicit RecordValues(const ComponentRecord& record);

  /// Variables, velocities, forces, signals, modes and time derivatives: nodes whose values come from outside, ascending.
  const std::vector<std::int32_t>& leaves() const { return leaves_; }
  /// Comparisons and signs that are held between events, ascending.
  const std::vector<std::int32_t>& conditions() const { return conditions_; }

  /// What a comparison has shown up to now: the largest that its sides were, and when they were furthest apart while it was held otherwise.
  struct Comparison {
    double peak = 0, apart = 0, time_s = 0;
  };
  /// `leaves` runs parallel to leaves(); `held` and `comparisons` to conditions(). Comparisons count as they are held.
  void evaluate(const Instance& instance, double time_s, std::span<const double> leaves, std::span<const double> held,
                std::span<Comparison> comparisons);
  /// A variable that a relation gives as the sum of larger terms, as the difference of two velocities, is known to the rounding of these,
  /// and so is what follows from it: measured anew, after evaluate().
  void take_sizes_of_terms(const Instance& instance);
  /// Whether the last evaluation has found a comparison that is held otherwise.
  bool any_otherwise() const { return any_otherwise_; }
  /// Notes how large the sides of comparisons are, as measured now.
  void take_peaks(std::span<Comparison> comparisons) const;
  Measured of(ExprId expression) const { return measured_[static_cast<std::size_t>(index(expression))]; }
  /// The floor of time that was furthest outside its step, relative to the whole numbers there, of the last evaluation; node -1 if none.
  struct WrongStep {
    std::int32_t node = -1;
    double relative = 0;
  };
  const WrongStep& wrong_step() const { return wrong_step_; }

 private:
  Measured apply(const Node& node, const Instance& instance) const;
  PointFunction function_of(const Node& node, const Instance& instance) const;
  double jump_at(const Node& node, double argument, const Instance& instance) const;
  double look_up(const Node& node, double argument, const Instance& instance) const;
  double size_of_sides(std::int32_t node) const;
  void judge_condition(std::int32_t node, bool held, double time_s, Comparison& comparison);
  void judge_floor(std::int32_t node);

  const ComponentRecord& record_;
  std::vector<std::int32_t> order_, leaves_, conditions_;
  std::vector<Measured> measured_;  // by node
  WrongStep wrong_step_;
  bool any_otherwise_ = false;
};

}  // namespace stribeck
