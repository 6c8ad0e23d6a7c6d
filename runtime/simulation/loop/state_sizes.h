#pragma once
// The factor of the absolute tolerance for each state: its nominal value, or the largest magnitude that it has had.
#include <cstdint>
#include <span>
#include <vector>

#include "base/archive.h"
#include "program/program.h"
#include "simulation/integrator.h"

namespace stribeck {

/// Where no nominal value is declared and the experiment gives no absolute tolerance, the largest magnitude that a state has had so far in
/// the run takes its place, up to 1. It is not less than what rounding alone makes of the state in a step: where large forces balance each
/// other, their rounding moves a body at rest irregularly, and steps that resolved this motion would be very short.
class StateSizes {
 public:
  StateSizes(const Program& program, const IntegratorOptions& options);

  /// Whether any size may change; if not, the other functions need not be called.
  bool follows() const { return follows_; }
  double nominal(std::size_t state) const;
  /// What nominal() would be if the experiment gave no absolute tolerance.
  double size(std::size_t state) const;
  /// At the end of a step, or with a step of 0 where a run begins or begins anew, `states` are followed and are at x. Writes nominal() of
  /// each of them.
  void note(std::span<const std::size_t> states, std::span<const double> x, double step_s, std::span<double> nominal);
  /// To be called once a step: whether rounding should be measured again in this one.
  bool is_due();
  /// Changes each state, and time, by one rounding, with signs that differ from measurement to measurement.
  void disturb(std::span<const double> x, double t, std::span<double> changed, double& changed_t);
  /// Takes the change of a state's derivative that such a change causes.
  void note_rounding(std::size_t state, double difference);
  void carry(Archive& archive) { archive(sizes_), archive(rounding_), archive(step_s_), archive(steps_), archive(measurements_); }

 private:
  double size_of_rounding() const;

  bool follows_ = false, by_size_;
  double atol_;
  std::vector<bool> is_declared_;
  std::vector<double> sizes_, rounding_;  // of the states, of their derivatives
  double step_s_ = 0;
  std::int64_t steps_ = 0, measurements_ = 0;
};

}  // namespace stribeck
