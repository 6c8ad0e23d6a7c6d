// One-step implicit method with the sparse Jacobian: SUNDIALS ARKODE with ARK4(3)6L[2]SA, an L-stable ESDIRK whose stages all lie
// within the step. Restarts at full order after an event.
// Kennedy, Carpenter (2003), Additive Runge-Kutta schemes for convection-diffusion-reaction equations, Appl. Numer. Math. 44, 139-181.
// Order 4(3) and not 5(4), since its error estimate is of the order of the cubic dense output: events and rows are as accurate as steps.
#include <arkode/arkode_arkstep.h>

#include <algorithm>

#include "simulation/integrators/adaptive.h"
#include "simulation/integrators/failures.h"
#include "simulation/integrators/interpolation.h"
#include "simulation/integrators/make.h"
#include "simulation/integrators/sundials_support.h"

namespace stribeck {

namespace {

class Arkode final : public Integrator {
 public:
  Arkode(Ode& ode, const IntegratorOptions& options)
      : support_(ode, options, statistics_), gauss_(ode, statistics_, options.rtol), max_step_(options.max_step_s) {
    state_.assign(static_cast<std::size_t>(ode.states()), 0);
    quadratures_.assign(static_cast<std::size_t>(ode.quadratures()), 0);
    previous_state_ = state_;
    previous_quadratures_ = quadratures_;
    state_view_ = support_.wrap(state_);
    scratch_view_ = support_.wrap(state_);
    memory_ = ARKStepCreate(nullptr, SundialsOde::derivatives, 0, state_view_.get(), support_.context());
    configure();
  }
  ~Arkode() override { ARKStepFree(&memory_); }

  void restart(double t, std::span<const double> x, std::span<const double> q, double) override {
    ++statistics_.restarts;
    previous_time_ = time_ = t;
    copy_values(x, state_);
    copy_values(q, quadratures_);
    copy_values(state_, previous_state_);
    copy_values(quadratures_, previous_quadratures_);
    support_.check_start(t, state_);
    stale_ = true;
  }

  void step(double limit) override {
    if (!(limit > time_)) return;
    previous_time_ = time_;
    previous_state_ = state_;
    previous_quadratures_ = quadratures_;
    if (stale_ && limit - time_ < shortest_step(limit)) return creep_to(limit);
    if (creeps_to_end(limit, kRefused * last_step_)) return;
    bool is_first = stale_;
    int flag = evolve(limit);
    while (flag == ARK_RHSFUNC_FAIL && step_back()) {
      if (creeps_to_end(limit, kRefused * kept_step_)) return;
      is_first = true;
      flag = evolve(limit);
    }
    if (flag < 0 || (!is_first && stuck(limit))) fail();
    if (time_ < limit || kept_step_ == 0) ARKStepGetCurrentStep(memory_, &kept_step_);
    ++statistics_.steps;
    last_step_ = time_ - previous_time_;
    integrate_rates();
    collect();
    support_.forget();
  }

  /// One step from previous_time() without error control: the longer step has been accepted already.
  void retake(double t) override {
    if (t == time_) return;
    state_ = previous_state_;
    if (crept_) {
      quadratures_ = previous_quadratures_;
      support_.creep(previous_time_, t - previous_time_, state_, quadratures_);
      time_ = t;
    } else {
      begin(previous_time_, state_view_.get());
      ARKStepSetFixedStep(memory_, t - previous_time_);
      ARKStepSetStopTime(memory_, t);
      const int flag = ARKStepEvolve(memory_, t, state_view_.get(), &time_, ARK_ONE_STEP);
      if (flag < 0) fail();
      ARKStepSetFixedStep(memory_, 0);
      time_ = t;
      integrate_rates();
    }
    stale_ = true;
  }

  void carry(Archive& archive) override { archive(kept_step_); }

  void interpolate(double t, std::span<double> x) override {
    if (crept_) return along_line(t, x);
    if (time_ == previous_time_) return (void)std::copy(state_.begin(), state_.end(), x.begin());
    N_VSetArrayPointer(x.data(), scratch_view_.get());
    ARKStepGetDky(memory_, t, 0, scratch_view_.get());
  }
  int interpolation_degree() const override { return 3; }

 private:
  /// ARKODE tries a quarter of a step next where an evaluation was refused.
  static constexpr double kRefused = 4;

  void configure() {
    ARKStepSetErrHandlerFn(memory_, SundialsOde::message, &support_);
    ARKStepSetUserData(memory_, &support_);
    ARKStepSetTableNum(memory_, ARKODE_ARK436L2SA_DIRK_6_3_4, ARKODE_ERK_NONE);
    ARKStepSetInterpolantType(memory_, ARK_INTERP_HERMITE);
    ARKStepSetInterpolantDegree(memory_, 3);
    ARKStepSetDeduceImplicitRhs(memory_, SUNTRUE);  // f at a stage would amplify the error of its Newton iteration by h times stiffness
    // A new factorisation each step, not only when gamma has moved by 20 %: ARKODE keeps the rate of convergence it once measured, and
    // on a nearly linear system accepts first iterates that are wrong by a thousand tolerances (seen with 6.4.1 on x' = -(x - cos t) - sin
    // t).
    ARKStepSetLSetupFrequency(memory_, 1);
    ARKStepWFtolerances(memory_, SundialsOde::weights);
    ARKStepSetLinearSolver(memory_, support_.solver(), support_.matrix());
    ARKStepSetJacFn(memory_, SundialsOde::jacobian);
    // A friction that breaks loose is suddenly stiff, after steps as long as the run: reducing the step to a quarter ten times is not
    // enough.
    ARKStepSetMaxConvFails(memory_, 40);
    // Twice ARKODE's own: coupled clutches were wrong by 13 tolerances with it, tests/bench/work_precision.py, by 6 with this.
    ARKStepSetErrorBias(memory_, 3);
    ARKStepSetMaxHnilWarns(memory_, -1);
    if (max_step_ > 0) ARKStepSetMaxStep(memory_, max_step_);
  }

  void begin(double t, N_Vector x) {
    ARKStepReset(memory_, t, x);
    ARKStepSetInitStep(memory_, kept_step_);
    stale_ = crept_ = false;
  }

  int evolve(double limit) {
    if (stale_) begin(time_, state_view_.get());
    ARKStepSetStopTime(memory_, limit);
    support_.refuse_beyond(true);
    const int flag = ARKStepEvolve(memory_, limit, state_view_.get(), &time_, ARK_ONE_STEP);
    support_.refuse_beyond(false);  // a step that is retaken ends at most where one has been accepted
    return flag;
  }

  /// Tries a shorter step if the state at the end of a step that ARKODE has accepted lies beyond the end of the motion. False if something
  /// else has failed.
  bool step_back() {
    if (!support_.is_refused()) return false;
    double tried = 0;
    ARKStepGetCurrentStep(memory_, &tried);
    kept_step_ = tried / kRefused;
    state_ = previous_state_;
    time_ = previous_time_;
    stale_ = true;
    return kept_step_ > shortest_step(time_);
  }

  /// Steps to the end of the motion if that is so near that a straight line is accurate.
  bool creeps_to_end(double limit, double reach) {
    if (!support_.takes_refusal()) return false;
    const double end = std::min(limit, time_ + reach);
    if (!support_.ends_within(time_, end - time_, state_)) return false;
    creep_to(end);
    return true;
  }

  void creep_to(double limit) {
    support_.creep(time_, limit - time_, state_, quadratures_);
    time_ = limit;
    crept_ = stale_ = true;
    ++statistics_.steps;
  }

  void along_line(double t, std::span<double> x) const {
    const double share = time_ > previous_time_ ? (t - previous_time_) / (time_ - previous_time_) : 1;
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = previous_state_[i] + share * (state_[i] - previous_state_[i]);
  }

  void integrate_rates() {
    const auto state_at = [this](double t, std::span<double> x) {
      N_VSetArrayPointer(x.data(), scratch_view_.get());
      ARKStepGetDky(memory_, t, 0, scratch_view_.get());
    };
    gauss_.integrate(previous_time_, time_, state_at, previous_quadratures_, quadratures_);
  }

  void collect() {
    long attempts = 0, setups = 0;
    ARKStepGetNumStepAttempts(memory_, &attempts);
    ARKStepGetNumLinSolvSetups(memory_, &setups);
    statistics_.rejected = std::max<std::int64_t>(statistics_.rejected, attempts - statistics_.steps);
    statistics_.factorisations = setups;
  }

  /// ARKODE only warns, and goes on for ever, when t + h = t. A short first step is none of that: where a state is
  /// zero, it may change by atol only. The next one is longer.
  bool stuck(double limit) const { return time_ < limit && time_ - previous_time_ < time_resolution(time_); }

  [[noreturn]] void fail() {
    double reached = time_, h = 0;
    ARKStepGetCurrentTime(memory_, &reached);
    ARKStepGetCurrentStep(memory_, &h);
    SundialsVector error(N_VClone(state_view_.get())), weight(N_VClone(state_view_.get()));
    const bool known =
        ARKStepGetEstLocalErrors(memory_, error.get()) == ARK_SUCCESS && ARKStepGetErrWeights(memory_, weight.get()) == ARK_SUCCESS;
    support_.fail(reached, h, known ? error.get() : nullptr, known ? weight.get() : nullptr);
  }

  SundialsOde support_;
  GaussQuadrature gauss_;
  double max_step_;
  void* memory_ = nullptr;
  SundialsVector state_view_, scratch_view_;
  std::vector<double> previous_quadratures_;
  double kept_step_ = 0;  // 0: ARKODE chooses
  double last_step_ = 0;
  bool stale_ = true;   // ARKODE does not stand at (time_, state_)
  bool crept_ = false;  // the last step was not made by ARKODE
};

}  // namespace

std::unique_ptr<Integrator> make_arkode(Ode& ode, const IntegratorOptions& options) { return std::make_unique<Arkode>(ode, options); }

}  // namespace stribeck
