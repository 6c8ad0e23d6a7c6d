#include "simulation/loop/state_sizes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/constants.h"
#include "base/random.h"

namespace stribeck {

namespace {
constexpr std::int64_t kStepsBetweenMeasurements = 20;  // of two evaluations each: a fiftieth of the work of an explicit method
constexpr double kRoundings = 100;  // a margin, as an evaluation has several rounding errors, and the next step may be a few times longer
constexpr double kFading = 0.5;     // the weight of earlier measurements, as errors that happen to cancel do not cancel the next time

double above_rounding(double size, double of_rounding) { return std::min(std::max(size, of_rounding), 1.0); }
}  // namespace

StateSizes::StateSizes(const Program& program, const IntegratorOptions& options) : by_size_(options.by_size), atol_(options.atol) {
  const double least = std::min(1.0, kLeastAtol / atol_);
  for (const StateFacts& state : program.state_facts) {
    const std::optional<double>& declared = state.nominal;
    is_declared_.push_back(declared.has_value());
    sizes_.push_back(declared.value_or(least));
    follows_ = follows_ || !is_declared_.back();
  }
  rounding_.assign(sizes_.size(), 0.0);
}

double StateSizes::nominal(std::size_t state) const { return is_declared_[state] || by_size_ ? size(state) : 1; }

/// The size of a state whose derivative has a rounding error of one.
double StateSizes::size_of_rounding() const { return kRoundings * step_s_ / atol_; }

double StateSizes::size(std::size_t state) const {
  return is_declared_[state] ? sizes_[state] : above_rounding(sizes_[state], size_of_rounding() * rounding_[state]);
}

void StateSizes::note(std::span<const std::size_t> states, std::span<const double> x, double step_s, std::span<double> nominal) {
  if (step_s > 0) step_s_ = step_s;
  const double of_rounding = size_of_rounding();
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t s = states[i];
    double& size = sizes_[s];
    if (is_declared_[s]) {
      nominal[i] = size;
    } else {
      size = std::max(size, std::min(std::fabs(x[i]), 1.0));
      nominal[i] = by_size_ ? above_rounding(size, of_rounding * rounding_[s]) : 1;
    }
  }
}

bool StateSizes::is_due() {
  if (!by_size_ || steps_++ % kStepsBetweenMeasurements != 0) return false;
  for (std::size_t s = 0; s < sizes_.size(); ++s)
    if (!is_declared_[s] && sizes_[s] < 1) return true;
  return false;
}

void StateSizes::disturb(std::span<const double> x, double t, std::span<double> changed, double& changed_t) {
  constexpr double kRounding = std::numeric_limits<double>::epsilon();
  ++measurements_;
  const auto of = [&](std::size_t i) {
    return uniform_random(static_cast<double>(measurements_), static_cast<double>(i)) < 0.5 ? kRounding : -kRounding;
  };
  for (std::size_t i = 0; i < x.size(); ++i) changed[i] = x[i] * (1 + of(i));
  changed_t = t * (1 + of(x.size()));
}

void StateSizes::note_rounding(std::size_t state, double difference) {
  if (std::isfinite(difference)) rounding_[state] = std::max(std::fabs(difference), kFading * rounding_[state]);
}

}  // namespace stribeck
