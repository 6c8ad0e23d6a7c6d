#pragma once
// What the absolute tolerance of each state is multiplied by: its nominal value, or how large it has been.
#include <cstdint>
#include <span>
#include <vector>

#include "base/archive.h"
#include "program/program.h"
#include "simulation/integrator.h"

namespace stribeck {

/// Where no nominal value is declared and the experiment gives no absolute tolerance, the largest magnitude that a state has had so far in
/// the run takes its place, up to 1. It is not less than what rounding alone makes of the state in a step: where large forces balance each
/// other, a body at rest moves by what their rounding leaves, and steps that followed it would be as short as it is irregular.
class StateSizes {
 public:
  StateSizes(const Program& program, const IntegratorOptions& options);

  /// Whether any may change. If not, the rest need not be called.
  bool follows() const { return follows_; }
  double nominal(std::size_t state) const;
  /// At the end of a step, or with a step of 0 where a run begins or begins anew, `states` are followed and are at x.
  void note(std::span<const std::size_t> states, std::span<const double> x, double step_s);
  /// Whether it is time to measure rounding again. Counts the calls.
  bool is_due();
  /// Relative changes of the states, and of time behind them, of a rounding each, with signs that are others at each measurement.
  void disturb(std::span<const double> x, double t, std::span<double> changed, double& changed_t);
  /// That makes `difference` of the derivative of a state.
  void note_rounding(std::size_t state, double difference);
  void carry(Archive& archive) { archive(sizes_), archive(rounding_), archive(step_s_), archive(steps_), archive(measurements_); }

 private:
  bool follows_ = false;
  double atol_;
  std::vector<bool> is_declared_;         // or need not be followed
  std::vector<double> sizes_, rounding_;  // of the states, of their derivatives
  double step_s_ = 0;
  std::int64_t steps_ = 0, measurements_ = 0;
};

}  // namespace stribeck
