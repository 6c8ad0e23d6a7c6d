#include "simulation/integrators/adaptive.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/index.h"
#include "base/numbers.h"
#include "simulation/integrators/failures.h"

namespace stribeck {

void copy_values(std::span<const double> from, std::vector<double>& to) {
  if (!from.empty()) std::memmove(to.data(), from.data(), from.size_bytes());
}

double starting_step(Ode& ode, const ErrorWeights& weights, double t, const double* x, const double* dxdt, int order, double span) {
  constexpr double kShortTrial = 1e-3;  // relative to the trial step, if the trial gives no information
  const std::size_t n = at(ode.states());
  const double size = weights.norm(x, x), slope = weights.norm(dxdt, x);
  double h0 = size < 1e-5 || slope < 1e-5 ? 1e-6 : 0.01 * size / slope;
  h0 = std::min(h0, span);
  std::vector<double> euler(n), change(n);
  for (std::size_t i = 0; i < n; ++i) euler[i] = x[i] + h0 * dxdt[i];
  try {
    ode.derivatives(t + h0, euler.data(), change.data(), nullptr);
  } catch (const Failure& failure) {
    if (!smaller_step_may_help(failure)) throw;
    return h0 * kShortTrial;
  }
  for (std::size_t i = 0; i < n; ++i) change[i] -= dxdt[i];
  const double bend = weights.norm(change.data(), x) / h0;
  const double steepest = std::max(slope, bend);
  const double h1 = steepest <= 1e-15 ? std::max(1e-6, h0 * kShortTrial) : std::pow(0.01 / steepest, 1.0 / (order + 1));
  return std::min({100 * h0, h1, span});
}

AdaptiveOneStep::AdaptiveOneStep(Ode& ode, const IntegratorOptions& options, double stretch, double largest_growth)
    : ode_(ode),
      weights_(ode, options),
      max_step_(options.max_step_s > 0 ? options.max_step_s : std::numeric_limits<double>::infinity()),
      stretch_(stretch),
      largest_growth_(largest_growth) {
  const auto n = static_cast<std::size_t>(ode.states());
  const auto m = static_cast<std::size_t>(ode.quadratures());
  previous_state_.assign(n, 0);
  state_.assign(n, 0);
  error_.assign(n, 0);
  quadratures_.assign(m, 0);
  previous_quadratures_.assign(m, 0);
}

void AdaptiveOneStep::restart(double t, std::span<const double> x, std::span<const double> q, double direction_end) {
  ++statistics_.restarts;
  previous_time_ = time_ = t;
  copy_values(x, state_);
  copy_values(q, quadratures_);
  begin();
  forget();
  copy_values(state_, previous_state_);
  copy_values(quadratures_, previous_quadratures_);
  const double span = std::max(direction_end - t, shortest_step(t));
  if (next_step_ == 0) next_step_ = std::min(first_step(span), max_step_);
  // Steps without errors grow, as of a body at rest, and may be much too long after an event. The last step that an error had determined
  // avoids a series of rejections.
  if (measured_step_ > 0) next_step_ = std::min(next_step_, measured_step_);
}

double AdaptiveOneStep::end_of(double h, double limit) const {
  const double left = limit - previous_time_;
  const double longest = max_step_ * (1 + 1e-12);  // a limit one step of max_step away counts as reached in spite of rounding
  return stretch_ * h >= left && left <= longest ? limit : previous_time_ + h;
}

double AdaptiveOneStep::guarded_attempt(double end) {
  try {
    attempt(end);
    return error_norm();
  } catch (const Failure& failure) {
    if (!smaller_step_may_help(failure)) throw;
    failure_ = std::current_exception();
    return std::numeric_limits<double>::quiet_NaN();
  }
}

double AdaptiveOneStep::after_rejection(double h, double error) {
  constexpr double kRetreat = 0.2;  // where the model has no finite value, and no error says how much shorter the step must be
  ++statistics_.rejected;
  const double next = std::isnan(error) ? kRetreat * h : shrink(h, error);
  if (next >= shortest_step(previous_time_)) return next;
  if (failure_) std::rethrow_exception(failure_);
  const std::int32_t culprit = weights_.largest(error_.data(), previous_state_.data(), state_.data());
  if (std::isnan(error)) throw_not_finite(ode_, previous_time_, culprit);
  throw_step_too_small(ode_, previous_time_, next, culprit, "");
}

void AdaptiveOneStep::accept(double end, double error, bool rejected) {
  const double h = end - previous_time_;
  const double next = std::min(grow(h, error, rejected), max_step_);
  // If a limit has cut the step so short that its error says nothing about a normal step, the planned length is kept.
  const bool is_free = next >= 0.99 * largest_growth_ * h, uninformative = !rejected && h < next_step_ && is_free;
  next_step_ = uninformative ? std::max(next, next_step_) : next;
  if (!is_free) measured_step_ = next;
  time_ = end;
  retaken_error_ = 0;
  ++statistics_.steps;
  failure_ = nullptr;
  complete(end);
  watch();
}

void AdaptiveOneStep::step(double limit) {
  if (!(limit > time_)) return;
  previous_time_ = time_;
  previous_state_.swap(state_);
  previous_quadratures_.swap(quadratures_);
  turn();
  double h = std::min(std::max(next_step_, shortest_step(time_)), max_step_);
  for (bool rejected = false;; rejected = true) {
    const double end = end_of(h, limit);
    const double error = guarded_attempt(end);
    if (error <= 1) return accept(end, error, rejected);
    h = after_rejection(end - previous_time_, error);
  }
}

void AdaptiveOneStep::retake(double t) {
  attempt(t);
  retaken_error_ = error_norm();
  if (std::isnan(retaken_error_)) throw_not_finite(ode_, previous_time_, first_not_finite(error_));
  time_ = t;
  complete(t);
  if (passes_over()) retaken_error_ = std::max(retaken_error_, 2.0);
}

}  // namespace stribeck
