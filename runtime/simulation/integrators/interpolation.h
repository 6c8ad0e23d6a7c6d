#pragma once
// Inside a step: the cubic Hermite polynomial, and quadratures along a dense output.
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "simulation/integrator.h"

namespace stribeck {

/// The cubic with states x0, x1 and derivatives d0, d1 at t0, t1; local error h^4/384 of the fourth derivative.
inline void hermite(double t0, std::span<const double> x0, std::span<const double> d0, double t1, std::span<const double> x1,
                    std::span<const double> d1, double t, std::span<double> x) {
  const double h = t1 - t0, s = (t - t0) / h, r = 1 - s;
  const double c0 = r * r * (1 + 2 * s), c1 = s * s * (3 - 2 * s), e0 = h * s * r * r, e1 = -h * s * s * r;
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = c0 * x0[i] + c1 * x1[i] + e0 * d0[i] + e1 * d1[i];
}

/// Quadratures by the three-point Gauss-Legendre rule (order 6) along a dense output: for methods whose library hides its stages.
class GaussQuadrature {
 public:
  GaussQuadrature(Ode& ode, IntegratorStatistics& statistics)
      : ode_(ode),
        statistics_(statistics),
        x_(static_cast<std::size_t>(ode.states())),
        dxdt_(x_.size()),
        rates_(static_cast<std::size_t>(ode.quadratures())) {}

  /// to = from + integral of the rates over [t0, t1]; state_at(t, span) fills in the state at t. `to` may be `from`.
  template <class StateAt>
  void integrate(double t0, double t1, StateAt state_at, const std::vector<double>& from, std::vector<double>& to) {
    static const double kOutside = std::sqrt(0.6) / 2;
    const std::array<std::array<double, 2>, 3> kRule{{{0.5 - kOutside, 5.0 / 18}, {0.5, 8.0 / 18}, {0.5 + kOutside, 5.0 / 18}}};
    if (rates_.empty()) return;
    if (&to != &from) to = from;
    const double h = t1 - t0;
    for (const auto& [node, weight] : kRule) {
      const double t = t0 + node * h;
      state_at(t, std::span<double>(x_));
      ode_.derivatives(t, x_.data(), dxdt_.data(), rates_.data());
      ++statistics_.evaluations;
      for (std::size_t k = 0; k < to.size(); ++k) to[k] += h * weight * rates_[k];
    }
  }

 private:
  Ode& ode_;
  IntegratorStatistics& statistics_;
  std::vector<double> x_, dxdt_, rates_;
};

}  // namespace stribeck
