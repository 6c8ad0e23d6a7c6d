// The event loop (design section 4). x- is the state an event finds, x+ the one it leaves.
//
//   settle the conditions at t0
//   until t = stop:
//     integrate with conditions held, towards the next scheduled time or the stop
//     if a condition's truth at the end of a step is not the one held, or it touched in between:
//       t_e = the first change, on the dense output; repeat the step so that it ends at t_e, on the far side of the change; x- = x(t_e)
//     if t is a scheduled time: x- = x(t)
//     write the row before; take over every condition that changed at x-, evaluate again, until none changes (at most kEventRounds rounds);
//       where the mode of a dry friction has ended, decide on the modes of the network (friction_modes.cpp), which may move x+; conditions
//       again, until neither changes
//     write the row after; restart the integrator from x+
#include "simulation/hybrid_loop.h"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "base/constants.h"

namespace stribeck {

namespace {
/// A parabola through values that leave zero smoothly may dip below it so far, by rounding and by not being a parabola.
constexpr double kParabolaRounding = 1e-9;
/// A curve may swing so many times further from a parabola than it was found to at the quarter.
constexpr double kParabolaTrust = 8;
constexpr int kUnknownDepth = 3;  // halvings at most of a step that is longer than the one before
}  // namespace

HybridLoop::HybridLoop(Machine& machine, const std::vector<TargetOutput>& targets, RowWriter& rows, const RunSettings& settings)
    : machine_(machine),
      targets_(targets),
      rows_(rows),
      settings_(settings),
      scratch_(static_cast<std::size_t>(machine.program().states())) {
  take_program();
}

void HybridLoop::take_program() {
  take_notes();
  conditions_.emplace(machine_);
  ode_.emplace(machine_);
  watch_.emplace(*machine_.program().sorted);
  frictions_.emplace(machine_, *conditions_);
  IntegratorOptions options = settings_.integrator;
  if (machine_.program().watches_time && !(options.max_step_s > 0 && options.max_step_s < settings_.interval_s))
    options.max_step_s = settings_.interval_s;
  integrator_ = find_integrator(settings_.solver)->make(*ode_, options);
}

void HybridLoop::take_notes() {
  if (frictions_) summary_.notes.insert(summary_.notes.end(), frictions_->notes().begin(), frictions_->notes().end());
}

/// Whether a choice of other states would serve better at the end of the last step.
bool HybridLoop::states_are_poor() {
  if (watch_->empty() || !settings_.choose_states) return false;
  conditions_->evaluate(integrator_->time(), integrator_->state().data());
  return watch_->is_poor(watch_->point(machine_));
}

/// Goes on with other states from where it stands: the motion is the same, what holds of the conditions too, and loops start from the
/// values at hand, so that they stay on their branch.
void HybridLoop::change_states() {
  const double t = integrator_->time();
  conditions_->evaluate(t, integrator_->state().data());
  const MotionPoint point = watch_->point(machine_);
  std::map<ExprId, bool> held;
  for (std::size_t c = 0; c < machine_.program().conditions.size(); ++c) held[machine_.program().conditions[c].node] = machine_.held(c);
  const std::vector<double> modes = frictions_->inputs();
  const std::vector<double> q(integrator_->quadratures().begin(), integrator_->quadratures().end());
  before_change_ += integrator_->statistics();
  rows_.grid(*integrator_, t, true);

  const Program& program = settings_.choose_states(point);
  machine_.become(program);
  machine_.set_parameters(program.sorted->flat->parameter_values);
  const auto value = [&](std::int32_t v) { return point.variables[static_cast<std::size_t>(v)]; };
  for (const BlockCode& block : program.blocks) {
    const std::span<const std::int32_t> unknowns = program.sorted->blocks[static_cast<std::size_t>(block.block)].tearing_variables();
    for (std::size_t k = 0; k < unknowns.size(); ++k) machine_.set(block.unknowns[k], value(unknowns[k]));
  }
  for (std::size_t c = 0; c < program.conditions.size(); ++c)
    if (const auto known = held.find(program.conditions[c].node); known != held.end()) machine_.hold(c, known->second);
  take_program();
  frictions_->set_inputs(modes);
  next_scheduled_ = conditions_->schedule(t);
  x_.clear();
  for (const std::int32_t v : program.sorted->states) x_.push_back(value(v));
  integrator_->restart(t, x_, q, settings_.stop_s);
  ++choices_;
  if (!conditions_->any_to_watch()) return;
  conditions_->evaluate(t, x_.data());
  remember_crossings(after_);
}

void HybridLoop::initialise_state() {
  next_scheduled_ = conditions_->schedule(settings_.start_s);
  InitialState initial = settings_.steady_state ? steady_state(machine_, *conditions_, *ode_, targets_, settings_.start_s)
                                                : initialise(machine_, *conditions_, targets_, settings_.start_s);
  x_ = std::move(initial.x);
  summary_.notes = std::move(initial.notes);
  frictions_->start(settings_.start_s, x_);
}

RunSummary HybridLoop::run() {
  summary_.solver = settings_.solver;
  summary_.start_s = settings_.start_s;
  summary_.stop_s = settings_.stop_s;
  summary_.states = machine_.program().states();
  initialise_state();
  rows_.set_grid(settings_.start_s, settings_.stop_s, settings_.interval_s, settings_.extra_times_s);
  rows_.skip_to(settings_.start_s);
  rows_.row(settings_.start_s, x_.data());
  const std::vector<double> zeros(machine_.program().quadratures.size(), 0.0);
  try {
    integrator_->restart(settings_.start_s, x_, zeros, settings_.stop_s);
    if (conditions_->any_to_watch()) remember_crossings(after_);
    frictions_->clear_begun(after_);
    if (states_are_poor()) change_states();
    while (integrator_->time() < settings_.stop_s && !interrupted()) {
      const double limit = std::min(settings_.stop_s, next_scheduled_);
      if (advance(limit) && limit < settings_.stop_s) event_at(limit, true);
    }
  } catch (const Failure& failure) {
    explain_failure(failure);
  }
  summary_.reached_s = integrator_->time();
  summary_.interrupted = summary_.reached_s < settings_.stop_s;
  summary_.rows = rows_.rows();
  summary_.statistics = before_change_;
  summary_.statistics += integrator_->statistics();
  summary_.state_choices = choices_;
  summary_.solver_reason = integrator_->remark();
  take_notes();
  return std::move(summary_);
}

/// Steps to `limit`; true if it got there, false if an event or an interruption ended it earlier.
bool HybridLoop::advance(double limit) {
  while (integrator_->time() < limit) {
    if (interrupted()) return false;
    integrator_->step(limit);
    if (settings_.progress) settings_.progress(integrator_->time(), settings_.stop_s);
    if (conditions_->any_to_watch() && handle_crossing()) return false;
    // The row at a scheduled time is written by its event, before and after.
    rows_.grid(*integrator_, integrator_->time(), integrator_->time() < limit || limit >= settings_.stop_s);
    if (integrator_->time() < limit && states_are_poor()) change_states();
  }
  return true;
}

void HybridLoop::remember_crossings(std::vector<double>& values) const {
  values.clear();
  for (const std::size_t c : conditions_->watched()) values.push_back(conditions_->crossing(c));
}

/// Event iteration: conditions and modes in turn until neither changes.
void HybridLoop::settle(double t, std::vector<std::string>& labels) {
  conditions_->settle(t, x_.data(), labels);
  for (int round = 0; round < kEventRounds; ++round)
    if (!frictions_->resolve(t, x_, labels) || !conditions_->settle(t, x_.data(), labels)) return;
  Diagnostic diagnostic{.code = ErrorCode::run_event_limit,
                        .message = "events do not settle at t = " + std::to_string(t) + " s: after " + std::to_string(kEventRounds) +
                                   " rounds modes and conditions still alternate",
                        .where = {.file = machine_.program().sorted->flat->diagram().file, .pointer = {}, .instance = {}, .relation = {}},
                        .because = "each change makes another change back",
                        .remedy = "smooth one of the laws that switch, or give it a hysteresis",
                        .details = {}};
  for (std::size_t i = labels.size() - std::min<std::size_t>(labels.size(), 4); i < labels.size(); ++i)
    diagnostic.details.emplace_back("alternates", labels[i]);
  throw Failure(std::move(diagnostic));
}

/// Ends the last step at the first change of a condition in it, if there is any. A change found may hide an earlier one, of a condition
/// that is back at its old truth at the end of the step: so the part before each change found is searched again.
bool HybridLoop::handle_crossing() {
  before_.swap(after_);
  double to = integrator_->time();
  const double searched = to - integrator_->previous_time();
  conditions_->evaluate(to, integrator_->state().data());
  remember_crossings(after_);
  ends_ = after_;
  std::vector<std::size_t> changed = conditions_->changed();
  std::optional<std::size_t> which;
  while (!changed.empty() || touches(to)) {
    if (changed.empty()) changed = conditions_->changed();
    const auto [first, condition] = first_of(changed, to);
    which = condition;
    look_at(first);
    remember_crossings(ends_);
    changed.clear();
    if (first < to) changed = conditions_->changed();
    std::erase(changed, condition);
    to = first;
  }
  searched_s_ = searched;
  if (!which) return false;
  land(to, *which);
  event_at(integrator_->time(), false);
  return true;
}

/// Evaluates the conditions at a time inside the last step.
void HybridLoop::look_at(double t) {
  integrator_->interpolate(t, scratch_);
  conditions_->evaluate(t, scratch_.data());
}

std::pair<double, std::size_t> HybridLoop::first_of(const std::vector<std::size_t>& changed, double to) {
  std::pair<double, std::size_t> first{std::numeric_limits<double>::infinity(), 0};
  for (const std::size_t c : changed) first = std::min(first, {locate(c, integrator_->previous_time(), to), c});
  return first;
}

/// Looks for a condition that changed and changed back before `to`. If there is one, `to` becomes a time at which it differs, where the
/// conditions were evaluated last.
bool HybridLoop::touches(double& to) {
  const double from = integrator_->previous_time(), shortest = 4 * kEventTimeTolerance * (integrator_->time() - from);
  return to - from > shortest && touches(from, to, before_, ends_, 0);
}

/// In the middle, at the extremum of the parabola through both ends and the middle, and in halves where it is no parabola: forces on what
/// sticks may swing within a step that has nothing else to follow.
bool HybridLoop::touches(double from, double& to, const std::vector<double>& begins, const std::vector<double>& ends, int depth) {
  const double middle = 0.5 * (from + to);
  if (!(from < middle && middle < to)) return false;
  const auto differs_at = [&](double t) {
    if (!(from < t && t < to)) return false;  // rounded onto an end: nothing new is found there, again and again
    look_at(t);
    if (conditions_->changed().empty()) return false;
    to = t;
    return true;
  };
  const double end = to;
  if (differs_at(middle)) return true;
  std::array<std::vector<double>, 3>& sample = samples_[static_cast<std::size_t>(depth)];  // middle, early, late
  remember_crossings(sample[0]);
  nearest_.clear();  // to zero that the parabola comes inside
  for (std::size_t i = 0; i < begins.size(); ++i) {
    const double at_middle = sample[0][i], a = 2 * (begins[i] - 2 * at_middle + ends[i]), b = -3 * begins[i] + 4 * at_middle - ends[i];
    const double s = -b / (2 * a);
    nearest_.push_back(std::fabs(at_middle));
    if (!(s > 0 && s < 1)) continue;
    const double extremum = begins[i] + 0.5 * b * s;
    if (begins[i] == 0 && std::fabs(extremum) <= kParabolaRounding * std::fabs(ends[i])) continue;  // it has just left zero
    nearest_.back() = std::min(nearest_.back(), std::fabs(extremum));
    // Only an extremum that comes near zero is worth a look.
    if (extremum * begins[i] > 0 && std::fabs(extremum) > 0.1 * std::min(std::fabs(begins[i]), std::fabs(ends[i]))) continue;
    if (differs_at(from + s * (end - from))) return true;
  }
  if (frictions_->empty()) return false;
  if (differs_at(0.5 * (from + middle))) return true;
  remember_crossings(sample[1]);
  if (differs_at(0.5 * (middle + end))) return true;
  remember_crossings(sample[2]);
  bool is_parabola = true;
  for (std::size_t i = 0; i < begins.size(); ++i) {
    const double early = sample[1][i], late = sample[2][i], at_middle = sample[0][i];
    const double off = std::max(std::fabs(early - (0.375 * begins[i] + 0.75 * at_middle - 0.125 * ends[i])),
                                std::fabs(late - (0.375 * ends[i] + 0.75 * at_middle - 0.125 * begins[i])));
    is_parabola = is_parabola && !(kParabolaTrust * off > std::min({nearest_[i], std::fabs(early), std::fabs(late)}));
  }
  // Few points of a step that has grown by much may lie on a parabola by chance.
  const bool is_known = depth >= kUnknownDepth || end - from <= 2 * searched_s_;
  if ((is_parabola && is_known) || depth + 1 == kDeepestSearch) return false;
  const std::vector<double>& halfway = sample[0];
  double left_end = middle;
  if (touches(from, left_end, begins, halfway, depth + 1)) {
    to = left_end;
    return true;
  }
  return touches(middle, to, halfway, ends, depth + 1);
}

/// The time in (from, to] at which the condition changes, on the dense output; the far end of the final bracket.
double HybridLoop::locate(std::size_t condition, double from, double to) {
  const bool held = machine_.held(condition);
  const auto function = [&](double t) {
    look_at(t);
    const double g = conditions_->crossing(condition);
    // A value of exactly zero counts as the side its truth says.
    return g != 0 ? g : (machine_.truth(condition) == held ? 1.0 : -1.0) * std::numeric_limits<double>::min();
  };
  const double f_to = function(to);
  double f_from = function(from);
  if ((f_from > 0) == (f_to > 0))
    f_from = -f_to;  // the last event left it by rounding on this side: it was held, so it counts as the other
  boost::uintmax_t iterations = 100;
  const auto close = [](double a, double b) { return std::fabs(b - a) <= 4 * kEventTimeTolerance * std::max(std::fabs(a), std::fabs(b)); };
  const auto bracket = boost::math::tools::toms748_solve(function, from, to, f_from, f_to, close, iterations);
  return std::max({bracket.second, std::nextafter(from, to), from + kEventTimeTolerance * (to - from)});
}

/// Ends the step at t with a state as accurate as a step's, and moves t so that the condition has just changed.
void HybridLoop::land(double t, std::size_t condition) {
  const double from = integrator_->previous_time(), end = integrator_->time();
  integrator_->retake(t);
  const auto crossing_here = [&] {
    conditions_->evaluate(integrator_->time(), integrator_->state().data());
    return conditions_->crossing(condition);
  };
  for (int correction = 0; correction < 2; ++correction) {
    const double g = crossing_here();
    const double h = 1e-3 * (t - from);
    integrator_->interpolate(t - h, scratch_);
    conditions_->evaluate(t - h, scratch_.data());
    const double slope = (g - conditions_->crossing(condition)) / h;
    const double corrected = std::clamp(t - g / slope, from + kEventTimeTolerance * (end - from), end);
    const double change = std::fabs(corrected - t);
    if (!(change > 1e-12 * (t - from)) || change > 0.5 * (t - from)) break;  // found already; or the slope is nothing but rounding
    t = corrected;
    integrator_->retake(t);
  }
  // At the very start of a run at time zero t may be next to nothing: what it is moved by must be something all the same.
  const double least = std::max({std::fabs(t), t - from, kEventTimeTolerance * (end - from)});
  for (double nudge = 2 * std::numeric_limits<double>::epsilon() * least; t < end; nudge *= 2) {
    crossing_here();
    if (machine_.truth(condition) != machine_.held(condition)) return;
    t = std::min(t + nudge, end);
    integrator_->retake(t);
  }
}

void HybridLoop::event_at(double t, bool scheduled) {
  rows_.grid(*integrator_, t, false);
  rows_.skip_to(t);
  x_.assign(integrator_->state().begin(), integrator_->state().end());
  rows_.row(t, x_.data());
  std::vector<std::string> labels;
  frictions_->remember(t, x_.data());
  if (scheduled) {
    next_scheduled_ = conditions_->schedule(t);
    labels.emplace_back("scheduled");
  }
  settle(t, labels);
  rows_.row(t, x_.data());
  for (const std::string& label : labels) rows_.event({t, label});
  summary_.events += static_cast<std::int64_t>(labels.size());
  ++summary_.event_instants;
  guard_against_chatter(t);
  const std::vector<double> q(integrator_->quadratures().begin(), integrator_->quadratures().end());
  integrator_->restart(t, x_, q, settings_.stop_s);
  if (!conditions_->any_to_watch()) return;
  conditions_->evaluate(t, x_.data());
  remember_crossings(after_);
  frictions_->clear_begun(after_);
}

void HybridLoop::guard_against_chatter(double t) {
  const auto slot = static_cast<std::size_t>(summary_.event_instants) % kChatterEvents;
  if (event_times_.size() < kChatterEvents) event_times_.resize(kChatterEvents, -std::numeric_limits<double>::infinity());
  const double oldest = std::exchange(event_times_[slot], t);
  if (t - oldest > kChatterSpan * (settings_.stop_s - settings_.start_s)) return;
  throw Failure(
      Diagnostic{.code = ErrorCode::run_event_limit,
                 .message = "events follow each other without end near t = " + std::to_string(t) + " s: the last " +
                            std::to_string(kChatterEvents) + " lie within " + std::to_string((t - oldest) * 1e9) + " ns",
                 .where = {.file = machine_.program().sorted->flat->diagram().file, .pointer = {}, .instance = {}, .relation = {}},
                 .because = "a law switches back as soon as it has switched",
                 .remedy = "smooth the law that switches, or use a component that can stick or rest",
                 .details = {}});
}

/// Adds to the integrator's words which variable fails, with its component.
void HybridLoop::explain_failure(Failure failure) const {
  const SortedSystem& sorted = *machine_.program().sorted;
  std::vector<Diagnostic> diagnostics = failure.diagnostics();
  const ErrorCode code = diagnostics.front().code;
  const bool from_integrator =
      (code == ErrorCode::run_not_finite || code == ErrorCode::run_step_too_small) && diagnostics.front().where.file.empty();
  if (!from_integrator || sorted.states.empty()) throw failure;
  std::vector<double> x(integrator_->state().begin(), integrator_->state().end()), rates(x.size());
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
  const std::int32_t v = sorted.states[worst];
  for (std::size_t b = 0; b < sorted.blocks.size(); ++b)
    for (std::size_t k = 0; k < sorted.blocks[b].unknowns.size(); ++k)
      if (sorted.blocks[b].unknowns[k] == sorted.state_derivatives[worst])
        diagnostics.front().where = where_of_equation(*sorted.flat, sorted.blocks[b].equations[k]);
  if (diagnostics.front().where.file.empty()) diagnostics.front().where.file = sorted.flat->diagram().file;
  char text[160];
  std::snprintf(text, sizeof text, "%.6g, changing at %.6g per second", x[worst], rates[worst]);
  diagnostics.front().details.emplace_back("fastest", variable_name(*sorted.flat, v) + " = " + text);
  throw Failure(std::move(diagnostics));
}

}  // namespace stribeck
