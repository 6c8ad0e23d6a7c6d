#pragma once
// The step size from the error: proportional-integral control.
#include <algorithm>
#include <cmath>

namespace stribeck {

/// Gustafsson's PI control as in DOPRI5: Hairer, Wanner (1996), Solving Ordinary Differential Equations II, p. 28-31.
/// Errors are relative to the tolerance; `order` is the power of h in the error estimate.
class StepControl {
 public:
  explicit StepControl(double order, double beta = 0) : exponent_(1 / order - 0.75 * beta), beta_(beta) {}

  double shrink(double h, double error) const { return h * std::max(kSmallest, kSafety * std::pow(error, -exponent_)); }
  double grow(double h, double error, bool rejected) {
    const double wanted = kSafety * std::pow(std::max(error, 1e-30), -exponent_) * std::pow(past_error_, beta_);
    past_error_ = std::max(error, kLeastPast);
    return h * std::clamp(wanted, kSmallest, rejected ? 1.0 : kLargest);
  }
  /// After a restart nothing is known of a past: the first step is judged by its own error alone.
  void forget() { past_error_ = 1; }

  static constexpr double kLargest = 10;

 private:
  static constexpr double kSafety = 0.9, kSmallest = 0.2, kLeastPast = 1e-4;
  double exponent_, beta_, past_error_ = 1;
};

}  // namespace stribeck
