// The event loop (design section 4). x- is the state an event finds, x+ the one it leaves. Each step is a function below, in this order.
//
//   begin: find x at t0, settle the conditions there
//   until t = stop:                                                                                              (go_to)
//     now and then: begin a new leg (hybrid_legs.cpp)
//     integrate with conditions held, towards the next scheduled time or the stop; if a condition has changed in the step, end it at the
//       first change t_e (event_search.cpp)                                                                      (take_step)
//     write the rows of the step; if neither a condition nor a scheduled time ends it, go on with the next one   (accept_step)
//     x- = x(t); write the row before                                                                            (event_at, change_at)
//     take over every condition that changed at x-, evaluate again, until none changes (at most kEventRounds rounds); do what they trigger,
//       then what is clocked, in the order of the data flow (updates.h); where the mode of a dry friction has ended, decide on the modes of
//       the network (friction_modes.cpp), which may move x+; conditions again, until neither changes             (settle)
//     write the row after                                                                                        (end_event)
//     go on from x+ with the integrator, anew unless nothing has changed for it                                  (restart)
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
#include "base/numbers.h"
#include "base/text.h"
#include "program/jammed.h"
#include "simulation/events/event_names.h"
#include "simulation/rows/energy_audit.h"

namespace stribeck {

namespace {
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
    find_beginning();
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

/// Takes one step towards the stop or the next scheduled time, up to the first event in it. The step is open until accept_step(): no rows
/// have been written, and it can be shortened. False if frictions jam at its beginning; that event has then been done.
bool HybridLoop::take_step() {
  const double limit = std::min(settings_.stop_s, next_scheduled_);
  const double t = integrator_->time(), rows_end = t + kRowsInStep * settings_.interval_s;
  if (settings_.is_stepped && machine_.loops().can_follow()) machine_.keep(before_step_);
  machine_.loops().try_beyond();
  before_.evaluations += episode_->ode.note_rounding(t, integrator_->state());
  machine_.loops().drop_beyond();
  // Solutions of loops are followed along the straight way from the beginning of a step to its end. Without states there is no error
  // control that would keep steps short enough for that.
  constexpr double kWayWithoutStates = 5e-3;
  const bool is_driven = integrator_->state().empty() && machine_.loops().can_follow();
  const double way_end = is_driven ? t + kWayWithoutStates * span_s() : HUGE_VAL;
  if (!step(std::min({limit, delays_.horizon(t), episode_->live.known_change_s(), episode_->search.reach_s(), rows_end, way_end})))
    return false;
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
  episode_->ode.note_sizes(integrator_->state(), t - integrator_->previous_time());
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
  if (foreseen_otherwise) next_scheduled_ = episode_->conditions.schedule_between_events(t);
}

void HybridLoop::event_at(double t, bool scheduled, bool given) {
  delays_.record(last_step());
  rows_.before_event(last_step(), t);
  take_state();
  change_at(t, {.scheduled = scheduled, .given = given, .quadratures = quadratures()});
}

/// Does the event at t, where x- is x_.
void HybridLoop::change_at(double t, const Change& change) {
  begin_event(t);
  std::vector<std::string> labels, due;
  std::optional<Jammed> jammed = change.jammed;
  if (std::optional<Jammed> nowhere_to_jump = jump_loops(t, labels)) jammed = std::move(nowhere_to_jump);
  const bool loops_jump = !labels.empty();
  episode_->frictions.remember(t, x_.data());
  const BeforeEvent before{momenta_now(), prescribed_positions_at(episode_->evaluation.now(), machine_), updates_.fired()};
  if (change.scheduled) next_scheduled_ = episode_->conditions.schedule(episode_->evaluation.now(), t, &due);
  if (machine_.program().gives_velocities) {
    episode_->conditions.settle(t, x_.data(), labels);
    if (share_impulse_of_kink(t, before.momenta)) rows_.note_kink(episode_->evaluation.now(), t, rows_.last_stored());
  }
  if (change.way_s > 0) {
    std::vector<double> rates(x_.size());
    machine_.derivatives(t, x_.data(), rates.data());
    for (std::size_t s = 0; s < x_.size(); ++s) x_[s] += change.way_s * rates[s];
    t += change.way_s;
  }
  machine_.loops().stop_following();
  if (jammed && !episode_->frictions.jam(t, x_, jammed->frictions(), labels)) throw Jammed(*jammed);
  settle(t, labels);
  delays_.jump(t);
  if (!delays_.empty()) next_scheduled_ = episode_->conditions.schedule(episode_->evaluation.now(), t);
  if (change.scheduled && labels.empty() && updates_.fired() == before.fired) {  // an event that only samples is not reported
    if (due.empty()) due.emplace_back(kScheduledEvent);
    labels = std::move(due);
  }
  std::vector<double> q = change.quadratures;
  end_event(t, labels, before, q);
  if (!change.given) guard_against_chatter(t, labels, loops_jump);
  restart(t, q, change.given ? Beginning::anew : Beginning::unless_unchanged);
}

/// Shows x- to all that look at events, with the values that are held from before.
void HybridLoop::begin_event(double t) {
  if (check_) check_->before_event();
  row_before(t);
  episode_->evaluation.at(t, x_.data());
  begin_event_outside(t);
  if (settings_.follower != nullptr) settings_.follower->before_event(t, x_);
}

/// Lets loops jump whose solutions have ended; returns why, if one has no solution that it could jump to.
std::optional<Jammed> HybridLoop::jump_loops(double t, std::vector<std::string>& labels) {
  if (!machine_.loops().can_follow()) return std::nullopt;
  std::optional<Jammed> nowhere_to_jump;
  try {
    for (const std::size_t loop : machine_.loops().jump()) note_jump(loop, t, labels);
  } catch (const Jammed& jammed) {
    nowhere_to_jump = jammed;
  }
  episode_->evaluation.at(t, x_.data());
  return nowhere_to_jump;
}

/// Judges x+, which is x_, and shows it to all that look at events. Adds to the integrals `q` what the event has done of work.
void HybridLoop::end_event(double t, const std::vector<std::string>& labels, const BeforeEvent& before, std::vector<double>& q) {
  machine_.require_closed(t, x_);
  if (check_) check_->after_event(t, x_, updates_.fired() != before.fired, before.momenta);
  if (settings_.follower != nullptr) settings_.follower->after_event(t, x_, labels);
  const Snapshot now = episode_->evaluation.at(t, x_.data());
  require_no_jump_of_positions(now, machine_, t, span_s(), before.places);
  episode_->frictions.add_work(q);
  rows_.begin_heat(t, q);
  rows_.row_here(now, t);
  for (const std::string& label : labels) rows_.event({t, label});
  summary_.events += static_cast<std::int64_t>(labels.size());
  ++summary_.event_instants;
}

/// The event iteration. If moving frictions jam in it, impulses bring them to rest (jam.h), and it begins again.
void HybridLoop::settle(double t, std::vector<std::string>& labels) {
  for (int round = 0;; ++round) {
    try {
      return settle_with_forces(t, labels);
    } catch (const Jammed& jammed) {
      if (round == kEventRounds || !episode_->frictions.jam(t, x_, jammed.frictions(), labels)) throw;
    }
  }
}

/// Event iteration: conditions settle, components act on them, and modes are decided on, in turn until nothing changes.
void HybridLoop::settle_with_forces(double t, std::vector<std::string>& labels) {
  settle_conditions(t, labels);
  for (int round = 0; round < kEventRounds; ++round)
    if (!episode_->frictions.resolve(t, x_, labels) || !settle_conditions(t, labels)) return;
  throw modes_do_not_settle(t, labels);
}

/// Lets conditions settle and components act on those that have become true; false if none changed.
bool HybridLoop::settle_conditions(double t, std::vector<std::string>& labels) {
  bool any = false, has_jumped = false;
  for (int round = 0; round < kEventRounds;) {
    any = settle_laws(t, labels) || any;
    if (std::exchange(has_jumped, true)) rows_.after_jump(episode_->evaluation.now());  // the laws have followed the jump
    if (!updates_.any_due(episode_->evaluation.now())) return any;
    any = true;
    if (!updates_.is_further_level()) ++round;
    fire_updates(t, labels);
    next_scheduled_ = episode_->conditions.schedule(episode_->conditions.evaluate(t, x_.data()), t);
  }
  throw modes_do_not_settle(t, labels);
}

/// The error that the modes do not settle, with the last changes.
Failure HybridLoop::modes_do_not_settle(double t, const std::vector<std::string>& labels) const {
  constexpr std::ptrdiff_t kShown = 4;
  const auto first = labels.end() - std::min(kShown, std::ssize(labels));
  return does_not_settle(machine_, t, "modes and conditions", "each change makes another change back", {first, labels.end()});
}

/// The motion goes on from x_ at t.
void HybridLoop::restart(double t, const std::vector<double>& q, Beginning beginning) {
  heat_.note_all(t, q);
  rows_.begin_heat(t, q);
  if (episode_->live.hold(t, x_, q) || !integrator_) take_integrator();
  branches_.look(t, x_);
  const std::vector<double> x = episode_->live.followed_state(x_), followed_q = episode_->live.followed_quadratures(q);
  episode_->ode.note_sizes(x, 0);
  const bool is_unchanged = beginning == Beginning::unless_unchanged && episode_->live.derivatives_are_as_before() &&
                            !machine_.loops().can_follow() && is_same(integrator_->time(), t) &&
                            std::ranges::equal(integrator_->state(), x) && std::ranges::equal(integrator_->quadratures(), followed_q);
  if (beginning == Beginning::leg)
    integrator_->begin_leg(t, x, followed_q, settings_.stop_s);
  else if (!is_unchanged || !integrator_->go_on(t, x, followed_q, settings_.stop_s))
    integrator_->restart(t, x, followed_q, settings_.stop_s);
  episode_->search.begin(*integrator_);
  episode_->kinks.begin(*integrator_);
  if (check_) check_->begin(x_);
  if (settings_.follower != nullptr) settings_.follower->begin(t, x_);
  if (!machine_.loops().can_follow()) return;
  episode_->evaluation.at(t, x_.data());
  machine_.loops().follow();
  if (outside_ != nullptr) machine_.loops().try_beyond();
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
  summary_.sizes = episode_->ode.sizes();
  summary_.instructions = machine_.executed();
  if (check_) summary_.motion = check_->result();
  if (!integrator_->state().empty()) remark_ = integrator_->remark();
  note_memories();
  summary_.solver_reason = remark_;
  take_notes();
  return std::move(summary_);
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

/// At the end of a step: notes the dissipated energies that are integrated. The others are noted at events only.
void HybridLoop::watch_heat() {
  const std::vector<std::size_t>& followed = episode_->live.quadratures();
  for (std::size_t i = 0; i < followed.size() && followed[i] < heat_.size(); ++i)
    heat_.note(followed[i], integrator_->time(), integrator_->quadratures()[i]);
}

/// Whether one of the conditions with a known time of change has changed.
bool HybridLoop::known_change_has_come() {
  const double t = integrator_->time();
  if (t < episode_->live.known_change_s()) return false;
  if (episode_->conditions.any_differs(episode_->conditions.evaluate(t, take_state().data()))) return true;
  episode_->live.postpone(t);
  return false;
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
