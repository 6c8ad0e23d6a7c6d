#include "simulation/integrators/weights.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stribeck {

ErrorWeights::ErrorWeights(const Ode& ode, const IntegratorOptions& options) : ode_(ode), rtol_(options.rtol), atol_(options.atol) {}

double ErrorWeights::norm(const double* error, const double* a, const double* b) const {
  const std::span<const double> nominal = ode_.nominal();
  double worst = 0, sum = 0;
  for (std::size_t i = 0; i < nominal.size(); ++i) {
    const double ratio = std::abs(error[i]) / (atol_ * nominal[i] + rtol_ * std::max(std::abs(a[i]), std::abs(b[i])));
    worst = ratio > worst ? ratio : worst;
    sum += ratio;  // a sum keeps a NaN, which comparisons would lose
  }
  return std::isfinite(sum) ? worst : std::numeric_limits<double>::quiet_NaN();
}

std::int32_t ErrorWeights::largest(const double* error, const double* a, const double* b) const {
  const std::span<const double> nominal = ode_.nominal();
  std::int32_t found = -1;
  double worst = -1;
  for (std::size_t i = 0; i < nominal.size(); ++i) {
    const double ratio = std::abs(error[i]) / (atol_ * nominal[i] + rtol_ * std::max(std::abs(a[i]), std::abs(b[i])));
    if (!std::isfinite(ratio)) return static_cast<std::int32_t>(i);
    if (ratio > worst) {
      worst = ratio;
      found = static_cast<std::int32_t>(i);
    }
  }
  return found;
}

}  // namespace stribeck
