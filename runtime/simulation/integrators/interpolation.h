#pragma once
// Inside a step: the cubic Hermite polynomial, and quadratures along a dense output.
#include <algorithm>
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
  GaussQuadrature(Ode& ode, IntegratorStatistics& statistics, double rtol)
      : ode_(ode),
        statistics_(statistics),
        tolerance_(10 * rtol),
        x_(static_cast<std::size_t>(ode.states())),
        dxdt_(x_.size()),
        change_(x_.size()),
        change_of_panel_(x_.size()),
        rates_(static_cast<std::size_t>(ode.quadratures())),
        steering_(static_cast<std::size_t>(ode.steering_quadratures())),
        middle_(rates_),
        size_(rates_),
        begin_(rates_) {}

  /// to = from + integral of the rates over [t0, t1]; state_at(t, span) fills in the state at t. In panels of a length that suits the
  /// rates, which may do much in a step where the states move evenly. Panels grow no faster than what was seen of the rates allows.
  template <class StateAt>
  void integrate(double t0, double t1, StateAt state_at, const std::vector<double>& from, std::vector<double>& to) {
    change_.assign(x_.size(), 0.0);
    if (rates_.empty() && !ode_.has_kinks()) return;
    to = from;
    const double shortest = kShortestPanel * (t1 - t0);
    for (double t = t0; t < t1;) {
      const double wanted = longest_ > 0 ? std::max(longest_, shortest) : t1 - t0;
      // Events may leave so short a panel that time does not advance by it.
      const double next = t + 1.01 * wanted >= t1 || t + wanted == t ? t1 : t + wanted, length = next - t;
      begin_ = to;
      panel(t, next, state_at, begin_, to);
      const double error = rates_.empty() ? 0 : relative_error(next, to) / tolerance_;
      const double halfway = t + 0.5 * length;
      if (error > 1 && length > 1.5 * shortest && t < halfway && halfway < next) {
        longest_ = length / 2;
        to = begin_;
        continue;
      }
      for (std::size_t i = 0; i < change_.size(); ++i) change_[i] += change_of_panel_[i];
      longest_ = std::max(longest_, length * std::clamp(0.8 * std::pow(error, -1.0 / 6), 1.0, 2.0));
      t = next;
    }
  }

  /// The same in one panel. `to` may be `from`.
  template <class StateAt>
  void panel(double t0, double t1, StateAt state_at, const std::vector<double>& from, std::vector<double>& to) {
    static const double kOutside = std::sqrt(0.6) / 2;
    const std::array<std::array<double, 2>, 3> kRule{{{0.5 - kOutside, 5.0 / 18}, {0.5, 8.0 / 18}, {0.5 + kOutside, 5.0 / 18}}};
    if (rates_.empty() && !ode_.has_kinks()) return;
    if (&to != &from) to = from;
    std::fill(size_.begin(), size_.end(), 0.0);
    std::fill(change_of_panel_.begin(), change_of_panel_.end(), 0.0);
    const double h = t1 - t0;
    for (const auto& [node, weight] : kRule) {
      const double t = t0 + node * h;
      state_at(t, std::span<double>(x_));
      ode_.derivatives(t, x_.data(), dxdt_.data(), rates_.empty() ? nullptr : rates_.data());
      ++statistics_.evaluations;
      for (std::size_t i = 0; i < dxdt_.size(); ++i) change_of_panel_[i] += h * weight * dxdt_[i];
      for (std::size_t k = 0; k < to.size(); ++k) {
        to[k] += h * weight * rates_[k];
        size_[k] += h * weight * std::fabs(rates_[k]);
      }
      if (node == 0.5)
        for (std::size_t k = 0; k < to.size(); ++k) middle_[k] = h * rates_[k];
    }
  }

  /// The integral of the states' derivatives over the last interval, by the same rule along the dense output. If the step is right, it
  /// equals the change of the states. For equations without kinks it is computed only if there are quadratures.
  std::span<const double> change() const { return change_; }

 private:
  /// Of the panel from begin_ to `to`. For a wave the midpoint rule is off by a^2/24, where a is the angle that the panel spans, and this
  /// one by a^6/2016000, which is the cube of the former over 146; 20 leaves room for what is no wave.
  double relative_error(double t, const std::vector<double>& to) const {
    double worst = 0, largest = ode_.other_energy(t);  // of all together: what is next to nothing beside the others may be noise
    for (std::size_t k = 0; k < steering_; ++k) {
      if (!(size_[k] > 0) || !std::isfinite(to[k])) continue;
      const double off = std::fabs(to[k] - begin_[k] - middle_[k]) / size_[k];
      worst = std::max(worst, std::min(off * off * off / 20, 1.0) * size_[k]);
      largest = std::max(largest, std::fabs(begin_[k]) + size_[k]);
    }
    return largest > 0 ? worst / largest : 0;
  }

  static constexpr double kShortestPanel = 1.0 / 64;  // of a step: what is finer is left, as it would cost more than the steps themselves

  Ode& ode_;
  IntegratorStatistics& statistics_;
  double tolerance_, longest_ = 0;
  std::vector<double> x_, dxdt_, change_, change_of_panel_, rates_;
  std::size_t steering_;
  std::vector<double> middle_, size_, begin_;  // of the last panel: by the midpoint rule, of the rates' sizes, before it
};

}  // namespace stribeck
