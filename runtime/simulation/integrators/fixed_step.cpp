#include "simulation/integrators/fixed_step.h"

#include <algorithm>
#include <cmath>

#include "base/numbers.h"
#include "simulation/integrators/adaptive.h"
#include "simulation/integrators/failures.h"

namespace stribeck {

FixedStep::FixedStep(Ode& ode, const IntegratorOptions& options) : ode_(ode), h_(options.step_s) {
  constexpr double kStepIfNoneGiven_s = 1e-3;
  if (!(h_ > 0)) h_ = kStepIfNoneGiven_s;
  if (options.max_step_s > 0) h_ = std::min(h_, options.max_step_s);
  const auto n = static_cast<std::size_t>(ode.states());
  const auto m = static_cast<std::size_t>(ode.quadratures());
  previous_state_.assign(n, 0);
  state_.assign(n, 0);
  quadratures_.assign(m, 0);
  previous_quadratures_.assign(m, 0);
}

void FixedStep::restart(double t, std::span<const double> x, std::span<const double> q, double) {
  ++statistics_.restarts;
  if (!has_origin_) origin_ = t;
  has_origin_ = true;
  previous_time_ = time_ = t;
  copy_values(x, state_);
  copy_values(q, quadratures_);
  copy_values(state_, previous_state_);
  copy_values(quadratures_, previous_quadratures_);
  begin();
}

double FixedStep::next_on_grid() const {
  constexpr double kSliver = 1e-6;  // of a step: a shorter rest before a grid point is rounding and gets no step of its own
  const double k = std::floor((time_ - origin_) / h_ + kSliver);
  return origin_ + (k + 1) * h_;
}

void FixedStep::step(double limit) {
  if (!(limit > time_)) return;
  const double end = std::min(next_on_grid(), limit);
  previous_time_ = time_;
  previous_state_.swap(state_);
  previous_quadratures_.swap(quadratures_);
  turn();
  advance_checked(end);
  ++statistics_.steps;
}

void FixedStep::retake(double t) { advance_checked(t); }

void FixedStep::advance_checked(double end) {
  const double reached = advance(end);
  if (!all_finite(state_)) throw_not_finite(ode_, previous_time_, first_not_finite(state_));
  time_ = reached;
}

}  // namespace stribeck
