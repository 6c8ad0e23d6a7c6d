#include "simulation/integrators/passed_over.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"

namespace stribeck {

bool PassedOver::looks_so(double t0, std::span<const double> begin, double t1, std::span<const double> end,
                          std::span<const double> change) {
  constexpr double kMostOff = 10;  // tolerances: the rule of the integral may be off by some at a kink
  if (!looks()) return false;
  off_.resize(end.size());
  for (std::size_t i = 0; i < off_.size(); ++i) off_[i] = end[i] - begin[i] - change[i];
  if (!(weights_.norm(off_.data(), begin.data(), end.data()) > kMostOff)) return false;
  // In a stiff system a motion that is right to the tolerance has derivatives that are not.
  const SparsityPattern& pattern = ode_.jacobian_pattern();
  jacobian_.resize(pattern.rows.size());
  ode_.jacobian(t1, end.data(), jacobian_.data(), nullptr);
  ++statistics_.jacobians;
  const std::span<const double> nominal = ode_.nominal();
  allowed_.assign(end.size(), 0.0);
  for (std::size_t j = 0; j < end.size(); ++j) {
    const double own = weights_.atol() * nominal[j] + weights_.rtol() * std::max(std::fabs(begin[j]), std::fabs(end[j]));
    allowed_[j] += own;
    for (auto k = at(pattern.starts[j]); k < at(pattern.starts[j + 1]); ++k)
      allowed_[at(pattern.rows[k])] += (t1 - t0) * std::fabs(jacobian_[k]) * own;
  }
  for (std::size_t i = 0; i < off_.size(); ++i)
    if (std::fabs(off_[i]) > kMostOff * allowed_[i]) return true;
  return false;
}

}  // namespace stribeck
