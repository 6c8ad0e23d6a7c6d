// The classical Runge-Kutta method of order 4 with a fixed step: Boost.Odeint's stepper on the grid of FixedStep.
// Kutta (1901), Beitrag zur naeherungsweisen Integration totaler Differentialgleichungen, Z. Math. Phys. 46, 435-453.
#include <array>
#include <boost/numeric/odeint/stepper/runge_kutta4.hpp>
#include <functional>

#include "simulation/integrators/fixed_step.h"
#include "simulation/integrators/interpolation.h"
#include "simulation/integrators/make.h"
#include "simulation/integrators/odeint_support.h"

namespace stribeck {

namespace {

using State = std::vector<double>;
using Rk4Stepper = boost::numeric::odeint::runge_kutta4<State, double, State, double, PointerAlgebra>;

class Rk4 final : public FixedStep {
 public:
  Rk4(Ode& ode, const IntegratorOptions& options)
      : FixedStep(ode, options), stages_(ode, statistics_, kStages), slope_(state_), next_slope_(state_) {}

  /// The cubic through both ends and their slopes.
  void interpolate(double t, std::span<double> x) override {
    if (time_ == previous_time_) return (void)std::copy(state_.begin(), state_.end(), x.begin());
    hermite(previous_time_, previous_state_, slope_, time_, state_, next_slope_, t, x);
  }
  int interpolation_degree() const override { return 3; }
  EndSlopes end_slopes() const override { return {slope_, next_slope_}; }

 protected:
  void begin() override { evaluate_end(); }
  void turn() override {
    slope_.swap(next_slope_);
    stages_.rates(0).swap(stages_.rates(kStages - 1));
  }
  double advance(double end) override {
    const double h = end - previous_time_;
    stages_.begin(1, end);
    stepper_.do_step(std::ref(stages_), previous_state_, slope_, previous_time_, state_, h);
    stages_.integrate<kWeights>(h, previous_quadratures_, quadratures_);
    time_ = end;
    evaluate_end();
    return end;
  }

 private:
  static constexpr std::size_t kStages = 5;  // four, and the slope at the end, which is the first of the next step
  static constexpr std::array kWeights{1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};

  void evaluate_end() {
    stages_.begin(kStages - 1, time_);
    stages_(state_, next_slope_, time_);
  }

  StageSystem stages_;
  Rk4Stepper stepper_;
  State slope_, next_slope_;
};

}  // namespace

std::unique_ptr<Integrator> make_rk4(Ode& ode, const IntegratorOptions& options) { return std::make_unique<Rk4>(ode, options); }

}  // namespace stribeck
