// Rosenbrock 4(3) with a dense Jacobian, for a few stiff states: the integrator around the stages of rodas.h.
#include <algorithm>
#include <cmath>

#include "base/numbers.h"
#include "simulation/integrators/adaptive.h"
#include "simulation/integrators/failures.h"
#include "simulation/integrators/interpolation.h"
#include "simulation/integrators/make.h"
#include "simulation/integrators/passed_over.h"
#include "simulation/integrators/rodas.h"
#include "simulation/integrators/step_control.h"

namespace stribeck {

namespace {

class Rosenbrock4 final : public AdaptiveOneStep {
 public:
  Rosenbrock4(Ode& ode, const IntegratorOptions& options)
      : AdaptiveOneStep(ode, options, 1.01, StepControl::kLargest),
        stages_(static_cast<std::size_t>(ode.states())),
        gauss_(ode, statistics_, options.rtol),
        passed_over_(ode, options, statistics_),
        slope_(error_),
        third_(error_),
        two_thirds_(error_),
        stiffness_(error_),
        values_(ode.jacobian_pattern().rows.size()) {}

  void interpolate(double t, std::span<double> x) override {
    if (time_ == previous_time_) return (void)std::copy(state_.begin(), state_.end(), x.begin());
    stages_.interpolate(t, x, previous_time_, previous_state_, time_, state_);
  }
  int interpolation_degree() const override { return 3; }

 protected:
  void begin() override {
    end_ = time_;
    derivatives(time_, state_.data(), slope_.data());
    const std::int32_t culprit = first_not_finite(slope_);
    if (culprit >= 0) throw_not_finite(ode_, time_, culprit);
  }
  double first_step(double span) override {
    ++statistics_.evaluations;
    return starting_step(ode_, weights_, time_, state_.data(), slope_.data(), 4, span);
  }
  void turn() override {}
  void attempt(double end) override {
    end_ = end;
    stages_.attempt(*this, previous_time_, previous_state_.data(), end - previous_time_, state_.data(), error_.data());
    add_dense_output_error(end);
  }
  void complete(double end) override {
    const auto state_at = [&](double t, std::span<double> x) { stages_.interpolate(t, x, previous_time_, previous_state_, end, state_); };
    gauss_.integrate(previous_time_, end, state_at, previous_quadratures_, quadratures_);
  }
  bool passes_over() override {
    const auto state_at = [&](double t, std::span<double> x) { stages_.interpolate(t, x, previous_time_, previous_state_, time_, state_); };
    return passed_over_.looks_so(previous_time_, previous_state_, time_, state_, gauss_.change()) ||
           passed_over_.end_looks_so(gauss_, state_at, previous_time_, time_, state_, quadratures_);
  }
  double shrink(double h, double error) override { return control_.shrink(h, error); }
  double grow(double h, double error, bool rejected) override { return control_.grow(h, error, rejected); }
  void forget() override { control_.forget(); }

 private:
  /// On a slow solution of a very stiff system the error at the end of the step vanishes while that of the dense output does not, so that
  /// steps would become too long for it. Its error at a third of the step is estimated from its defect d = x' - f(t, x) as (I/(gamma h) -
  /// J)^-1 d, with the diagonal of J alone.
  void add_dense_output_error(double end) {
    constexpr double kGamma = 0.25;
    const double t = previous_time_, h = end - t;
    const auto at = [&](double theta, std::vector<double>& x) { stages_.interpolate(t + theta * h, x, t, previous_state_, end, state_); };
    at(1.0 / 3, third_);
    at(2.0 / 3, two_thirds_);
    derivatives(t + h / 3, third_.data(), slope_.data());
    for (std::size_t i = 0; i < error_.size(); ++i) {
      // exact for a cubic: its derivative at 1/3 from its values at 0, 1/3, 2/3 and 1
      const double slope = (6 * two_thirds_[i] - 3 * third_[i] - 2 * previous_state_[i] - state_[i]) / (2 * h);
      const double estimate = std::abs(slope - slope_[i]) / (1 / (kGamma * h) + stiffness_[i]);
      error_[i] = estimate > std::abs(error_[i]) || std::isnan(estimate) ? estimate : error_[i];
    }
  }

  friend class stribeck::Rodas;  // which calls these two
  void derivatives(double t, const double* x, double* dxdt) {
    ++statistics_.evaluations;
    ode_.derivatives(std::min(t, end_), x, dxdt, nullptr);
  }
  void jacobian(double t, const double* x, double* row_major, double* dfdt) {
    ++statistics_.jacobians;
    ++statistics_.factorisations;
    ode_.jacobian(t, x, values_.data(), dfdt);
    const SparsityPattern& pattern = ode_.jacobian_pattern();
    const auto n = static_cast<std::size_t>(pattern.size);
    for (std::size_t column = 0; column < n; ++column) {
      for (auto k = static_cast<std::size_t>(pattern.starts[column]); k < static_cast<std::size_t>(pattern.starts[column + 1]); ++k) {
        const auto row = static_cast<std::size_t>(pattern.rows[k]);
        row_major[row * n + column] = values_[k];
      }
      stiffness_[column] = std::abs(row_major[column * n + column]);
    }
  }

  Rodas stages_;
  GaussQuadrature gauss_;
  PassedOver passed_over_;
  StepControl control_{4};
  std::vector<double> slope_, third_, two_thirds_;
  std::vector<double> stiffness_;  // size of the Jacobian's diagonal
  std::vector<double> values_;
  double end_ = 0;  // no stage may lie later, by rounding
};

}  // namespace

std::unique_ptr<Integrator> make_rosenbrock4(Ode& ode, const IntegratorOptions& options) {
  return std::make_unique<Rosenbrock4>(ode, options);
}

}  // namespace stribeck
