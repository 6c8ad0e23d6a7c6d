// A run that is stepped from outside, and what is given to it on the way.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/constants.h"
#include "base/index.h"
#include "simulation/loop/hybrid_loop.h"

namespace stribeck {

/// The open step ends at t, before what was found at its end.
void HybridLoop::cut_step(double t) {
  is_step_open_ = false;
  before_root_ends_s_.reset();
  rows_.drop_step();
  const bool follows = machine_.loops().can_follow();
  if (follows) {  // loops go on from the solution that they were on where the step began
    machine_.put_back(before_step_);
    machine_.loops().try_beyond();
  }
  integrator_->retake(t);
  if (follows) {
    evaluation_->at(t, take_state().data());
    machine_.loops().accept();
  }
  ode_->note_sizes(integrator_->state(), t - integrator_->previous_time());
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
    frictions_->follow_move(t, x_.data());
    conditions_->evaluate(t, x_.data());
    next_scheduled_ = conditions_->schedule(t);
    change_at(t, {.given = true, .quadratures = q});
  } catch (const Failure& failure) {
    explain_failure(failure);
  }
}

void HybridLoop::rates(double t, std::span<double> dxdt) {
  std::vector<double> x(dxdt.size());
  states(t, x);
  Machine::Values kept;
  machine_.keep(kept);
  try {
    machine_.derivatives(t, x.data(), dxdt.data());
  } catch (const Failure&) {
    machine_.put_back(kept);
    throw;
  }
  machine_.put_back(kept);
}

void HybridLoop::place(double t, std::span<const double> x) { outside_->place(t, x); }

void HybridLoop::tell(std::span<const GivenValue> values) {
  for (const GivenValue& given : values) machine_.tell(machine_.program().discretes[at(given.discrete)].value, given.value);
}

void HybridLoop::take_parameters(std::span<const double> values) {
  machine_.set_parameters(values);
  live_->forget();
}

/// Of where the host's step began: what is delayed has not been written beyond.
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
  const SparsityPattern& pattern = ode_->jacobian_pattern();
  std::vector<double> entries(pattern.rows.size());
  ode_->jacobian(outside_->time(), outside_->state().data(), entries.data(), nullptr);
  std::fill(product.begin(), product.end(), 0.0);
  for (std::size_t column = 0; column < direction.size(); ++column)
    for (std::int32_t k = pattern.starts[column]; k < pattern.starts[column + 1]; ++k)
      product[at(pattern.rows[at(k)])] += entries[at(k)] * direction[column];
}

void HybridLoop::derivatives(std::span<double> dxdt) {
  machine_.loops().drop_beyond();
  live_->derivatives(outside_->time(), outside_->state().data(), dxdt.data(), nullptr);
}

/// Evaluates conditions where the host is; whether each loop's solution that the motion follows goes so far.
bool HybridLoop::is_on_roots() {
  machine_.loops().drop_beyond();
  conditions_->evaluate(outside_->time(), outside_->state().data());
  return !machine_.loops().is_beyond();
}

void HybridLoop::indicators(std::span<double> values) {
  constexpr double kTiny = std::numeric_limits<double>::min();  // beside zero: hosts take zero for a change
  const bool is_on_roots = this->is_on_roots();
  std::size_t k = 0;
  for (const std::size_t c : live_->conditions()) {
    require_decided(machine_, c, outside_->time());
    const bool holds = machine_.truth(c) == machine_.held(c);
    const double size = std::fabs(machine_.crossing(c)), margin = (holds ? size : -size) + machine_.noise(c);
    values[k++] = machine_.differs(c) ? std::min(margin, -kTiny) : std::max(margin, kTiny);
  }
  values[k] = is_on_roots ? 1 : -1;
}

bool HybridLoop::complete_step() {
  const double t = outside_->time();
  const bool is_on_roots = this->is_on_roots(), differs = conditions_->any_differs();
  if (machine_.loops().can_follow() && is_on_roots) {
    machine_.loops().accept();
  } else if (machine_.loops().can_follow()) {
    before_root_ends_s_ = outside_->previous_time();
    machine_.loops().end();
  }
  outside_->complete();
  bool is_event = !is_on_roots || differs;
  if (!is_event && delays_.record(last_step())) {
    next_scheduled_ = conditions_->schedule(t);
    is_event = true;
  }
  if (is_event) return true;
  if (states_are_poor()) change_states();
  outside_->begin_step();
  machine_.loops().try_beyond();
  return next_event_s() <= Machine::instant_end(t);
}

void HybridLoop::happen() {
  try {
    outside_->complete();
    event_at(outside_->time(), next_scheduled_ <= Machine::instant_end(outside_->time()), true);
  } catch (const Failure& failure) {
    explain_failure(failure);
  }
}

double HybridLoop::next_event_s() const { return std::min(next_scheduled_, delays_.horizon(integrator_->previous_time())); }

}  // namespace stribeck
