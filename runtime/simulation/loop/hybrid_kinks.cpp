// Prescribed velocities that jump: impulses act on all bodies that are tied to them.
#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "base/constants.h"
#include "base/text.h"
#include "simulation/loop/hybrid_loop.h"
#include "simulation/start/coupled_targets.h"

namespace stribeck {

namespace {

/// The error for jumps in closed loops of bodies: their impulses act through constraints, which share_impulse() does not know.
void require_no_impulse_in_loop(const Machine& machine, double t, const std::vector<double>& before, const std::vector<double>& after) {
  constexpr double kNone = 1e-9;  // of the largest momentum
  if (!machine.has_constraints()) return;
  double largest = 0, change = 0;
  for (std::size_t m = 0; m < after.size(); ++m) {
    largest = std::max({largest, std::fabs(before[m]), std::fabs(after[m])});
    change = std::max(change, std::fabs(after[m] - before[m]));
  }
  if (change <= kNone * largest) return;
  const Labels& labels = *machine.program().labels;
  throw Failure(Diagnostic{.code = ErrorCode::run_loop_impulse,
                           .message = "a given velocity jumps at t = " + short_number(t) + " s in a diagram with closed loops of bodies",
                           .where = labels.where_of_component(machine.program().constraints.component.front()),
                           .because = "impulses act through the whole loop then, which is not supported",
                           .remedy = "drive by signals without jumps, as ramps, or by a torque or force",
                           .details = {}});
}

}  // namespace

/// Empty if no velocity is prescribed.
std::vector<double> HybridLoop::momenta_now() {
  std::vector<double> values;
  if (!machine_.program().gives_velocities) return values;
  const Snapshot& now = episode_->evaluation.now();
  machine_.run(Section::outputs);
  for (const MomentumCode& momentum : machine_.program().start.momenta) values.push_back(now.value(momentum.momentum));
  return values;
}

/// After a jump of the prescribed velocity between two points: the impulse acts on the bodies on both sides, whichever of their velocities
/// is a state. False if no momentum has jumped.
bool HybridLoop::share_impulse_of_kink(double t, const std::vector<double>& before) {
  constexpr double kRounding = 1e-9;  // the error of momenta that are evaluated again at the same state, or that follow from loops
  const std::vector<double> after = momenta_now();
  const auto jumps = [](double now, double then) { return std::fabs(now - then) > kRounding * std::max(std::fabs(now), std::fabs(then)); };
  if (std::equal(after.begin(), after.end(), before.begin(), std::not_fn(jumps))) return false;
  require_no_impulse_in_loop(machine_, t, before, after);
  share_impulse(machine_, before, x_, [&] {
    const Snapshot now = episode_->evaluation.at(t, x_.data());
    machine_.run(Section::outputs);
    return now;
  });
  episode_->evaluation.at(t, x_.data());
  return true;
}

/// Lets conditions settle. If that makes prescribed velocities jump, as where a law lets go, impulses act, and the conditions settle again.
bool HybridLoop::settle_laws(double t, std::vector<std::string>& labels) {
  if (rows_.rows() == 0 || !machine_.program().gives_velocities) return episode_->conditions.settle(t, x_.data(), labels);
  bool any = false;
  for (int round = 0; round < kEventRounds; ++round) {
    const Snapshot now = episode_->evaluation.at(t, x_.data());
    const std::vector<double> momenta = momenta_now(), stored = rows_.stored(now);
    if (!episode_->conditions.settle(t, x_.data(), labels)) return any;
    any = true;
    if (!share_impulse_of_kink(t, momenta)) return true;
    rows_.note_kink(episode_->evaluation.now(), t, stored);
  }
  throw modes_do_not_settle(t, labels);
}

/// Velocities that a discrete variable prescribes jump first, by impulses, before any state is assigned. At the start there are no
/// impulses, as nothing had another velocity before.
void HybridLoop::fire_updates(double t, std::vector<std::string>& labels) {
  const Snapshot now = episode_->evaluation.now();
  rows_.before_jump(now);
  if (updates_.gives_parameters()) episode_->live.forget();
  if (rows_.rows() == 0 || !machine_.program().gives_velocities) return updates_.fire(now, t, x_, labels);
  const std::vector<double> before = x_, momenta = momenta_now();
  updates_.fire(now, t, x_, labels);
  const std::vector<double> assigned = std::exchange(x_, before);
  episode_->evaluation.at(t, x_.data());
  share_impulse_of_kink(t, momenta);
  rows_.note_prescribed_jump(episode_->evaluation.now(), t, updates_.assigned());
  for (std::size_t s = 0; s < x_.size(); ++s)
    if (assigned[s] != before[s]) x_[s] = assigned[s];
}

/// At the end of a step.
void HybridLoop::look_at_closed_loops(double t) {
  branches_.look(t, take_state());
  if (shared_forces_.is_due()) shared_forces_.look(t, x_);
}

}  // namespace stribeck
