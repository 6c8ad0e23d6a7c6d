// Frictions that jam: from some instant on no force fulfils their law. How the step that fails there is taken, and the event that follows.
#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/index.h"
#include "simulation/loop/hybrid_loop.h"

namespace stribeck {

/// Takes a step; false, after an event, if frictions jam from its beginning on.
bool HybridLoop::step(double limit) {
  if (episode_->frictions.empty()) {
    integrator_->step(limit);
    return true;
  }
  const double begin_s = integrator_->time();
  before_jam_.assign(integrator_->quadratures().begin(), integrator_->quadratures().end());
  try {
    integrator_->step(limit);
    return true;
  } catch (const Jammed& jammed) {
    const double t = integrator_->previous_time();
    rows_.skip_to(t);
    x_.resize(at(machine_.program().states()));
    last_step().begin_state(x_);
    const std::vector<double> q = episode_->live.whole_quadratures(begin_s, before_jam_);
    change_at(t, {.quadratures = q, .jammed = jammed, .way_s = way_to_jam(t, limit)});
  }
  return false;
}

/// The time after t from which on no forces fulfil the laws, found by doubling from the rounding of time: there the result of the event
/// does not depend on rounding.
double HybridLoop::way_to_jam(double t, double limit) {
  std::vector<double> rates(x_.size()), ahead(x_.size());
  machine_.derivatives(t, x_.data(), rates.data());
  for (double way = kSameInstant * std::max(std::fabs(t), 1e-8); t + way < limit; way *= 2) {
    for (std::size_t s = 0; s < x_.size(); ++s) ahead[s] = x_[s] + way * rates[s];
    if (!episode_->conditions.try_to_evaluate(t + way, ahead.data())) return way;
  }
  return 0;
}

}  // namespace stribeck
