// A run that its caller steps, or that a host integrates, and the values that are given to it on the way.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/constants.h"
#include "base/index.h"
#include "simulation/loop/hybrid_loop.h"

namespace stribeck {

/// Shortens the open step so that it ends at t, before the event that was found at its end.
void HybridLoop::cut_step(double t) {
  is_step_open_ = false;
  before_root_ends_s_.reset();
  rows_.drop_step();
  const bool follows = machine_.loops().can_follow();
  if (follows) {  // loops stay on the solution that they had at the beginning of the step
    machine_.put_back(before_step_);
    machine_.loops().try_beyond();
  }
  integrator_->retake(t);
  if (follows) {
    episode_->evaluation.at(t, take_state().data());
    machine_.loops().accept();
  }
  episode_->ode.note_sizes(integrator_->state(), t - integrator_->previous_time());
  if (check_) check_->step(last_step());
  watch_heat();
}

void HybridLoop::give(double t, std::span<const GivenValue> values, std::span<const double> parameters) {
  try {
    if (is_step_open_) cut_step(t);
    updates_.give(values, parameters);
    event_at(integrator_->time(), false, true);
  } catch (const Failure& failure) {
    explain_failure(failure);
  }
}

void HybridLoop::move_to(std::span<const double> states) {
  try {
    const double t = integrator_->time();
    const std::vector<double> q = quadratures();
    x_.assign(states.begin(), states.end());
    episode_->frictions.follow_move(t, x_.data());
    next_scheduled_ = episode_->conditions.schedule(episode_->conditions.evaluate(t, x_.data()), t);
    change_at(t, {.given = true, .quadratures = q});
  } catch (const Failure& failure) {
    explain_failure(failure);
  }
}

void HybridLoop::rates(double t, std::span<double> dxdt) {
  std::vector<double> x(dxdt.size());
  states(t, x);
  const KeptValues kept(machine_);
  machine_.derivatives(t, x.data(), dxdt.data());
}

bool HybridLoop::has_states_of(const Program& program) const {
  const std::vector<StateFacts>& own = machine_.program().state_facts;
  return std::equal(own.begin(), own.end(), program.state_facts.begin(), program.state_facts.end(),
                    [](const StateFacts& a, const StateFacts& b) { return a.variable == b.variable; });
}

void HybridLoop::states_of(const Program& program, double t, std::span<double> x) {
  states(t, x);
  if (has_states_of(program)) return;
  const KeptValues kept(machine_);
  const WatchedValues point = watched_values(episode_->conditions.evaluate(t, x.data()));
  for (std::size_t s = 0; s < x.size(); ++s) x[s] = watched_value(program.watch, point, program.state_facts[s].variable);
}

void HybridLoop::place(double t, std::span<const double> x) { outside_->place(t, x); }

void HybridLoop::tell(std::span<const GivenValue> values) {
  for (const GivenValue& given : values) machine_.tell(machine_.program().discretes[at(given.discrete)].value, given.value);
}

void HybridLoop::take_parameters(std::span<const double> values) {
  machine_.set_parameters(values);
  episode_->live.forget();
}

/// The record is that of the beginning of the host's step, as the past of delayed expressions is recorded up to there only.
std::string HybridLoop::record() {
  const double t = outside_->time();
  const std::vector<double> x(outside_->state().begin(), outside_->state().end()),
      begin(outside_->previous_state().begin(), outside_->previous_state().end());
  outside_->place(outside_->previous_time(), begin);
  Archive archive;
  carry(archive);
  outside_->place(t, x);
  return archive.take();
}

void HybridLoop::jacobian_times(std::span<const double> direction, std::span<double> product) {
  machine_.loops().drop_beyond();
  const SparsityPattern& pattern = episode_->ode.jacobian_pattern();
  std::vector<double> entries(pattern.rows.size());
  episode_->ode.jacobian(outside_->time(), outside_->state().data(), entries.data(), nullptr);
  std::fill(product.begin(), product.end(), 0.0);
  for (std::size_t column = 0; column < direction.size(); ++column)
    for (std::int32_t k = pattern.starts[column]; k < pattern.starts[column + 1]; ++k)
      product[at(pattern.rows[at(k)])] += entries[at(k)] * direction[column];
}

/// Where frictions jam there are no derivatives. The host gets those of the beginning of the step, with which it passes that instant and
/// finds the event by its indicator.
void HybridLoop::derivatives(std::span<double> dxdt) {
  machine_.loops().drop_beyond();
  try {
    episode_->live.derivatives(outside_->time(), outside_->state().data(), dxdt.data(), nullptr);
  } catch (const Jammed&) {
    std::copy(outside_->begin_slopes().begin(), outside_->begin_slopes().end(), dxdt.begin());
  }
}

/// Evaluates conditions where the host is, and returns why the motion cannot go on there with the held values: because the solution of a
/// loop has ended, or because frictions jam.
HybridLoop::End HybridLoop::end_outside() {
  machine_.loops().drop_beyond();
  try {
    const Snapshot now = episode_->conditions.evaluate(outside_->time(), outside_->state().data());
    return {.values = now, .is_off_roots = machine_.loops().is_beyond()};
  } catch (const Jammed& jammed) {
    return {.jammed = jammed};
  }
}

void HybridLoop::indicators(std::span<double> values) {
  const End end = end_outside();
  read_indicators(end.values, outside_->time(), values);
  values.back() = end ? -1 : 1;
}

void HybridLoop::indicators_at(double t, std::span<double> values) {
  std::vector<double> x(at(machine_.program().states()));
  states(t, x);
  const KeptValues kept(machine_);
  read_indicators(episode_->conditions.evaluate(t, x.data()), t, values);
  values.back() = 1;  // the host steps along the solutions of loops
}

/// The indicators of conditions. Where frictions jam, so that there are no values, these show no event, since the jam is one itself.
void HybridLoop::read_indicators(const std::optional<Snapshot>& now, double t, std::span<double> values) const {
  constexpr double kTiny = std::numeric_limits<double>::min();  // slightly away from zero, which hosts take for a change of sign
  const std::vector<ConditionCode>& conditions = machine_.program().conditions;
  std::size_t k = 0;
  for (std::size_t c = 0; c < conditions.size(); ++c) {
    if (conditions[c].scheduled >= 0) continue;
    double& value = values[k++] = kTiny;
    if (!now) continue;
    require_decided(*now, c, t);
    const double size = std::fabs(now->crossing(c)), margin = (now->has_changed(c) ? -size : size) + now->noise(c);
    value = now->differs(c) ? std::min(margin, -kTiny) : std::max(margin, kTiny);
  }
}

bool HybridLoop::complete_step() {
  const double t = outside_->time();
  const End end = end_outside();
  if (end.jammed) return true;
  const bool differs = episode_->conditions.any_differs(end.values.value());
  if (machine_.loops().can_follow() && !end) {
    machine_.loops().accept();
  } else if (machine_.loops().can_follow()) {
    before_root_ends_s_ = outside_->previous_time();
    machine_.loops().end();
  }
  try {
    outside_->complete();
  } catch (const Jammed&) {  // by a rounding earlier than the conditions change
    return true;
  }
  bool is_event = static_cast<bool>(end) || differs;
  if (!is_event && delays_.record(last_step())) {
    next_scheduled_ = episode_->conditions.schedule_between_events(t);
    is_event = true;
  }
  if (is_event) return true;
  if (states_are_poor()) change_states();
  outside_->begin_step();
  machine_.loops().try_beyond();
  return next_event_s() <= Machine::instant_end(t);
}

/// How far before the host's time, at which frictions jam, they do not: found by doubling a rounding of time. x_ becomes the state there.
std::optional<double> HybridLoop::way_from_jam() {
  const double t = outside_->time();
  x_.resize(outside_->state().size());
  for (double way = kSameInstant * std::max(std::fabs(t), 1e-8); t - way > outside_->previous_time(); way *= 2) {
    for (std::size_t s = 0; s < x_.size(); ++s) x_[s] = outside_->state()[s] - way * outside_->begin_slopes()[s];
    if (episode_->conditions.try_to_evaluate(t - way, x_.data())) return way;
  }
  return {};
}

/// The host has stopped behind the instant from which on frictions jam: the event is at that instant.
void HybridLoop::jam_outside(const Jammed& jammed) {
  const std::optional<double> way = way_from_jam();
  if (!way) throw Jammed(jammed);
  const double t = outside_->time() - *way;
  outside_->place(t, x_);
  outside_->complete();
  delays_.record(last_step());
  rows_.before_event(last_step(), t);
  const double ahead = way_to_jam(t, std::numeric_limits<double>::infinity());
  change_at(t, {.given = true, .quadratures = quadratures(), .jammed = jammed, .way_s = ahead});
}

/// The values of a row where the host is; where frictions jam, those at the last instant before it that has values.
std::span<const double> HybridLoop::look_outside() {
  constexpr double kRounding = 1e-9;  // of the span: how accurately hosts locate an event
  const double t = outside_->time();
  try {
    return rows_.look(last_step(), t);
  } catch (const Jammed&) {
    const std::vector<double> x(outside_->state().begin(), outside_->state().end());
    const std::optional<double> way = way_from_jam();
    if (!way || *way > kRounding * span_s()) throw;
    outside_->place(t - *way, x_);
    const std::span<const double> row = rows_.look(last_step(), t - *way);
    outside_->place(t, x);
    return row;
  }
}

void HybridLoop::happen() {
  try {
    if (const End end = end_outside(); end.jammed) return jam_outside(*end.jammed);
    try {
      outside_->complete();
    } catch (const Jammed& jammed) {
      return jam_outside(jammed);
    }
    event_at(outside_->time(), next_scheduled_ <= Machine::instant_end(outside_->time()), true);
  } catch (const Failure& failure) {
    explain_failure(failure);
  }
}

double HybridLoop::next_event_s() const { return std::min(next_scheduled_, delays_.horizon(integrator_->previous_time())); }

}  // namespace stribeck
