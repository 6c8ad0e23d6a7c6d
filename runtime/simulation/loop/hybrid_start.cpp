// The start of a run: the states that meet the initial targets, and the modes there.
#include <optional>
#include <utility>

#include "base/constants.h"
#include "base/index.h"
#include "program/jammed.h"
#include "simulation/loop/hybrid_loop.h"
#include "simulation/loop/root_choice.h"
#include "simulation/start/steady_state.h"

namespace stribeck {

/// Finds the start with the states that the targets suggest. Where these do not determine the motion, as the stroke of a crank at its dead
/// centre, other states are chosen, and the targets are met again with them.
InitialState HybridLoop::find_start() {
  const double t = settings_.start_s;
  InitialState initial;
  try {
    initial = initialise(machine_, episode_->conditions, targets_, t);
  } catch (const Failure& failure) {
    if (machine_.program().watch.empty() || failure.diagnostics().front().code != ErrorCode::run_no_solution) throw;
    initial = find_start_by_other_states(failure);
  }
  if (machine_.program().watch.empty()) return initial;
  const WatchedValues point = watched_values(episode_->conditions.evaluate(t, initial.x.data()));
  if (!are_states_poor(machine_.program().watch, point, row_pivots_)) return initial;
  if (settings_.choices == nullptr) throw other_states_wanted(t);
  take_choice(point, t);
  if (!settings_.steady_state) episode_->frictions.prepare();
  return initialise(machine_, episode_->conditions, targets_, t, x_).with_choices_of(initial);
}

/// If a target asks for a value of a state that the mechanism cannot reach, the loops have no solution, which does not tell why. With other
/// states it is found how near the mechanism comes to the target; and if it reaches it after all, the run goes on from there.
InitialState HybridLoop::find_start_by_other_states(const Failure& failure) {
  const Program* const program = settings_.choices != nullptr ? settings_.choices->without_targets() : nullptr;
  if (program == nullptr) throw Failure(failure);
  const double t = settings_.start_s;
  machine_.begin_again(*program);
  take_program();
  episode_->conditions.schedule_by_time(t);
  if (!settings_.steady_state) episode_->frictions.prepare();
  const InitialState met = initialise(machine_, episode_->conditions, targets_, t);
  take_choice(watched_values(episode_->conditions.evaluate(t, met.x.data())), t);
  if (!settings_.steady_state) episode_->frictions.prepare();
  return initialise(machine_, episode_->conditions, targets_, t, x_).with_choices_of(met);
}

/// Before a start is refused as loops have no solution, it is tried again with longer searches for one.
void HybridLoop::find_beginning() {
  const Program& program = machine_.program();
  Context::Values before;
  machine_.keep(before);
  machine_.loops().search_longer(0);  // a run of this machine before may have ended in the middle of such a search
  try {
    return initialise_state();
  } catch (const Failure& failure) {
    if (failure.diagnostics().front().code != ErrorCode::run_no_solution || !machine_.loops().has_given_up()) throw;
  }
  machine_.begin_again(program);
  machine_.put_back(before);
  updates_.begin_again();
  take_program();
  constexpr int kMostLong = 16;  // searches: a few seconds, where a start tries many positions
  machine_.loops().search_longer(kMostLong);
  initialise_state();
  machine_.loops().search_longer(0);
}

void HybridLoop::initialise_state() {
  pace_from_s_ = settings_.start_s;
  if (settings_.steady_state && machine_.has_constraints())
    throw Failure(Diagnostic{.code = ErrorCode::spatial_loop,
                             .message = "steady_state is not supported of a diagram with closed loops of bodies",
                             .where = machine_.program().labels->where_of_component(machine_.program().constraints.component.front()),
                             .because = "constraints tie the states to one another",
                             .remedy = "start from positions near to the steady ones, with dampers that bring the motion to rest",
                             .details = {}});
  delays_.begin(settings_.start_s);
  next_scheduled_ = episode_->conditions.schedule_by_time(settings_.start_s);
  if (!settings_.steady_state) episode_->frictions.prepare();
  InitialState initial = find_start();
  std::optional<SteadyState> steady;
  if (settings_.steady_state) steady.emplace(machine_, episode_->conditions, episode_->ode, targets_, settings_.start_s).find(initial.x);
  x_ = std::move(initial.x);
  RootChoice roots(machine_, episode_->conditions, targets_);
  if (!steady) roots.take(settings_.start_s, x_);
  summary_.notes = std::move(initial.notes);
  const auto targets = [this] {
    const Snapshot& now = episode_->evaluation.now();
    machine_.run(Section::outputs);
    std::vector<double> values;
    for (const InitialTarget& target : targets_)
      if (target.priority != Priority::none) values.push_back(value_of(target, now));
    return values;
  };
  start_frictions(targets);
  if (steady) require_steady(*steady);
  // Impacts at the start have changed values that conditions compare.
  next_scheduled_ = episode_->conditions.schedule(episode_->conditions.evaluate(settings_.start_s, x_.data()), settings_.start_s);
  std::vector<std::string> labels;
  settle(settings_.start_s, labels);
  if (!steady && roots.take_with_frictions(settings_.start_s, x_)) settle(settings_.start_s, labels);
  const std::vector<Diagnostic> open = roots.notes(settings_.start_s, x_);
  summary_.notes.insert(summary_.notes.end(), open.begin(), open.end());
  episode_->frictions.forget_work();  // rows and audit begin after the events at the start
}

void HybridLoop::require_steady(SteadyState& steady) {
  steady.require(x_);
  summary_.steady = steady.left();
  summary_.notes.insert(summary_.notes.end(), steady.notes().begin(), steady.notes().end());
  const Snapshot now = episode_->conditions.evaluate(settings_.start_s, x_.data());
  machine_.run(Section::outputs);
  require_targets(now, targets_);
}

void HybridLoop::start_frictions(const std::function<std::vector<double>()>& targets) {
  std::vector<std::string> labels;
  for (int round = 0;; ++round) {
    try {
      return episode_->frictions.start(settings_.start_s, x_, targets);
    } catch (const Jammed& jammed) {
      if (round == kEventRounds || !episode_->frictions.jam(settings_.start_s, x_, jammed.frictions(), labels)) throw;
    }
  }
}

}  // namespace stribeck
