// The event loop (design section 4). x- is the state an event finds, x+ the one it leaves.
//
//   settle the conditions at t0
//   until t = stop:
//     integrate with conditions held, towards the next scheduled time or the stop
//     if a condition has changed in a step: t_e = the first change (event_search.cpp); x- = x(t_e)
//     if t is a scheduled time: x- = x(t)
//     write the row before; take over every condition that changed at x-, evaluate again, until none changes (at most kEventRounds rounds);
//       do what they trigger, then what is clocked, in the order of the data flow (updates.h); where the mode of a dry friction has ended,
//       decide on the modes of the network (friction_modes.cpp), which may move x+; conditions again, until neither changes
//     write the row after; restart the integrator from x+
//     now and then: begin a new leg (hybrid_legs.cpp)
//
// When a condition triggers. Condition c compares its crossing function g_c(t, x, held values) with zero; held(c) is the truth that the
// equations are evaluated with. Let x(s) be the motion from the last event at t0 on, with everything held. Then c triggers at
//
//   t_c = inf { s > t0 : (g_c(s, x(s)) compared with zero) != held(c) },
//
// and the event is at t_e = the least t_c, or at the next scheduled time if that comes first. A condition that is linear in time alone is
// scheduled: its t_c is computed, not searched. For the others t_e is the first instant in floating point, at most kEventTimeTolerance of
// the step behind t_c, at which the state of a step that ends there has the condition changed: so g_c is never zero and undecided after an
// event, and a condition that is reset onto its own edge does not trigger again. A condition that is true and false again between two
// instants of a step triggers as well, as far as guard_bounds.cpp bounds g_c over the step. Conditions whose t_c lie within rounding of t_e
// are one event: all are taken over before any is looked at again.
#include "simulation/loop/hybrid_loop.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/constants.h"
#include "base/index.h"
#include "base/interruption.h"
#include "base/text.h"
#include "program/jammed.h"
#include "simulation/events/event_names.h"
#include "simulation/loop/root_choice.h"
#include "simulation/rows/energy_audit.h"

namespace stribeck {

namespace {
/// Oscillations within a smaller share of the run may be missed in the first step.
constexpr double kFirstResolution = 1e-3;
/// A step is at most so many rows long: progress is reported, and interruptions are looked for, between steps.
constexpr double kRowsInStep = 1e5;
}  // namespace

HybridLoop::HybridLoop(Machine& machine, RowWriter& rows, const RunSettings& settings)
    : machine_(machine),
      updates_(machine),
      delays_(machine, settings.integrator),
      heat_(count_heats(machine.program().audit)),
      targets_(settings.targets ? *settings.targets : targets_of(machine.program())),
      rows_(rows),
      settings_(settings),
      allowance_{.interrupted = settings.interrupted, .instructions = settings.most_instructions} {
  if (find_integrator(settings.solver) == nullptr)
    throw Failure(Diagnostic{.code = ErrorCode::experiment_bad_solver,
                             .message = "there is no solver " + in_quotes(settings.solver),
                             .where = {},
                             .because = {},
                             .remedy = "take \"auto\"",
                             .details = {}});
  for (const GivenValue& given : settings.given) machine.tell(machine.program().discretes[at(given.discrete)].value, given.value);
  take_program();
  if (!settings.check_motion) return;
  const double latest_s = std::max(std::fabs(settings.start_s), std::fabs(settings.stop_s));
  check_.emplace(machine, settings.integrator, latest_s, !find_integrator(settings.solver)->fixed_step);
}

void HybridLoop::take_program() {
  take_notes();
  take_memories();
  evaluation_.emplace(machine_);
  conditions_.emplace(machine_, *evaluation_);
  conditions_->set_choice_for_loops([this](double t, const double* x) {
    return RootChoice(machine_, *conditions_, targets_).find_modes(t, {x, x + machine_.program().states()});
  });
  live_.emplace(machine_, *evaluation_, span_s(), settings_.from_outside);
  ode_.emplace(machine_, *live_, settings_.integrator);
  if (!settings_.from_outside && !find_integrator(settings_.solver)->fixed_step) ode_->keep_to(branches_.branch());
  frictions_.emplace(machine_, *conditions_, span_s());
  integrator_.reset();
  learned_ = {};
  const bool is_thorough = !frictions_->empty() || machine_.program().watches_time;
  kinks_.emplace(machine_, *live_, settings_.integrator.rtol);
  search_.emplace(machine_, *live_, is_thorough, kFirstResolution * span_s(), span_s());
}

/// Makes an integrator for the states that are followed now; it takes over the step sizes and estimates of the one before.
void HybridLoop::take_integrator() {
  if (integrator_) {
    keep_learned();
    before_ += integrator_->statistics();
  }
  ode_->follow();
  if (settings_.from_outside) {
    auto outside = std::make_unique<OutsideIntegrator>(*ode_);
    outside_ = outside.get();
    integrator_ = std::move(outside);
    return;
  }
  integrator_ = find_integrator(settings_.solver)->make(*ode_, settings_.integrator);
  const std::string& learned = learned_[ode_->states() == 0 ? 1 : 0];
  if (learned.empty()) return;
  Archive archive(learned);
  integrator_->carry(archive);
}

void HybridLoop::keep_learned() {
  Archive archive;
  integrator_->carry(archive);
  learned_[integrator_->state().empty() ? 1 : 0] = archive.take();
  if (!integrator_->state().empty()) remark_ = integrator_->remark();
}

/// The motion goes on from x_ at t.
void HybridLoop::restart(double t, const std::vector<double>& q) {
  heat_.note_all(t, q);
  rows_.begin_heat(t, q);
  if (live_->hold(t, x_, q) || !integrator_) take_integrator();
  branches_.look(t, x_);
  ode_->note_sizes(live_->followed_state(x_), 0);
  integrator_->restart(t, live_->followed_state(x_), live_->followed_quadratures(q), settings_.stop_s);
  search_->begin(*integrator_);
  kinks_->begin(*integrator_);
  if (check_) check_->begin(x_);
  if (settings_.follower != nullptr) settings_.follower->begin(t, x_);
  if (!machine_.loops().can_follow()) return;
  evaluation_->at(t, x_.data());
  machine_.loops().follow();
  if (outside_ != nullptr) machine_.loops().try_beyond();
}

/// x_ becomes the state at the end of the last step.
const std::vector<double>& HybridLoop::take_state() {
  x_.resize(at(machine_.program().states()));
  last_step().state(integrator_->time(), x_);
  machine_.project(integrator_->time(), x_);
  return x_;
}

/// Whether the integrated states have drifted off the constraints by more than the tolerance; then the integrator is restarted from the
/// states on the constraints. No curve jumps by that, since all results are computed from states on the constraints.
bool HybridLoop::has_drifted_off() {
  if (!machine_.has_constraints() || integrator_->state().empty()) return false;
  std::vector<double> integrated(at(machine_.program().states()));
  last_step().state(integrator_->time(), integrated);
  take_state();
  for (std::size_t s = 0; s < x_.size(); ++s) {
    const double nominal = machine_.program().state_facts[s].nominal.value_or(1);
    const double allowed = settings_.integrator.atol * nominal + settings_.integrator.rtol * std::fabs(x_[s]);
    if (std::fabs(x_[s] - integrated[s]) > allowed) return true;
  }
  return false;
}

void HybridLoop::take_notes() {
  if (frictions_) summary_.notes.insert(summary_.notes.end(), frictions_->notes().begin(), frictions_->notes().end());
}

/// At the end of a step: notes the dissipated energies that are integrated. The others are noted at events only.
void HybridLoop::watch_heat() {
  const std::vector<std::size_t>& followed = live_->quadratures();
  for (std::size_t i = 0; i < followed.size() && followed[i] < heat_.size(); ++i)
    heat_.note(followed[i], integrator_->time(), integrator_->quadratures()[i]);
}

/// Whether a choice of other states would serve better at the end of the last step.
bool HybridLoop::states_are_poor() {
  if (machine_.program().watch.empty()) return false;
  conditions_->evaluate(integrator_->time(), take_state().data());
  take_watched_values(machine_, watched_);
  if (!are_states_poor(machine_.program().watch, watched_, row_pivots_)) return false;
  if (settings_.choices == nullptr) throw other_states_wanted(integrator_->time());
  return true;
}

/// Goes on with other states at the same instant. Motion and held truths stay the same, and loops start from their present values, so that
/// they stay on their solutions.
void HybridLoop::change_states() {
  const double t = integrator_->time();
  conditions_->evaluate(t, take_state().data());
  const WatchedValues point = watched_values(machine_);
  const std::vector<double> q = quadratures();
  before_ += integrator_->statistics();
  rows_.grid(last_step(), t, true);
  take_choice(point, t);
  restart(t, q);
  ++choices_;
}

void HybridLoop::take_choice(const WatchedValues& point, double t) {
  const Program* const choice = settings_.choices->choose(point);
  if (choice == nullptr) throw other_states_wanted(t);
  const Program& program = *choice;
  chosen_at_ = point;
  machine_.become(program);
  const auto value = [&](std::int32_t variable) { return watched_value(program.watch, point, variable); };
  for (const BlockCode& block : program.blocks)
    for (std::size_t k = 0; k < block.unknowns.size(); ++k) machine_.set(block.unknowns[k], value(block.facts[k].variable));
  take_program();
  conditions_->schedule(t);  // for the pieces of tables; the next scheduled time does not depend on the choice of states
  x_.clear();
  for (const StateFacts& state : program.state_facts) x_.push_back(value(state.variable));
}

RunSummary HybridLoop::run() {
  begin();
  go_to(settings_.stop_s);
  return end();
}

void HybridLoop::begin() {
  const Interruptible interruptible(allowance_);
  try {
    begin_here();
  } catch (const Interruption&) {
    throw broken_off();
  }
}

void HybridLoop::begin_here() {
  summary_.solver = settings_.solver;
  summary_.start_s = settings_.start_s;
  summary_.stop_s = settings_.stop_s;
  summary_.states = machine_.program().states();
  rows_.set_grid(settings_.start_s, settings_.stop_s, settings_.interval_s, settings_.extra_times_s);
  if (settings_.chosen_rows != nullptr) rows_.choose(settings_.rows, *settings_.chosen_rows);
  if (settings_.resume == nullptr) {
    initialise_state();
    rows_.skip_to(settings_.start_s);
    rows_.row(settings_.start_s, x_.data());
    check_functions(settings_.start_s);
  }
  try {
    if (settings_.resume == nullptr) {
      const std::vector<double> zeros(machine_.program().quadratures.size(), 0.0);
      restart(settings_.start_s, zeros);
      shared_forces_.look(settings_.start_s, x_);
      if (states_are_poor()) change_states();
    } else {
      Archive archive(*settings_.resume);
      carry(archive);
    }
  } catch (const Failure& failure) {
    explain_failure(failure);
  }
}

void HybridLoop::go_to(double t, bool stops_at_event) {
  const Interruptible interruptible(allowance_);
  const std::int64_t events = summary_.event_instants;
  try {
    while (integrator_->time() < settings_.stop_s || is_step_open_) {
      if (!is_step_open_) {
        if (integrator_->time() >= t || interrupted() || !updates_.end().empty()) return;
        if (leg_is_over()) begin_leg();
        if (!take_step()) {
          if (stops_at_event) return;
          continue;
        }
      }
      if (integrator_->time() > t) return;
      accept_step();
      if (stops_at_event && summary_.event_instants > events) return;
    }
  } catch (const Interruption&) {
    throw broken_off();
  } catch (const Failure& failure) {
    explain_failure(failure);
  }
}

RunSummary HybridLoop::end() {
  summary_.reached_s = integrator_->time();
  heat_.note_all(summary_.reached_s, quadratures());
  if (integrator_->time() > settings_.start_s) {
    take_state();
    shared_forces_.look(integrator_->time(), x_);
    check_functions(integrator_->time());
    note_short_steps();
  }
  summary_.end = updates_.end();
  summary_.interrupted = summary_.reached_s < settings_.stop_s && summary_.end.empty();
  summary_.rows = settings_.chosen_rows == nullptr ? rows_.rows() : rows_.chosen_rows();
  summary_.statistics = before_;
  summary_.statistics += integrator_->statistics();
  summary_.state_choices = choices_;
  summary_.sizes = ode_->sizes();
  summary_.instructions = machine_.executed();
  if (check_) summary_.motion = check_->result();
  if (!integrator_->state().empty()) remark_ = integrator_->remark();
  note_memories();
  summary_.solver_reason = remark_;
  take_notes();
  return std::move(summary_);
}

/// Takes one step towards the stop or the next scheduled time, up to the first event in it. The step is open until accept_step(): no rows
/// have been written, and it can be shortened. False if frictions jam at its beginning; that event has then been done.
bool HybridLoop::take_step() {
  const double limit = std::min(settings_.stop_s, next_scheduled_);
  const double t = integrator_->time(), rows_end = t + kRowsInStep * settings_.interval_s;
  if (settings_.is_stepped && machine_.loops().can_follow()) machine_.keep(before_step_);
  machine_.loops().try_beyond();
  before_.evaluations += ode_->note_rounding(t, integrator_->state());
  machine_.loops().drop_beyond();
  // Solutions of loops are followed along the straight way from the beginning of a step to its end. Without states there is no error
  // control that would keep steps short enough for that.
  constexpr double kWayWithoutStates = 5e-3;
  const bool is_driven = integrator_->state().empty() && machine_.loops().can_follow();
  const double way_end = is_driven ? t + kWayWithoutStates * span_s() : HUGE_VAL;
  if (!step(std::min({limit, delays_.horizon(t), live_->known_change_s(), search_->reach_s(), rows_end, way_end}))) return false;
  require_progress();
  if (settings_.progress) settings_.progress(integrator_->time(), settings_.stop_s, summary_.event_instants);
  ends_in_event_ = end_step_at_event();
  is_step_open_ = true;
  return true;
}

/// Makes the open step part of the motion: writes its rows, and does the event at its end.
void HybridLoop::accept_step() {
  is_step_open_ = false;
  const double t = integrator_->time();
  ode_->note_sizes(integrator_->state(), t - integrator_->previous_time());
  if (check_) check_->step(last_step());
  if (settings_.follower != nullptr) settings_.follower->step(last_step());
  watch_heat();
  if (ends_in_event_ || known_change_has_come()) return event_at(t, false);
  if (!watching_.empty()) {
    rows_.grid(last_step(), t, false);  // external models cannot go back behind a step that they have completed
    if (complete_step_outside(t)) return event_at(t, false);
  }
  // The row at a scheduled time is written by its event, before and after.
  const bool is_scheduled = next_scheduled_ <= t;
  rows_.grid(last_step(), t, !is_scheduled);
  if (!is_scheduled) rows_.step_end(last_step());
  const bool foreseen_otherwise = delays_.record(last_step());
  if (is_scheduled) return event_at(t, true);
  if (t >= settings_.stop_s) return;
  if (has_drifted_off()) restart(t, quadratures());
  if (machine_.has_constraints()) look_at_closed_loops(t);
  if (states_are_poor()) change_states();
  if (foreseen_otherwise) next_scheduled_ = conditions_->schedule(t);
}

/// Whether one of the conditions with a known time of change has changed.
bool HybridLoop::known_change_has_come() {
  const double t = integrator_->time();
  if (t < live_->known_change_s()) return false;
  conditions_->evaluate(t, take_state().data());
  if (conditions_->any_differs()) return true;
  live_->postpone(t);
  return false;
}

/// The event iteration. If moving frictions jam in it, impulses bring them to rest (jam.h), and it begins again.
void HybridLoop::settle(double t, std::vector<std::string>& labels) {
  for (int round = 0;; ++round) {
    try {
      return settle_with_forces(t, labels);
    } catch (const Jammed& jammed) {
      if (round == kEventRounds || !frictions_->jam(t, x_, jammed.frictions(), labels)) throw;
    }
  }
}

/// Event iteration: conditions settle, components act on them, and modes are decided on, in turn until nothing changes.
void HybridLoop::settle_with_forces(double t, std::vector<std::string>& labels) {
  settle_conditions(t, labels);
  for (int round = 0; round < kEventRounds; ++round)
    if (!frictions_->resolve(t, x_, labels) || !settle_conditions(t, labels)) return;
  throw modes_do_not_settle(t, labels);
}

/// Lets conditions settle and components act on those that have become true; false if none changed.
bool HybridLoop::settle_conditions(double t, std::vector<std::string>& labels) {
  bool any = false, has_jumped = false;
  for (int round = 0; round < kEventRounds;) {
    any = settle_laws(t, labels) || any;
    if (std::exchange(has_jumped, true)) rows_.after_jump();  // the laws have followed the jump
    if (!updates_.any_due()) return any;
    any = true;
    if (!updates_.is_further_level()) ++round;
    fire_updates(t, labels);
    conditions_->evaluate(t, x_.data());
    next_scheduled_ = conditions_->schedule(t);
  }
  throw modes_do_not_settle(t, labels);
}

/// The error that the modes do not settle, with the last changes.
Failure HybridLoop::modes_do_not_settle(double t, const std::vector<std::string>& labels) const {
  constexpr std::ptrdiff_t kShown = 4;
  const auto first = labels.end() - std::min(kShown, std::ssize(labels));
  return does_not_settle(machine_, t, "modes and conditions", "each change makes another change back", {first, labels.end()});
}

void HybridLoop::event_at(double t, bool scheduled, bool given) {
  delays_.record(last_step());
  rows_.before_event(last_step(), t);
  take_state();
  change_at(t, {.scheduled = scheduled, .given = given, .quadratures = quadratures()});
}

/// Does the event at t, where x- is x_.
void HybridLoop::change_at(double t, const Change& change) {
  const bool scheduled = change.scheduled;
  if (check_) check_->before_event();
  row_before(t);
  evaluation_->at(t, x_.data());
  begin_event_outside(t);
  if (settings_.follower != nullptr) settings_.follower->before_event(t, x_);
  std::vector<std::string> labels, due;
  std::optional<Jammed> jammed = change.jammed;
  bool loops_jump = false;
  if (machine_.loops().can_follow()) {
    try {
      for (const std::size_t loop : machine_.loops().jump()) note_jump(loop, t, labels);
      loops_jump = !labels.empty();
    } catch (const Jammed& nowhere_to_jump) {
      jammed = nowhere_to_jump;
    }
    evaluation_->at(t, x_.data());
  }
  frictions_->remember(t, x_.data());
  const std::vector<double> momenta = momenta_now(), places = prescribed_positions_now(machine_);
  if (scheduled) next_scheduled_ = conditions_->schedule(t, &due);
  if (machine_.program().gives_velocities) {
    conditions_->settle(t, x_.data(), labels);
    if (share_impulse_of_kink(t, momenta)) rows_.note_kink(t, rows_.last_stored());
  }
  const std::int64_t fired = updates_.fired();
  if (change.way_s > 0) {
    std::vector<double> rates(x_.size());
    machine_.derivatives(t, x_.data(), rates.data());
    for (std::size_t s = 0; s < x_.size(); ++s) x_[s] += change.way_s * rates[s];
    t += change.way_s;
  }
  machine_.loops().stop_following();
  if (jammed && !frictions_->jam(t, x_, jammed->frictions(), labels)) throw Jammed(*jammed);
  settle(t, labels);
  delays_.jump(t);
  if (!delays_.empty()) next_scheduled_ = conditions_->schedule(t);
  if (scheduled && labels.empty() && updates_.fired() == fired) {  // an event that only samples is not reported
    if (due.empty()) due.emplace_back(kScheduledEvent);
    labels = std::move(due);
  }
  machine_.require_closed(t, x_);
  if (check_) check_->after_event(t, x_, updates_.fired() != fired, momenta);
  if (settings_.follower != nullptr) settings_.follower->after_event(t, x_, labels);
  evaluation_->at(t, x_.data());
  require_no_jump_of_positions(machine_, t, span_s(), places);
  std::vector<double> q = change.quadratures;
  frictions_->add_work(q);
  rows_.begin_heat(t, q);
  rows_.row_here(t);
  for (const std::string& label : labels) rows_.event({t, label});
  summary_.events += static_cast<std::int64_t>(labels.size());
  ++summary_.event_instants;
  if (!change.given) guard_against_chatter(t, labels, loops_jump);
  restart(t, q);
}

/// Stores a time in a ring of so many, and returns the one that it replaces.
double HybridLoop::InstantRing::exchange(std::size_t size, double t) {
  if (times.size() < size) times.resize(size, -std::numeric_limits<double>::infinity());
  const double oldest = std::exchange(times[next], t);
  next = (next + 1) % size;
  return oldest;
}

void HybridLoop::guard_against_chatter(double t, const std::vector<std::string>& labels, bool loops_jump) {
  const auto refuse_if_chatter = [&](InstantRing& ring, std::size_t most, const char* what, const char* because, const char* remedy) {
    const double oldest = ring.exchange(most, t);
    if (t - oldest > kChatterSpan * (span_s())) return;
    Diagnostic diagnostic{.code = ErrorCode::run_event_limit,
                          .message = std::string(what) + " follow each other without end near t = " + short_number(t) + " s: the last " +
                                     std::to_string(most) + " lie within " + short_number((t - oldest) * 1e9) + " ns",
                          .where = {.file = machine_.program().labels->file(), .pointer = {}, .instance = {}, .relation = {}},
                          .because = because,
                          .remedy = remedy,
                          .details = {}};
    for (const std::string& label : labels) diagnostic.details.emplace_back("last", label);
    throw Failure(std::move(diagnostic));
  };
  refuse_if_chatter(events_, kChatterEvents, "events", "a law switches back as soon as it has switched",
                    "smooth the law that switches, or use a component that can stick or rest");
  if (loops_jump)
    refuse_if_chatter(jumps_, kChatterJumps, "jumps of algebraic loops", "each solution that a loop jumps to ends at once",
                      "give the nodes in the loop the small masses or inertias that they have, or elastic connections");
}

}  // namespace stribeck
