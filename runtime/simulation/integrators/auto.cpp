// The integrator that chooses. It begins with dopri5 and watches for steps that stiffness shortens (dopri5.h). When those have cost what
// a trial would, it lets an implicit method run for a while and keeps it if a simulated second costs less that way; otherwise it
// goes back and waits twice as long: failed trials cost as much as stiffness has at first, and ever less of it. While an implicit method
// runs, short trials of dopri5 beside it notice that the stiff part is over. Costs are counted operations (cost.h), never times, so that
// the same input gives the same bytes.
//
//   explicit --stiff, and enough spent--> trial of implicit --cheaper--> implicit <--trial cheaper--> other implicit
//      ^                                        | dearer                    |
//      +----------------------------------------+<--trial of dopri5 cheaper-+
//
// Of few states rosenbrock4 and cvode are implicit methods that try each other: which is cheaper depends on the tolerance and on how smooth
// the motion is. Of many, whose Jacobian is sparse, it is cvode, or arkode where events come so often that BDF would mostly run at low
// order.
#include <algorithm>
#include <cmath>

#include "base/diagnostic.h"
#include "base/text.h"
#include "simulation/integrators/adaptive.h"
#include "simulation/integrators/cost.h"
#include "simulation/integrators/dopri5.h"
#include "simulation/integrators/make.h"

namespace stribeck {

namespace {

constexpr int kWindow = 32;           // the steps over which a cost is measured
constexpr int kTrialPart = 20;        // the steps of a trial that are measured: BDF needs as many to find its order
constexpr int kTrialSteps = 60;       // the usual length of a trial
constexpr int kFewTrialSteps = 40;    // after which it has failed if a simulated second costs kHopeless times more;
constexpr int kMostTrialSteps = 120;  // otherwise it may go on, as steps grow for a long time after a restart
constexpr double kHopeless = 3;
constexpr int kProbeSteps = 12;           // the steps of a trial of dopri5 beside an implicit method; the second half is measured
constexpr std::int64_t kProbeEvery = 50;  // the implicit steps until the first such trial; doubled by each that fails
constexpr std::int64_t kProbeAtMostEvery = 1600;
constexpr std::int64_t kRivalEvery = 400;  // steps between two trials of the other implicit method; doubles with each
constexpr double kClearly = 0.8;           // a change of method must save a fifth
constexpr double kFewForBdf = 45;          // steps of cvode between events below which a method of one step is cheaper,
constexpr double kManyForOneStep = 20;     // and of that above which cvode is: measured on a heat equation of 200 states
constexpr int kFewStates = 50;             // up to which a dense Jacobian costs less than what arkode does beside it

enum class Method { dopri5, cvode, arkode, rosenbrock4 };

const char* name(Method method) {
  switch (method) {
    case Method::dopri5:
      return "dopri5";
    case Method::cvode:
      return "cvode";
    case Method::arkode:
      return "arkode";
    default:
      return "rosenbrock4";
  }
}

/// A change of method, noted as numbers: its text would take memory in a step.
struct MethodChange {
  enum class Because : std::uint8_t { stiffness, cheaper_implicit, cheaper_explicit, events };
  Because because = Because::stiffness;
  Method from = Method::dopri5, to = Method::dopri5;
  double time_s = 0;
  double now = 0, before = 0;  // operations a simulated second; where events are the reason, `before` is the steps between two of them

  void carry(Archive& archive) { archive(because), archive(from), archive(to), archive(time_s), archive(now), archive(before); }
  std::string text() const {
    const std::string begin = std::string(name(to)) + " from t = " + short_number(time_s) + " s: ";
    if (because == Because::events) return begin + "events came every " + short_number(std::round(before)) + " steps of " + name(from);
    return begin + "there " + reason() + short_number(now) + " operations instead of " + short_number(before);
  }

 private:
  const char* reason() const {
    if (because == Because::stiffness) return "stiffness shortened the explicit steps, and a simulated second costs about ";
    if (because == Because::cheaper_implicit) return "it was cheaper than another implicit method: a simulated second costs about ";
    return "explicit steps have become cheaper again: a simulated second costs about ";
  }
};

class Auto final : public Integrator {
 public:
  Auto(Ode& ode, const IntegratorOptions& options)
      : ode_(ode),
        options_(options),
        explicit_(make_stiffness_aware_dopri5(ode, options)),
        active_(explicit_.get()),
        has_cvode_(find_integrator("cvode") != nullptr),
        one_step_(ode.states() <= kFewStates || !has_cvode_ ? Method::rosenbrock4 : Method::arkode),
        candidate_(has_cvode_ ? Method::cvode : one_step_) {
    state_.assign(static_cast<std::size_t>(ode.states()), 0);
    previous_state_ = state_;
    quadratures_.assign(static_cast<std::size_t>(ode.quadratures()), 0);
  }

  void restart(double t, std::span<const double> x, std::span<const double> q, double direction_end) override {
    ++statistics_.restarts;
    stand_at(t, x, q, direction_end);
    if (method_ != Method::dopri5) suit_to_events();
    counted([&] { active_->restart(t, state_, quadratures_, direction_end); });
  }

  void begin_leg(double t, std::span<const double> x, std::span<const double> q, double direction_end) override {
    ++statistics_.restarts;
    stand_at(t, x, q, direction_end);
    counted([&] { active_->begin_leg(t, state_, quadratures_, direction_end); });
  }

  bool go_on(double t, std::span<const double> x, std::span<const double> q, double direction_end) override {
    if (!active_->go_on(t, x, q, direction_end)) return false;
    stand_at(t, x, q, direction_end);
    return true;
  }

  void step(double limit) override {
    if (!(limit > time_)) return;
    choose(limit);
    previous_time_ = time_;
    previous_state_.swap(state_);
    take_step(limit);
    adopt();
    ++steps_with_method_;
    ++steps_since_event_;
  }

  void retake(double t) override {
    counted([&] { active_->retake(t); });
    adopt();
  }

  bool retakes_by_interpolation() const override { return active_->retakes_by_interpolation(); }
  bool ends_steps_at_kinks() const override { return active_->ends_steps_at_kinks(); }
  bool is_retaken_poorly() const override { return active_->is_retaken_poorly(); }
  void interpolate(double t, std::span<double> x) override { active_->interpolate(t, x); }
  void interpolate_for_results(double t, std::span<double> x) override { active_->interpolate_for_results(t, x); }
  void interpolate_some(double t, const std::vector<std::size_t>& states, std::span<double> x) override {
    active_->interpolate_some(t, states, x);
  }
  int interpolation_degree() const override { return active_->interpolation_degree(); }
  EndSlopes end_slopes() const override { return active_->end_slopes(); }
  std::span<const double> powers() const override { return active_->powers(); }

  /// The remark on what was measured and chosen.
  void carry(Archive& archive) override {
    explicit_->carry(archive);
    archive(method_), archive(home_), archive(candidate_), archive(in_trial_), archive(last_switch_);
    for (double* value : {&explicit_rate_, &implicit_rate_, &home_rate_, &explicit_cost_per_step_, &patience_, &steps_between_events_})
      archive(*value);
    for (std::int64_t* value : {&steps_with_method_, &probe_every_, &next_probe_, &steps_since_event_, &rival_every_, &next_rival_})
      archive(*value);
    archive(switches_), archive(failed_trials_);
    IntegratorStatistics in_window = statistics_ - window_.begin, all = statistics_;
    all += earlier_;
    IntegratorStatistics in_part = statistics_ - part_.begin;
    archive(window_.begin_s), archive(in_window), archive(part_.begin_s), archive(in_part), archive(all);
    bool has_cvode = cvode_ != nullptr, has_one_step = one_step_made_ != nullptr;
    archive(has_cvode), archive(has_one_step);
    if (has_cvode) integrator(Method::cvode).carry(archive);
    if (has_one_step) integrator(one_step_).carry(archive);
    active_ = &integrator(method_);
    if (!archive.reading()) return;
    window_.begin = statistics_ - in_window;
    part_.begin = statistics_ - in_part;
    earlier_ = all;
  }

  std::string remark() const override {
    if (switches_ == 0) return remark_without_switch();
    std::string text = last_switch_.text();
    if (switches_ > 1) text += " (change " + std::to_string(switches_) + " of method in this run)";
    return text;
  }

 private:
  struct Window {
    double begin_s = 0;
    IntegratorStatistics begin;
    std::int64_t steps(const IntegratorStatistics& now) const { return now.steps - begin.steps; }
  };

  void stand_at(double t, std::span<const double> x, std::span<const double> q, double direction_end) {
    direction_end_ = direction_end;
    previous_time_ = time_ = t;
    copy_values(x, state_);
    copy_values(state_, previous_state_);
    copy_values(q, quadratures_);
  }
  /// Makes a call to the active method and adds its work to the statistics, which count restarts already.
  template <class Call>
  void counted(Call call) {
    const IntegratorStatistics before = active_->statistics();
    call();
    book(before, active_->statistics());
  }
  void book(const IntegratorStatistics& before, const IntegratorStatistics& now) {
    statistics_.steps += now.steps - before.steps;
    statistics_.rejected += now.rejected - before.rejected;
    statistics_.evaluations += now.evaluations - before.evaluations;
    statistics_.jacobians += now.jacobians - before.jacobians;
    statistics_.factorisations += now.factorisations - before.factorisations;
  }
  /// If an implicit method fails, the explicit one goes on, which may succeed.
  void take_step(double limit) {
    while (true) {
      try {
        return counted([&] { active_->step(limit); });
      } catch (const Failure&) {
        if (method_ == Method::dopri5) throw;
        copy_values(previous_state_, state_);
        give_up_trial();
      }
    }
  }
  void adopt() {
    time_ = active_->time();
    copy_values(active_->state(), state_);
    copy_values(active_->quadratures(), quadratures_);
  }

  /// Between two steps, so that the dense output of the last one stays valid until then.
  void choose(double limit) {
    if (method_ == Method::dopri5) {
      consider_implicit();
    } else if (in_trial_) {
      judge_trial();
    } else {
      consider_explicit(limit);
    }
  }

  void consider_implicit() {
    if (window_.steps(statistics_) >= kWindow) roll_window();
    if (!explicit_->stiffness().stiff() || explicit_rate_ <= 0) return;
    const double spent = static_cast<double>(explicit_->stiffness().total()) * explicit_cost_per_step_;
    const CostModel implicit = cost_model(candidate_);
    const double trial = kTrialSteps * (implicit.step + 1.5 * implicit.evaluation + 0.1 * implicit.factorisation);
    if (spent < trial * patience_) return;
    try_out(candidate_);
  }
  void try_out(Method method) {
    home_ = method_;
    home_rate_ = method_ == Method::dopri5 ? explicit_rate_ : implicit_rate_;
    switch_to(method);
    in_trial_ = true;
  }
  /// The implicit method that may take the place of the present one.
  Method rival() const { return candidate_ == Method::cvode || !has_cvode_ ? one_step_ : Method::cvode; }

  void roll_window() {
    const double cost = cost_model(method_).of(statistics_, window_.begin);
    const double rate = cost / (time_ - window_.begin_s);
    if (method_ == Method::dopri5) {
      explicit_rate_ = rate;
      explicit_cost_per_step_ = cost / static_cast<double>(window_.steps(statistics_));
    } else {
      implicit_rate_ = rate;
    }
    open_window();
  }
  void open_window() { window_ = part_ = {time_, statistics_}; }

  /// Judged by the last steps of the trial, because the first ones after a restart are always short.
  void judge_trial() {
    const std::int64_t steps = window_.steps(statistics_);
    if (part_.steps(statistics_) < kTrialPart) return;
    const double rate = cost_model(method_).of(statistics_, part_.begin) / (time_ - part_.begin_s);
    part_ = {time_, statistics_};
    if (rate < kClearly * home_rate_) {
      in_trial_ = false;
      implicit_rate_ = rate;
      candidate_ = method_;
      const bool was_explicit = home_ == Method::dopri5;
      note_change(was_explicit ? MethodChange::Because::stiffness : MethodChange::Because::cheaper_implicit, rate, home_rate_);
      if (was_explicit) patience_ = 1;
      open_window();  // so that the short steps at the beginning of the trial do not count
      next_probe_ = steps_with_method_ + probe_every_;
    } else if (steps >= (method_ == Method::cvode ? kMostTrialSteps : kFewTrialSteps) ||
               (steps >= kFewTrialSteps && rate > kHopeless * home_rate_)) {
      give_up_trial();
    }
  }
  /// Ends a trial that was not cheaper, or an implicit method that has failed.
  void give_up_trial() {
    const bool was_implicit = in_trial_ && home_ != Method::dopri5;
    in_trial_ = false;
    if (was_implicit) {
      const double rate = home_rate_;
      switch_to(home_);
      implicit_rate_ = rate;
      return;
    }
    ++failed_trials_;
    patience_ *= 2;
    if (one_step_ == Method::rosenbrock4) candidate_ = rival();
    switch_to(Method::dopri5);
  }

  void consider_explicit(double limit) {
    if (window_.steps(statistics_) >= kWindow) roll_window();
    if (steps_with_method_ < next_probe_) return;
    const double rate = probe_explicit(limit);
    if (rate > 0 && rate < kClearly * implicit_rate_) {
      const double implicit = implicit_rate_;
      switch_to(Method::dopri5);
      note_change(MethodChange::Because::cheaper_explicit, rate, implicit);
    } else {
      probe_every_ = std::min(2 * probe_every_, kProbeAtMostEvery);
      next_probe_ = steps_with_method_ + probe_every_;
      consider_rival();
    }
  }
  void consider_rival() {
    if (one_step_ != Method::rosenbrock4 || implicit_rate_ <= 0 || !has_cvode_) return;
    const std::int64_t steps = earlier_.steps + statistics_.steps;
    if (steps < next_rival_) return;
    rival_every_ *= 2;
    next_rival_ = steps + rival_every_;
    try_out(rival());
  }

  /// Measures the operations per simulated second of a few steps of dopri5 from the present state, which are then discarded; 0 if they give
  /// no information.
  double probe_explicit(double limit) {
    const IntegratorStatistics start = explicit_->statistics();
    IntegratorStatistics half = start;
    double half_s = time_, end_s = time_;
    try {
      explicit_->restart(time_, state_, quadratures_, direction_end_);
      for (int k = 0; k < kProbeSteps && explicit_->time() < limit; ++k) {
        if (2 * k <= kProbeSteps) {
          half = explicit_->statistics();
          half_s = explicit_->time();
        }
        explicit_->step(limit);
        end_s = explicit_->time();
      }
    } catch (const Failure&) {
      return 0;  // an explicit step has left the range of the model; the implicit method goes on
    }
    const IntegratorStatistics end = explicit_->statistics();
    statistics_.evaluations += end.evaluations - start.evaluations;
    return end_s > half_s ? cost_model(Method::dopri5).of(end, half) / (end_s - half_s) : 0;
  }

  /// Before a restart: notes the number of steps since the last one.
  void suit_to_events() {
    steps_between_events_ += 0.3 * (static_cast<double>(steps_since_event_) - steps_between_events_);
    steps_since_event_ = 0;
    if (in_trial_) return;
    const bool is_cvode = method_ == Method::cvode;
    if (!is_cvode && one_step_ == Method::rosenbrock4) return;  // it tries cvode itself
    const bool often = is_cvode ? steps_between_events_ < kFewForBdf : steps_between_events_ < kManyForOneStep;
    if (often != is_cvode) return;
    candidate_ = often ? one_step_ : Method::cvode;
    last_switch_ = {MethodChange::Because::events, method_, candidate_, time_, 0, steps_between_events_};
    steps_between_events_ = often ? kManyForOneStep / 2 : 2 * kFewForBdf;
    select(candidate_);
    ++switches_;
  }

  void switch_to(Method method) {
    select(method);
    if (method == Method::dopri5) explicit_rate_ = explicit_cost_per_step_ = 0;  // to be measured anew
    counted([&] { active_->restart(time_, state_, quadratures_, direction_end_); });
    steps_since_event_ = 0;
  }
  void select(Method method) {
    method_ = method;
    active_ = &integrator(method);
    steps_with_method_ = 0;
    probe_every_ = next_probe_ = kProbeEvery;
    open_window();
  }
  Integrator& integrator(Method method) {
    if (method == Method::dopri5) return *explicit_;
    std::unique_ptr<Integrator>& made = method == Method::cvode ? cvode_ : one_step_made_;
    if (!made) made = find_integrator(name(method))->make(ode_, options_);
    return *made;
  }
  CostModel cost_model(Method method) const {
    switch (method) {
      case Method::dopri5:
        return cost_of_dopri5(ode_);
      case Method::cvode:
        return cost_of_cvode(ode_);
      case Method::arkode:
        return cost_of_arkode(ode_);
      default:
        return cost_of_rosenbrock4(ode_);
    }
  }

  void note_change(MethodChange::Because because, double now, double before) {
    ++switches_;
    last_switch_ = {because, home_, method_, time_, now, before};
  }
  std::string remark_without_switch() const {
    const std::int64_t limited = explicit_->stiffness().total();
    if (limited == 0) return "dopri5: stiffness shortened no step";
    std::string text = "dopri5: stiffness shortened " + std::to_string(limited) + " of " +
                       std::to_string(earlier_.steps + statistics_.steps) + " explicit steps, ";
    if (failed_trials_ == 0) return text + "which cost less than trying an implicit method would have";
    return text + "but implicit steps, tried " + std::to_string(failed_trials_) + " times, cost more";
  }

  Ode& ode_;
  IntegratorOptions options_;
  std::unique_ptr<StiffnessAware> explicit_;
  std::unique_ptr<Integrator> cvode_, one_step_made_;
  Integrator* active_;
  Method method_ = Method::dopri5, home_ = Method::dopri5;  // from where the last trial began
  const bool has_cvode_;                                    // kernels may be built without SUNDIALS
  const Method one_step_;
  Method candidate_;  // the implicit method that is in use, or is tried next
  double direction_end_ = 0;

  Window window_, part_;
  IntegratorStatistics earlier_;                  // of those that this one follows
  double explicit_rate_ = 0, implicit_rate_ = 0;  // operations per simulated second over the last full window
  double home_rate_ = 0;                          // of home_ when the trial began
  double explicit_cost_per_step_ = 0;
  bool in_trial_ = false;
  double patience_ = 1;  // doubled by each trial that fails
  std::int64_t steps_with_method_ = 0, probe_every_ = kProbeEvery, next_probe_ = kProbeEvery;
  std::int64_t rival_every_ = kRivalEvery, next_rival_ = 0;
  std::int64_t steps_since_event_ = 0;
  double steps_between_events_ = 2 * kFewForBdf;
  int switches_ = 0, failed_trials_ = 0;
  MethodChange last_switch_;
};

}  // namespace

std::unique_ptr<Integrator> make_auto(Ode& ode, const IntegratorOptions& options) { return std::make_unique<Auto>(ode, options); }

}  // namespace stribeck
