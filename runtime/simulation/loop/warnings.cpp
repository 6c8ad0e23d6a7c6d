// Messages of a run: functions whose derivatives are wrong, steps that are very short, the variable at which an integrator failed.
#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/format.h"
#include "base/index.h"
#include "base/text.h"
#include "program/external_functions.h"
#include "simulation/loop/hybrid_loop.h"

namespace stribeck {

/// Checks the derivatives of external functions at x_; each function is reported once.
void HybridLoop::check_functions(double t) {
  machine_.set_time(t);
  machine_.set_state(x_.data());
  for (Diagnostic& wrong : wrong_derivatives(machine_)) {
    const auto is_of_it = [&](const Diagnostic& note) {
      return note.code == ErrorCode::function_no_derivative && note.where.instance == wrong.where.instance;
    };
    if (std::none_of(summary_.notes.begin(), summary_.notes.end(), is_of_it)) summary_.notes.push_back(std::move(wrong));
  }
}

void HybridLoop::note_short_steps() {
  constexpr std::int64_t kMany = 1'000'000;
  IntegratorStatistics done = before_;
  done += integrator_->statistics();
  if (done.steps < kMany) return;
  const double span_s = integrator_->time() - settings_.start_s;
  std::optional<Diagnostic> note =
      jump_without_event(fmt::format("it took {} steps", done.steps), span_s / static_cast<double>(done.steps));
  if (!note) return;
  note->severity = Severity::warning;
  summary_.notes.push_back(std::move(*note));
}

void HybridLoop::require_progress() {
  if (++pace_steps_ < kPaceSteps) return;
  const double t = integrator_->time(), gained = t - pace_from_s_, span = settings_.stop_s - settings_.start_s;
  pace_steps_ = 0;
  pace_from_s_ = t;
  const double left = static_cast<double>(kPaceSteps) * (settings_.stop_s - t) / gained;
  if (gained > kLeastPace * span && left < kStepsAroundJump) return;
  const std::string taken = "the run will not end: its last " + std::to_string(kPaceSteps) + " steps went by " + short_number(gained) +
                            " s of " + short_number(span) + " s";
  if (std::optional<Diagnostic> jump = jump_without_event(taken, gained / kPaceSteps)) throw Failure(std::move(*jump));
  if (gained > kLeastPace * span) return;
  throw Failure(Diagnostic{
      .code = ErrorCode::run_no_progress,
      .message = "the run gets nowhere: its last " + std::to_string(kPaceSteps) + " steps went from t = " + short_number(t - gained) +
                 " s on by " + short_number(gained) + " s, of " + short_number(span) + " s",
      .where = {},
      .because = "something changes far faster than all that the run is about, as where a parameter is much too large or small",
      .remedy = "look at the parameters of what is fastest; if it is meant to be stiff, try the solver \"cvode\"",
      .details = {}});
}

/// The law around whose jump steps of this length go to and fro, if one jumps at the end of the last step without an event.
std::optional<Diagnostic> HybridLoop::jump_without_event(const std::string& steps, double step_s) {
  constexpr double kBesideJump = 10;  // in tolerances: how far steps go beyond a jump before they are rejected
  constexpr double kRounding = 1e-9;  // of the rates on both sides
  const std::vector<StateFacts>& states = machine_.program().state_facts;
  const Labels& labels = *machine_.program().labels;
  const double t = integrator_->time();
  take_state();
  const auto rates_beside = [&](std::size_t i, double tolerances) {
    std::vector<double> x = x_, rates(x_.size());
    x[i] += tolerances * (settings_.integrator.atol + settings_.integrator.rtol * std::fabs(x[i]));
    machine_.derivatives(t, x.data(), rates.data());
    return rates;
  };
  for (std::size_t i = 0; i < x_.size(); ++i) {
    std::vector<double> above, below, far_above, far_below;
    try {
      above = rates_beside(i, kBesideJump), below = rates_beside(i, -kBesideJump);
      far_above = rates_beside(i, 10 * kBesideJump), far_below = rates_beside(i, -10 * kBesideJump);
    } catch (const Failure&) {
      continue;
    }
    for (std::size_t j = 0; j < x_.size(); ++j) {
      // The difference across a jump does not depend on the distance; across a smooth law, even a stiff one, it grows in proportion to it.
      const double jump = std::fabs(above[j] - below[j]), further = std::fabs(far_above[j] - far_below[j]);
      if (!(jump > 0.5 * further) || !(jump > kRounding * (std::fabs(above[j]) + std::fabs(below[j])))) continue;
      const std::string steep = labels.variable(states[i].variable), jumping = labels.variable(states[j].variable);
      return Diagnostic{
          .code = ErrorCode::run_no_progress,
          .message = fmt::format("{}, of {} s on average: around {} = {} the rate of {} jumps from {} to {}", steps, short_number(step_s),
                                 steep, short_number(x_[i]), jumping, short_number(below[j]), short_number(above[j])),
          .where = labels.where_of_rate(states[j].rate),
          .because = "a law that jumps there without an event, as v/abs(v) does, lets no longer step pass",
          .remedy = "write the jump with sign, floor or if, which are events; or take a component that can stick",
          .details = {}};
    }
  }
  return std::nullopt;
}

/// Adds to the integrator's words which variable fails, with its component.
void HybridLoop::explain_failure(Failure failure) const {
  const std::vector<StateFacts>& states = machine_.program().state_facts;
  const Labels& labels = *machine_.program().labels;
  std::vector<Diagnostic> diagnostics = failure.diagnostics();
  const ErrorCode code = diagnostics.front().code;
  const bool from_integrator =
      (code == ErrorCode::run_not_finite || code == ErrorCode::run_step_too_small || code == ErrorCode::run_no_progress) &&
      diagnostics.front().where.file.empty();
  if (!from_integrator || !episode_ || !integrator_ || states.empty()) throw failure;
  std::vector<double> x(at(machine_.program().states())), rates(x.size());
  episode_->live.whole_state(integrator_->time(), integrator_->state(), x);
  std::size_t worst = 0;
  double largest = -1;
  try {
    machine_.derivatives(integrator_->time(), x.data(), rates.data());
  } catch (const Failure&) {
    throw failure;
  }
  for (std::size_t i = 0; i < rates.size(); ++i) {
    const double relative = std::isfinite(rates[i]) ? std::fabs(rates[i]) / std::max(std::fabs(x[i]), 1e-9) : HUGE_VAL;
    if (relative > largest) largest = relative, worst = i;
  }
  diagnostics.front().where = labels.where_of_rate(states[worst].rate);
  if (diagnostics.front().where.file.empty()) diagnostics.front().where.file = labels.file();
  char text[160];
  std::snprintf(text, sizeof text, "%.6g, changing at %.6g per second", x[worst], rates[worst]);
  diagnostics.front().details.emplace_back("fastest", labels.variable(states[worst].variable) + " = " + text);
  throw Failure(std::move(diagnostics));
}

/// The error that a run was interrupted in the middle of a step, an event or the start, which then is not part of the motion.
Failure HybridLoop::broken_off() const {
  const bool has_begun = integrator_ != nullptr;
  const double t = has_begun ? integrator_->previous_time() : settings_.start_s;
  const std::string where = has_begun ? "in a step from t = " + short_number(t) + " s on" : "before it had found where to start";
  return Failure(Diagnostic{
      .code = ErrorCode::run_interrupted,
      .message = "the run was interrupted " + where,
      .where = {},
      .because = allowance_.instructions < 0 ? fmt::format("it takes more than {} instructions", settings_.most_instructions) : "",
      .remedy = {},
      .details = {}});
}

/// The error that the motion needs other states than those of the program, which was stored by itself.
Failure HybridLoop::other_states_wanted(double t) const {
  std::vector<std::string> states;
  for (const StateFacts& state : machine_.program().state_facts) states.push_back(machine_.program().labels->variable(state.variable));
  return Failure(Diagnostic{.code = ErrorCode::program_unreadable,
                            .message = "from t = " + short_number(t) + " s on the motion needs other states than " + joined(states) +
                                       ", and the program holds none",
                            .where = {},
                            .because = "a constraint no longer determines the rest from these, as at the dead centre of a crank",
                            .remedy = "run the diagram, which chooses them anew; of an FMU, take co-simulation",
                            .details = {}});
}

}  // namespace stribeck
