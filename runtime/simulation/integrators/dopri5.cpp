// Dormand-Prince 5(4) with dense output: Boost.Odeint's stepper under Hairer's step control.
// Dormand, Prince (1980), A family of embedded Runge-Kutta formulae, J. Comput. Appl. Math. 6, 19-26.
#include "simulation/integrators/dopri5.h"

#include <algorithm>
#include <array>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <utility>

#include "base/numbers.h"
#include "simulation/integrators/bend_watch.h"
#include "simulation/integrators/failures.h"
#include "simulation/integrators/make.h"
#include "simulation/integrators/odeint_support.h"
#include "simulation/integrators/quintic.h"
#include "simulation/integrators/step_control.h"

namespace stribeck {

namespace {

using State = std::vector<double>;
using Dopri5Stepper = boost::numeric::odeint::runge_kutta_dopri5<State, double, State, double, PointerAlgebra>;

/// Odeint's system that also remembers the sixth stage, where the stiffness test compares derivatives, and notes what bends: at the shares
/// 0.3, 0.8 and 1 of the step, between which the other stages tell little more.
struct Dopri5System {
  StageSystem& stages;
  BendWatch& bends;
  const State* stage_state[2] = {nullptr, nullptr};  // the last two: sixth stage, end of the step
  State* stage_slope[2] = {nullptr, nullptr};

  void operator()(const State& x, State& dxdt, double t) {
    stage_state[0] = stage_state[1];
    stage_slope[0] = stage_slope[1];
    stage_state[1] = &x;
    stage_slope[1] = &dxdt;
    stages(x, dxdt, t);
    const std::size_t stage = stages.evaluated();
    if (stage == 3 || stage == 4 || stage == 7) bends.note();
  }
};

class Dopri5 final : public StiffnessAware {
 public:
  Dopri5(Ode& ode, const IntegratorOptions& options)
      : StiffnessAware(ode, options, 1.01, StepControl::kLargest),
        stages_(ode, statistics_, kStages),
        bends_(ode),
        slope_(error_),
        next_slope_(error_),
        inner_(error_),
        inner_slope_(error_),
        middle_slope_(error_),
        sum_(error_),
        first_(error_),
        first_slope_(error_),
        most_(error_.size(), 0.0),
        quintic_(error_.size()),
        inside_{error_, error_} {}

  void interpolate(double t, std::span<double> x) override {
    if (t == time_ || time_ == previous_time_) return (void)std::copy(state_.begin(), state_.end(), x.begin());
    stepper_.calc_state(t, x, previous_state_, slope_, previous_time_, state_, next_slope_, time_);
  }
  void interpolate_for_results(double t, std::span<double> x) override {
    if (!(previous_time_ < t && t < time_) || !fits_quintic()) return interpolate(t, x);
    quintic_.at((t - previous_time_) / (time_ - previous_time_), previous_state_, x);
  }
  void interpolate_some(double t, const std::vector<std::size_t>& states, std::span<double> x) override {
    stepper_.algebra().take_only(&states);
    interpolate(t, x);
    stepper_.algebra().take_only(nullptr);
  }
  int interpolation_degree() const override { return 5; }
  EndSlopes end_slopes() const override { return {slope_, next_slope_}; }

 protected:
  void begin() override {
    stages_.begin(0, time_);
    stages_(state_, next_slope_, time_);
    stages_.rates(kStages - 1) = stages_.rates(0);
    bends_.begin();
    const std::int32_t culprit = first_not_finite(next_slope_);
    if (culprit >= 0) throw_not_finite(ode_, time_, culprit);
  }
  double first_step(double span) override {
    ++statistics_.evaluations;
    return starting_step(ode_, weights_, time_, state_.data(), next_slope_.data(), 5, span);
  }
  void turn() override {
    is_first_ = std::exchange(is_restarted_, false);
    slope_.swap(next_slope_);  // first same as last
    stages_.rates(0).swap(stages_.rates(kStages - 1));
    bends_.turn();
  }
  void attempt(double end) override {
    stages_.begin(1, end, 1);
    bends_.try_step();
    system_.stage_state[1] = nullptr;
    quintic_is_ = Fit::untried;
    attempted_step_ = end - previous_time_;
    stepper_.do_step(std::ref(system_), previous_state_, slope_, previous_time_, state_, next_slope_, end - previous_time_, error_);
    length_ = (end - previous_time_) * dominating_rate();
    find_defect(end);
  }
  void complete(double end) override { stages_.integrate<kWeights>(end - previous_time_, previous_quadratures_, quadratures_); }
  void watch() override { stiffness_.observe(length_, change()); }
  /// The integrals of the energy audit take part with a tolerance ten times that of the states. Where the motion is smooth but the power is
  /// not (a prescribed motion into a stop), the states alone would allow steps over which the integrals are wrong.
  double error_norm() const override {
    if (std::isnan(defect_)) return defect_;
    const double of_states = std::max(StiffnessAware::error_norm(), defect_);
    if (quadratures_.empty() || std::isnan(of_states)) return of_states;
    const double of_quadratures = stages_.relative<kErrors>(attempted_step_, previous_quadratures_) / (10 * weights_.rtol());
    return std::max(of_states, of_quadratures);
  }
  double shrink(double h, double error) override { return control_.shrink(h, error); }
  double grow(double h, double error, bool rejected) override { return control_.grow(h, error, rejected); }
  void forget() override {
    control_.forget();
    std::fill(most_.begin(), most_.end(), 0.0);
    is_restarted_ = true;
  }

 private:
  static constexpr std::size_t kStages = 7;
  static constexpr std::array kWeights{35.0 / 384, 0.0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84};
  static constexpr std::array kErrors{71.0 / 57600, 0.0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
  static constexpr double kLargestDefect = 2;    // tolerances
  static constexpr double kFirstPart = 1.0 / 8;  // of a first step, which is checked by itself
  static constexpr double kUnstable = 6.6;       // h |lambda|: twice what stability allows

  /// Where derivatives are not smooth, the error estimate may miss an error: all stages may lie on one side of a kink, or beyond a layer
  /// that begins at an event. So the change over the step, and after an event that over its first part, is compared with Simpson's rule
  /// along the dense output, of one panel or also of two. It may differ by two tolerances, since the error of the rule itself has the order
  /// of the estimate. Of a jump of the derivatives in the step, the error of the step is up to 3.7 times what both differ by (in the last
  /// ninth of the step), and so at most 7.4 tolerances. A peak between all places that are looked at is not seen.
  /// Steps whose stages show that no operator bends between them (bends.h) are not looked at, but for the first after an event, and for
  /// those that are so much longer than stability allows that the error of one step becomes eighty times as large in the next: all stages
  /// of a slow motion lie too near to it to show that.
  void find_defect(double end) {
    defect_ = 0;
    if (!ode_.has_kinks() || !(StiffnessAware::error_norm() <= 1)) return;
    const int panels = std::max(bends_.panels(), is_first_ || length_ > kUnstable ? 1 : 0);
    if (panels == 0) return;
    const double h = end - previous_time_;
    defect_ = defect(end, h, panels, state_, next_slope_);
    if (!is_first_ || !(defect_ <= 1)) return;
    at(end, kFirstPart * h, first_, first_slope_);
    defect_ = std::max(defect_, defect(end, kFirstPart * h, 1, first_, first_slope_));
  }
  /// The defect of the change from the beginning of the step to `state`, a time h later, where the derivatives are `slope`: by the rule of
  /// one panel, and if that finds none, by that of two if so many are asked for.
  double defect(double end, double h, int panels, const State& state, const State& slope) {
    at(end, 0.5 * h, inner_, middle_slope_);
    const auto of_sum = [&](double share) {
      for (std::size_t i = 0; i < sum_.size(); ++i) sum_[i] = (state[i] - previous_state_[i] - h * share * sum_[i]) / kLargestDefect;
      return weights_.norm(sum_.data(), previous_state_.data(), state_.data());
    };
    for (std::size_t i = 0; i < sum_.size(); ++i) sum_[i] = slope_[i] + 4 * middle_slope_[i] + slope[i];
    const double of_one = of_sum(1.0 / 6);
    if (panels < 2 || !(of_one <= 1)) return of_one;
    for (std::size_t i = 0; i < sum_.size(); ++i) sum_[i] = slope_[i] + 2 * middle_slope_[i] + slope[i];
    for (const double place : {0.25, 0.75}) {
      at(end, place * h, inner_, inner_slope_);
      for (std::size_t i = 0; i < sum_.size(); ++i) sum_[i] += 4 * inner_slope_[i];
    }
    const double of_two = of_sum(1.0 / 12);
    return of_two <= of_one ? of_one : of_two;
  }
  /// Fits the quintic to the last step unless that has been done; false if the equations have no values inside the step, and where the step
  /// is longer than stability allows, as where nothing moves: h f(x) makes errors of the state larger then, instead of smaller.
  bool fits_quintic() {
    if (quintic_is_ != Fit::untried) return quintic_is_ == Fit::done;
    quintic_is_ = Fit::impossible;
    const double h = time_ - previous_time_;
    if (StiffnessTest::is_too_long(length_)) return false;
    for (std::size_t k = 0; k < inside_.size(); ++k) {
      const double t = previous_time_ + Quintic::kPlaces[k] * h;
      interpolate(t, inner_);
      if (!ode_.derivatives_aside(t, inner_.data(), inside_[k].data())) return false;
    }
    quintic_.fit(h, previous_state_, slope_, state_, next_slope_, inside_);
    quintic_is_ = Fit::done;
    return true;
  }
  /// State and derivatives on the dense output of a step to `end`, a time `after` its beginning.
  void at(double end, double after, State& state, State& slope) {
    const double t = previous_time_ + after;
    stepper_.calc_state(t, state, previous_state_, slope_, previous_time_, state_, next_slope_, end);
    ++statistics_.evaluations;
    ode_.derivatives(t, state.data(), slope.data(), nullptr);
  }

  /// |f(a) - f(b)| / |a - b| between the sixth stage and the end of the step, which have the same time.
  double dominating_rate() const {
    const State& x = *system_.stage_state[0];
    const State& dxdt = *system_.stage_slope[0];
    const std::span<const double> nominal = ode_.nominal();
    double slopes = 0, states = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double weight = 1 / (weights_.atol() * nominal[i] + weights_.rtol() * std::abs(state_[i]));
      const double slope = (next_slope_[i] - dxdt[i]) * weight, state = (state_[i] - x[i]) * weight;
      slopes += slope * slope;
      states += state * state;
    }
    return states > 0 ? std::sqrt(slopes / states) : 0;
  }

  /// The largest change of a state in the step, relative to its largest magnitude since the restart.
  double change() {
    double largest = 0;
    for (std::size_t i = 0; i < state_.size(); ++i) {
      most_[i] = std::max(most_[i], std::fabs(state_[i]));
      const double change = std::fabs(state_[i] - previous_state_[i]);
      if (change > largest * most_[i] && most_[i] > 0) largest = change / most_[i];  // divisions take long
    }
    return largest;
  }

  StageSystem stages_;
  BendWatch bends_;
  Dopri5System system_{stages_, bends_};
  Dopri5Stepper stepper_;
  StepControl control_{5, 0.04};
  double attempted_step_ = 0;
  double length_ = 0;                           // of the last attempt, times the dominating eigenvalue
  double defect_ = 0;                           // of the last attempt; above 1: too large
  bool is_restarted_ = true, is_first_ = true;  // since the last step; before this one
  State slope_, next_slope_;                    // derivatives at the beginning and at the end of the step
  State inner_, inner_slope_, middle_slope_, sum_, first_, first_slope_, most_;
  enum class Fit : std::uint8_t { untried, done, impossible };
  Fit quintic_is_ = Fit::untried;  // of the last step
  Quintic quintic_;
  std::array<State, 2> inside_;  // derivatives at its places
};

}  // namespace

std::unique_ptr<StiffnessAware> make_stiffness_aware_dopri5(Ode& ode, const IntegratorOptions& options) {
  return std::make_unique<Dopri5>(ode, options);
}

std::unique_ptr<Integrator> make_dopri5(Ode& ode, const IntegratorOptions& options) { return std::make_unique<Dopri5>(ode, options); }

}  // namespace stribeck
