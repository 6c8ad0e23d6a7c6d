// For diagrams without states: steps are as long as allowed, and only the quadratures have an error to be controlled.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/numbers.h"
#include "simulation/integrators/adaptive.h"
#include "simulation/integrators/failures.h"
#include "simulation/integrators/interpolation.h"
#include "simulation/integrators/make.h"

namespace stribeck {

namespace {

class Stateless final : public Integrator {
 public:
  Stateless(Ode& ode, const IntegratorOptions& options)
      : ode_(ode),
        gauss_(ode, statistics_, options.rtol),
        rtol_(options.rtol),
        max_step_(options.max_step_s > 0 ? options.max_step_s : std::numeric_limits<double>::infinity()) {
    quadratures_.assign(static_cast<std::size_t>(ode.quadratures()), 0);
    previous_quadratures_ = whole_ = halves_ = quadratures_;
  }

  void restart(double t, std::span<const double>, std::span<const double> q, double) override {
    ++statistics_.restarts;
    previous_time_ = time_ = t;
    copy_values(q, quadratures_);
    copy_values(quadratures_, previous_quadratures_);
  }
  void step(double limit) override {
    if (!(limit > time_)) return;
    previous_time_ = time_;
    previous_quadratures_ = quadratures_;
    integrate_to(std::min(limit, previous_time_ + max_step_));
    ++statistics_.steps;
  }
  void retake(double t) override { integrate_to(t); }
  void interpolate(double, std::span<double>) override {}
  int interpolation_degree() const override { return 1; }
  void carry(Archive& archive) override { archive(panel_); }

 private:
  /// Gauss panels whose length is controlled by the difference between one panel and its two halves. A jump of the integrand lies in one
  /// panel of the shortest length. If several such panels follow one another, the integrand is rounding, which shorter panels do not
  /// resolve: each of them doubles the shortest length.
  void integrate_to(double end) {
    quadratures_ = previous_quadratures_;
    time_ = end;
    if (quadratures_.empty()) return;
    double shortest = std::max((end - previous_time_) * kShortestPanel, shortest_step(end));
    double t = previous_time_, h = panel_ > 0 ? std::max(panel_, shortest) : end - t;
    while (t < end) {
      const double next = t + 1.01 * h >= end ? end : t + h;
      const double error = try_panel(t, next);
      if (error <= 1 || next - t <= shortest) {
        quadratures_ = halves_;
        if (error < kGrowBelow)
          h *= 2;
        else if (next - t <= shortest)
          h = shortest *= 2;
        t = next;
      } else {
        ++statistics_.rejected;
        h = (next - t) / 2;
      }
    }
    panel_ = h;
    if (!all_finite(quadratures_)) throw_not_finite(ode_, previous_time_, -1);
  }
  double try_panel(double t, double end) {
    const auto no_state = [](double, std::span<double>) {};
    const double middle = t + (end - t) / 2;
    gauss_.panel(t, end, no_state, quadratures_, whole_);
    gauss_.panel(t, middle, no_state, quadratures_, halves_);
    gauss_.panel(middle, end, no_state, halves_, halves_);
    double worst = 0;
    for (std::size_t k = 0; k < static_cast<std::size_t>(ode_.steering_quadratures()); ++k) {
      const double scale = rtol_ * (std::abs(halves_[k]) + std::abs(halves_[k] - quadratures_[k]));
      const double difference = std::abs(whole_[k] - halves_[k]);
      if (difference > 0) worst = std::max(worst, difference / std::max(scale, std::numeric_limits<double>::min()));
    }
    return worst;
  }

  static constexpr double kShortestPanel = 1e-6;   // of a step: a jump inside it is resolved no finer
  static constexpr double kGrowBelow = 1.0 / 128;  // the rule is of order 6, so twice the panel has 2^7 times the error

  Ode& ode_;
  GaussQuadrature gauss_;
  double rtol_, max_step_, panel_ = 0;
  std::vector<double> previous_quadratures_, whole_, halves_;
};

}  // namespace

std::unique_ptr<Integrator> make_stateless(Ode& ode, const IntegratorOptions& options) { return std::make_unique<Stateless>(ode, options); }

}  // namespace stribeck
