// Which program a run has, and which integrator. A run changes both where other variables serve better as states (a crank beyond its dead
// centre): motion, held values and the integrator's experience go from one to the next.
#include <optional>
#include <utility>

#include "base/index.h"
#include "simulation/loop/hybrid_loop.h"
#include "simulation/loop/root_choice.h"

namespace stribeck {

namespace {
/// Oscillations within a smaller share of the run may be missed in the first step.
constexpr double kFirstResolution = 1e-3;
}  // namespace

void HybridLoop::take_program() {
  take_notes();
  take_memories();
  const bool steps_by_error = !settings_.from_outside && !find_integrator(settings_.solver)->fixed_step;
  episode_.emplace(machine_, settings_.integrator, span_s(), kFirstResolution * span_s(), settings_.from_outside);
  episode_->conditions.set_choice_for_loops([this](double t, const double* x) {
    return RootChoice(machine_, episode_->conditions, targets_).find_modes(t, {x, x + machine_.program().states()});
  });
  if (steps_by_error) episode_->ode.keep_to(branches_.branch());
  integrator_.reset();
  learned_ = {};
}

/// Makes an integrator for the states that are followed now; it takes over the step sizes and estimates of the one before.
void HybridLoop::take_integrator() {
  if (integrator_) {
    keep_learned();
    before_ += integrator_->statistics();
  }
  episode_->ode.follow();
  if (settings_.from_outside) {
    auto outside = std::make_unique<OutsideIntegrator>(episode_->ode);
    outside_ = outside.get();
    integrator_ = std::move(outside);
    return;
  }
  integrator_ = find_integrator(settings_.solver)->make(episode_->ode, settings_.integrator);
  const std::string& learned = learned_[episode_->ode.states() == 0 ? 1 : 0];
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

void HybridLoop::take_notes() {
  if (episode_) summary_.notes.insert(summary_.notes.end(), episode_->frictions.notes().begin(), episode_->frictions.notes().end());
}

/// Whether a choice of other states would serve better at the end of the last step.
bool HybridLoop::states_are_poor() {
  if (machine_.program().watch.empty()) return false;
  take_watched_values(episode_->live.watch_states(integrator_->time(), integrator_->state().data()), watched_);
  if (!are_states_poor(machine_.program().watch, watched_, row_pivots_)) return false;
  if (settings_.choices == nullptr) throw other_states_wanted(integrator_->time());
  return true;
}

/// Goes on with other states at the same instant. Motion and held truths stay the same, and loops start from their present values, so that
/// they stay on their solutions.
void HybridLoop::change_states() {
  const double t = integrator_->time();
  const WatchedValues point = watched_values(episode_->conditions.evaluate(t, take_state().data()));
  const std::vector<double> q = quadratures();
  before_ += integrator_->statistics();
  rows_.grid(last_step(), t, true);
  take_choice(point, t);
  episode_->conditions.evaluate(t, x_.data());  // when samples are due is known from values of the new program
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
  episode_->conditions.schedule_by_time(t);  // for the pieces of tables; the next scheduled time does not depend on the choice of states
  x_.clear();
  for (const StateFacts& state : program.state_facts) x_.push_back(value(state.variable));
}

}  // namespace stribeck
