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
  /// Comparisons that are held between events, ascending.
  const std::vector<std::int32_t>& conditions() const { return conditions_; }

  /// `leaves` runs parallel to leaves(); `held` and `peaks` to conditions(). A comparison whose sides differ by less than `slack` of the
  /// largest that they ever were counts as it is held; `peaks` remembers that.
  void evaluate(const Instance& instance, double time_s, std::span<const double> leaves, std::span<const double> held,
                std::span<double> peaks, double slack);
  Measured of(ExprId expression) const { return measured_[static_cast<std::size_t>(index(expression))]; }
  /// The comparison that is furthest from how it is held, relative to its sides; node -1 if all agree.
  struct Disagreement {
    std::int32_t node = -1;
    double relative = 0;
  };
  const Disagreement& disagreement() const { return disagreement_; }

 private:
  Measured apply(const Node& node, const Instance& instance) const;
  double look_up(const Node& node, const Instance& instance) const;
  void judge_condition(std::int32_t node, bool held, double& peak, double slack);
  void judge_step(std::int32_t node, double slack);

  const ComponentRecord& record_;
  std::vector<std::int32_t> order_, leaves_, conditions_;
  std::vector<Measured> measured_;  // by node
  Disagreement disagreement_;
};

}  // namespace stribeck
