// Variable-order BDF with the sparse Jacobian: SUNDIALS CVODES. Quadratures are computed by Gauss's rule along its polynomial. Those of
// CVODES are not used: outside of its error control they have the order of the step, which is one in long steps where the states are
// linear. Hindmarsh et al. (2005), SUNDIALS: suite of nonlinear and differential/algebraic equation solvers, ACM TOMS 31, 363-396.
#include <cvodes/cvodes.h>
#include <cvodes/cvodes_ls.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "simulation/integrators/adaptive.h"
#include "simulation/integrators/failures.h"
#include "simulation/integrators/interpolation.h"
#include "simulation/integrators/make.h"
#include "simulation/integrators/passed_over.h"
#include "simulation/integrators/sundials_support.h"

namespace stribeck {

namespace {

constexpr double kFinest = 1e-13;  // a relative tolerance below that is lost in rounding

/// CVODES holds local errors at the tolerance, and a multistep method adds them up over many steps: aim below what is asked for,
/// so that the answer is about as good as that of the one-step methods. At fine tolerances, where steps are of
/// fifth order, their number grows with the sixth root of the tolerance, and the errors that add up with it.
IntegratorOptions tightened(IntegratorOptions options) {
  constexpr double kAim = 0.1, kFine = 1e-8;
  const double aim = kAim * std::pow(std::min(options.rtol / kFine, 1.0), 1.0 / 6);
  options.rtol = std::max(aim * options.rtol, kFinest);
  options.atol *= aim;
  return options;
}

class Cvode final : public Integrator {
 public:
  Cvode(Ode& ode, const IntegratorOptions& options)
      : passed_over_(ode, options, statistics_),
        support_(ode, tightened(options), statistics_),
        gauss_(ode, statistics_, options.rtol),
        least_share_(std::min(1.0, kFinest / tightened(options).rtol)),
        max_step_(options.max_step_s),
        memory_(CVodeCreate(CV_BDF, support_.context())) {
    state_.assign(static_cast<std::size_t>(ode.states()), 0);
    quadratures_.assign(static_cast<std::size_t>(ode.quadratures()), 0);
    previous_state_ = state_;
    previous_quadratures_ = quadratures_;
    state_view_ = support_.wrap(state_);
    powers_.resize(state_.size() * (kHighestOrder + 1));
    powers_view_ = support_.wrap(state_);
    powers_view_.get()->ops->nvlinearcombination = keep_terms;
    configure();
  }
  ~Cvode() override { CVodeFree(&memory_); }

  void restart(double t, std::span<const double> x, std::span<const double> q, double direction_end) override {
    begin_leg(t, x, q, direction_end);
    ++beginnings_;
  }

  void begin_leg(double t, std::span<const double> x, std::span<const double> q, double) override {
    ++statistics_.restarts;
    stand_at(t, x, q);
    support_.check_start(t, state_);
    stale_ = true;
    share_ = beginnings_ > kFewBeginnings ? std::max(least_share_, kFewBeginnings / beginnings_) : 1;
  }

  /// A step as short as the way between two instants that nearly coincide leaves nothing but rounding of the history, which says how the
  /// states change over longer steps.
  bool go_on(double t, std::span<const double> x, std::span<const double> q, double) override {
    constexpr double kShort = 0.01;
    if (stale_ || time_ - previous_time_ < kShort * longest_step_) return false;
    stand_at(t, x, q);
    return true;
  }

  void step(double limit) override {
    if (!(limit > time_)) return;
    previous_time_ = time_;
    previous_state_ = state_;
    previous_quadratures_ = quadratures_;
    is_poor_ = false;
    if (stale_ && limit - time_ < shortest_step(limit)) return creep_to(limit);
    const bool is_first = stale_;
    if (is_first) begin();
    while (true) {
      support_.hold_at(steps_since_beginning_ < kStepsOfBeginning ? share_ : 1);
      CVodeSetStopTime(memory_, limit);
      const int flag = CVode(memory_, limit, state_view_.get(), &time_, CV_ONE_STEP);
      if (flag < 0 || (!is_first && stuck(limit))) fail();
      take_powers();
      integrate_rates(time_);
      collect();
      support_.forget();
      ++steps_since_beginning_;
      longest_step_ = std::max(longest_step_, time_ - previous_time_);
      if (!passes_over() || !begin_shorter()) return;
    }
  }

  /// Shortens the step by its interpolation polynomial, which has the order of the step; the next step is a restart.
  void retake(double t) override {
    if (t == time_) return;
    if (crept_) {
      state_ = previous_state_;
      quadratures_ = previous_quadratures_;
      support_.creep(previous_time_, t - previous_time_, state_, quadratures_);
    } else {
      polynomial(t, state_);
      integrate_rates(t);
    }
    time_ = t;
    stale_ = true;
    is_poor_ = crept_ ? std::optional(false) : std::nullopt;
  }

  bool retakes_by_interpolation() const override { return !crept_; }
  /// Looked at when it is asked: the search for an event shortens a step several times.
  bool is_retaken_poorly() const override {
    if (!is_poor_) is_poor_ = passes_over() || end_passes_over();
    return *is_poor_;
  }
  bool ends_steps_at_kinks() const override { return false; }

  void interpolate(double t, std::span<double> x) override {
    if (crept_ || time_ == previous_time_) return (void)std::copy(state_.begin(), state_.end(), x.begin());
    polynomial(t, x);
  }
  void carry(Archive& archive) override { archive(beginnings_); }
  int interpolation_degree() const override { return crept_ ? 1 : order_; }
  std::span<const double> powers() const override {
    if (crept_ || stale_) return {};  // the polynomial does not end at this state
    return {powers_.data(), state_.size() * static_cast<std::size_t>(order_ + 1)};
  }

 private:
  void stand_at(double t, std::span<const double> x, std::span<const double> q) {
    previous_time_ = time_ = t;
    copy_values(x, state_);
    copy_values(q, quadratures_);
    copy_values(state_, previous_state_);
    copy_values(quadratures_, previous_quadratures_);
  }

  void configure() {
    CVodeInit(memory_, SundialsOde::derivatives, 0, state_view_.get());
    CVodeSetErrHandlerFn(memory_, SundialsOde::message, &support_);
    CVodeSetUserData(memory_, &support_);
    CVodeWFtolerances(memory_, SundialsOde::weights);
    CVodeSetLinearSolver(memory_, support_.solver(), support_.matrix());
    CVodeSetJacFn(memory_, SundialsOde::jacobian);
    // As old as its factors: behind where friction breaks loose the stiffness falls by decades in a few steps, and with an older matrix,
    // far too stiff, corrections of Newton's iteration look small that are wrong by thousands of tolerances.
    CVodeSetJacEvalFrequency(memory_, 1);
    CVodeSetMaxHnilWarns(memory_, -1);
    if (max_step_ > 0) CVodeSetMaxStep(memory_, max_step_);
  }

  /// Restarts at order one. The last step belonged to a higher order, so that CVODES estimates the first step from the second derivative.
  void begin() {
    CVodeReInit(memory_, time_, state_view_.get());
    CVodeSetInitStep(memory_, 0);  // estimated
    stale_ = crept_ = false;
    steps_since_beginning_ = 0, longest_step_ = 0;
    before_ = {};
  }

  bool passes_over() const { return passed_over_.looks_so(previous_time_, previous_state_, time_, state_, gauss_.change()); }

  bool end_passes_over() const {
    const auto state_at = [this](double t, std::span<double> x) { polynomial(t, x); };
    return passed_over_.end_looks_so(gauss_, state_at, previous_time_, time_, state_, quadratures_);
  }

  /// Goes back to the beginning of the last step, to begin with a shorter one; false if there is none.
  bool begin_shorter() {
    constexpr double kShorter = 1.0 / 8;
    const double h = kShorter * (time_ - previous_time_);
    if (h < shortest_step(previous_time_)) return false;
    ++statistics_.rejected;
    --statistics_.steps;
    time_ = previous_time_;
    state_ = previous_state_;
    quadratures_ = previous_quadratures_;
    begin();
    CVodeSetInitStep(memory_, h);
    return true;
  }

  /// CVODES adds up the terms of its polynomial to evaluate it; at the beginning of the step they are kept one by one instead: with powers
  /// of the share of the step back from its end they are the whole polynomial. From the highest one, as CVodeGetDky() gives them.
  static int keep_terms(int count, sunrealtype* factors, N_Vector* vectors, N_Vector result) {
    const sunindextype states = N_VGetLength(result);
    for (int k = 0; k < count; ++k) {
      const double* const vector = N_VGetArrayPointer(vectors[k]);
      double* const term = N_VGetArrayPointer(result) + (count - 1 - k) * states;
      for (sunindextype i = 0; i < states; ++i) term[i] = factors[k] * vector[i];
    }
    return 0;
  }

  void take_powers() {
    CVodeGetLastOrder(memory_, &order_);
    N_VSetArrayPointer(powers_.data(), powers_view_.get());
    CVodeGetDky(memory_, previous_time_, 0, powers_view_.get());
    powers_end_ = time_;
  }

  void polynomial(double t, std::span<double> x) const {
    const double share = (powers_end_ - t) / (powers_end_ - previous_time_);
    const std::size_t states = state_.size();
    const double* power = powers_.data() + states * static_cast<std::size_t>(order_);
    std::copy(power, power + states, x.begin());
    for (int k = order_; k-- > 0;) {
      power -= states;
      for (std::size_t i = 0; i < states; ++i) x[i] = x[i] * share + power[i];
    }
  }

  void integrate_rates(double to) {
    const auto state_at = [this](double t, std::span<double> x) { polynomial(t, x); };
    gauss_.integrate(previous_time_, to, state_at, previous_quadratures_, quadratures_);
  }

  void creep_to(double limit) {
    support_.creep(time_, limit - time_, state_, quadratures_);
    time_ = limit;
    crept_ = true;
    ++statistics_.steps;
  }

  void collect() {
    Counters now;
    CVodeGetNumErrTestFails(memory_, &now.rejected);
    CVodeGetNumLinSolvSetups(memory_, &now.setups);
    long failed_corrections = 0;
    CVodeGetNumStepSolveFails(memory_, &failed_corrections);
    now.rejected += failed_corrections;
    statistics_.rejected += now.rejected - before_.rejected;
    statistics_.factorisations += now.setups - before_.setups;
    before_ = now;
    ++statistics_.steps;
  }

  /// CVODES only warns, and goes on for ever, when t + h = t. A short first step is none of that: where a state is
  /// zero, it may change by atol only. The next one is longer.
  bool stuck(double limit) const { return time_ < limit && time_ - previous_time_ < time_resolution(time_); }

  [[noreturn]] void fail() {
    double reached = time_, h = 0;
    CVodeGetCurrentTime(memory_, &reached);
    CVodeGetCurrentStep(memory_, &h);
    SundialsVector error(N_VClone(state_view_.get())), weight(N_VClone(state_view_.get()));
    const bool known =
        CVodeGetEstLocalErrors(memory_, error.get()) == CV_SUCCESS && CVodeGetErrWeights(memory_, weight.get()) == CV_SUCCESS;
    support_.fail(reached, h, known ? error.get() : nullptr, known ? weight.get() : nullptr);
  }

  struct Counters {
    long rejected = 0, setups = 0;
  };

  mutable PassedOver passed_over_;
  SundialsOde support_;
  mutable GaussQuadrature gauss_;
  /// Behind each beginning there are a dozen or two steps of low order, whose errors have the same sign and add up from one event to the
  /// next: ten make one tolerance or so. At shares of the tolerance that fall with the number of beginnings from there on, the sum
  /// grows with its logarithm only. Later steps are longer: their errors stay at the whole tolerance, as below it is what rounding makes of
  /// large forces that balance each other.
  static constexpr double kFewBeginnings = 10;
  static constexpr int kStepsOfBeginning = 30;
  double beginnings_ = 0, share_ = 1, least_share_;
  int steps_since_beginning_ = 0;
  double longest_step_ = 0;  // since then
  double max_step_;
  void* memory_;
  SundialsVector state_view_, powers_view_;
  static constexpr int kHighestOrder = 5;
  int order_ = 1;
  std::vector<double> powers_;
  double powers_end_ = 0;
  std::vector<double> previous_quadratures_;
  Counters before_;
  bool stale_ = true;                            // CVODES does not stand at (time_, state_)
  mutable std::optional<bool> is_poor_ = false;  // of a retaken step: not looked at yet, or whether it passes over something
  bool crept_ = false;                           // the last step was not made by CVODES
};

}  // namespace

std::unique_ptr<Integrator> make_cvode(Ode& ode, const IntegratorOptions& options) { return std::make_unique<Cvode>(ode, options); }

}  // namespace stribeck
