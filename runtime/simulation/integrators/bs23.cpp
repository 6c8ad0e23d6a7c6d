// Bogacki-Shampine 3(2), stepping as MATLAB's ode23 does, so that its step counts can be compared (physics.md 4.5).
// Bogacki, Shampine (1989), A 3(2) pair of Runge-Kutta formulas, Appl. Math. Lett. 2, 321-325;
// Shampine, Reichelt (1997), The MATLAB ODE Suite, SIAM J. Sci. Comput. 18, 1-22: step control.
#include <array>
#include <boost/fusion/include/make_vector.hpp>
#include <boost/numeric/odeint/stepper/explicit_error_generic_rk.hpp>
#include <cmath>
#include <functional>

#include "base/numbers.h"
#include "simulation/integrators/adaptive.h"
#include "simulation/integrators/failures.h"
#include "simulation/integrators/interpolation.h"
#include "simulation/integrators/make.h"
#include "simulation/integrators/odeint_support.h"

namespace stribeck {

namespace {

using State = std::vector<double>;
using Bs23Stepper = boost::numeric::odeint::explicit_error_generic_rk<4, 3, 3, 2, State, double, State, double, PointerAlgebra>;

Bs23Stepper make_stepper() {
  const boost::array<double, 1> a1{{1.0 / 2}};
  const boost::array<double, 2> a2{{0, 3.0 / 4}};
  const boost::array<double, 3> a3{{2.0 / 9, 1.0 / 3, 4.0 / 9}};
  const boost::array<double, 4> b{{2.0 / 9, 1.0 / 3, 4.0 / 9, 0}};
  const boost::array<double, 4> b_minus_second{{-5.0 / 72, 1.0 / 12, 1.0 / 9, -1.0 / 8}};
  const boost::array<double, 4> c{{0, 1.0 / 2, 3.0 / 4, 1}};
  return Bs23Stepper(boost::fusion::make_vector(a1, a2, a3), b, b_minus_second, c);
}

/// Keeps the slope of the last stage, which is the first of the next step: Odeint's generic stepper does not know of it.
struct Bs23System {
  StageSystem& stages;
  State& last_slope;
  int calls = 0;

  void operator()(const State& x, State& dxdt, double t) {
    stages(x, dxdt, t);
    if (++calls == 3) last_slope = dxdt;
  }
};

class Bs23 final : public AdaptiveOneStep {
 public:
  Bs23(Ode& ode, const IntegratorOptions& options)
      : AdaptiveOneStep(ode, options, 1.1, kLargestGrowth),
        stages_(ode, statistics_, kStages),
        stepper_(make_stepper()),
        slope_(error_),
        next_slope_(error_) {}

  /// The cubic through both ends and their slopes, which is of the order of the method.
  void interpolate(double t, std::span<double> x) override {
    if (time_ == previous_time_) return (void)std::copy(state_.begin(), state_.end(), x.begin());
    hermite(previous_time_, previous_state_, slope_, time_, state_, next_slope_, t, x);
  }
  int interpolation_degree() const override { return 3; }
  EndSlopes end_slopes() const override { return {slope_, next_slope_}; }

  void carry(Archive& archive) override {
    AdaptiveOneStep::carry(archive);
    archive(longest_);
  }

 protected:
  void begin() override {
    stages_.begin(0, time_);
    stages_(state_, next_slope_, time_);
    stages_.rates(kStages - 1) = stages_.rates(0);
    const std::int32_t culprit = first_not_finite(next_slope_);
    if (culprit >= 0) throw_not_finite(ode_, time_, culprit);
  }
  double first_step(double span) override {
    longest_ = 0.1 * span;
    const double steepest = weighted(next_slope_, state_, state_) / 0.8 * std::cbrt(weights_.rtol() * weights_.rtol());
    return steepest * std::min(longest_, span) > 1 ? 1 / steepest : std::min(longest_, span);
  }
  void turn() override {
    slope_.swap(next_slope_);
    stages_.rates(0).swap(stages_.rates(kStages - 1));
  }
  void attempt(double end) override {
    Bs23System system{stages_, next_slope_};
    stages_.begin(1, end);
    stepper_.do_step(std::ref(system), previous_state_, slope_, previous_time_, state_, end - previous_time_, error_);
  }
  void complete(double end) override { stages_.integrate<kWeights>(end - previous_time_, previous_quadratures_, quadratures_); }
  double shrink(double h, double error) override {
    const double factor = rejected_before_ ? 0.5 : std::max(0.5, 0.8 / std::cbrt(error));
    rejected_before_ = true;
    return factor * h;
  }
  double grow(double h, double error, bool rejected) override {
    rejected_before_ = false;
    if (rejected) return h;
    const double contraction = 1.25 * std::cbrt(error);
    return std::min(contraction > 1 / kLargestGrowth ? h / contraction : kLargestGrowth * h, longest_);
  }
  double error_norm() const override { return weighted(error_, previous_state_, state_); }

 private:
  static constexpr std::size_t kStages = 4;
  static constexpr std::array kWeights{2.0 / 9, 1.0 / 3, 4.0 / 9};
  static constexpr double kLargestGrowth = 5;

  /// ode23's measure: largest |e| / (rtol max(|a|, |b|, atol/rtol)).
  double weighted(const State& error, const State& a, const State& b) const {
    const std::span<const double> nominal = ode_.nominal();
    double worst = 0, sum = 0;
    for (std::size_t i = 0; i < error.size(); ++i) {
      const double size = std::max(std::abs(a[i]), std::abs(b[i]));
      const double ratio = std::abs(error[i]) / std::max(weights_.rtol() * size, weights_.atol() * nominal[i]);
      worst = std::max(worst, ratio);
      sum += ratio;
    }
    return std::isfinite(sum) ? worst : std::numeric_limits<double>::quiet_NaN();
  }

  StageSystem stages_;
  Bs23Stepper stepper_;
  State slope_, next_slope_;
  double longest_ = 0;  // a tenth of the whole run
  bool rejected_before_ = false;
};

}  // namespace

std::unique_ptr<Integrator> make_bs23(Ode& ode, const IntegratorOptions& options) { return std::make_unique<Bs23>(ode, options); }

}  // namespace stribeck
