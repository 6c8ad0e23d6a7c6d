// A run is cut into legs. At the end of each, all that the rest of the run follows from is written into a record, and everything that
// runs (integrator, search, conditions, frictions, factors) is made anew from that record. So a run that is taken up from the record of
// a leg goes through the very instructions of the one that was not stopped, and ends in the same bytes, whatever the method keeps to
// itself: the history of a multistep method, factors, guesses. That is why legs are counted in steps and operations and never in seconds,
// and why they are made whether anybody wants checkpoints or not.
#include <algorithm>

#include "simulation/loop/hybrid_loop.h"

namespace stribeck {

namespace {
/// Estimates of cost, good enough for the length of a leg: a Jacobian, in evaluations of the derivatives; a step and an event, in
/// operations beside their evaluations.
constexpr double kJacobianCalls = 4, kStepCost = 1000, kEventCost = 40'000;
constexpr std::int64_t kRowsOfStep = 1000;  // what is steady takes steps of many rows: a leg that has so many for each step is long enough
}  // namespace

bool HybridLoop::leg_is_over() const {
  const std::int64_t steps = before_.steps - before_leg_.steps + integrator_->statistics().steps;
  if (steps < settings_.leg.steps && (rows_.rows() - rows_before_leg_) / kRowsOfStep < settings_.leg.steps) return false;
  IntegratorStatistics done = before_ - before_leg_;
  done += integrator_->statistics();
  const auto calls =
      static_cast<double>(done.evaluations + rows_.rows() - rows_before_leg_) + kJacobianCalls * static_cast<double>(done.jacobians);
  const auto events = static_cast<double>(summary_.event_instants - events_before_leg_);
  return calls * episode_->ode.derivatives_cost() + kStepCost * static_cast<double>(done.steps) + kEventCost * events >=
         settings_.leg.operations;
}

void HybridLoop::begin_leg() {
  before_ += integrator_->statistics();
  Archive written;
  carry(written);
  std::string state = written.take();
  Archive read(state);
  carry(read);
  if (settings_.at_leg) settings_.at_leg(std::move(state));
}

std::string HybridLoop::record_before_event() {
  const std::vector<double> x = x_;
  Archive archive;
  carry(archive);
  x_ = x;
  return archive.take();
}

/// The state of the run; when reading, everything is made anew from it.
void HybridLoop::carry(Archive& archive) {
  double t = 0;
  std::vector<double> q;
  if (!archive.reading()) {
    t = integrator_->time();
    q = quadratures();
    take_state();
    if (machine_.loops().can_follow()) episode_->evaluation.at(t, x_.data());  // loops begin the next leg on the solution that they are on
    keep_learned();
  }
  carry_memories(archive);
  archive(t), archive(x_), archive(q);
  carry_program(archive);
  updates_.carry(archive);
  delays_.carry(archive);
  episode_->frictions.carry(archive);
  episode_->search.carry(archive);
  episode_->kinks.carry(archive);
  episode_->ode.carry(archive);
  rows_.carry(archive);
  archive(heat_), archive(shared_forces_), archive(branches_);
  archive(learned_[0]), archive(learned_[1]), archive(remark_);
  archive(next_scheduled_), archive(choices_), archive(events_), archive(jumps_), archive(pace_steps_), archive(pace_from_s_);
  archive(before_), archive(summary_.events), archive(summary_.event_instants), archive(summary_.notes), archive(summary_.steady);
  if (!archive.reading()) return;
  rows_before_leg_ = rows_.rows();
  events_before_leg_ = summary_.event_instants;
  before_leg_ = before_;
  episode_->conditions.evaluate(t, x_.data());
  restart(t, q, Beginning::leg);
}

/// The memories of external functions. Only a record that outlives the process needs them, since the process has them already.
void HybridLoop::carry_memories(Archive& archive) const {
  bool keeps = static_cast<bool>(settings_.at_leg);
  archive(keeps);
  if (!keeps) return;
  std::vector<ExternalMemory*> done;
  for (const auto& function : machine_.program().functions) {
    ExternalMemory* memory = function->memory.get();
    if (memory == nullptr || std::find(done.begin(), done.end(), memory) != done.end()) continue;
    memory->carry(archive);
    done.push_back(memory);
  }
}

/// Which program runs, and its registers.
void HybridLoop::carry_program(Archive& archive) {
  bool has_choice = chosen_at_.has_value(), has_jacobian = machine_.program().has_jacobian;
  WatchedValues point = chosen_at_.value_or(WatchedValues{});
  archive(has_choice), archive(has_jacobian), archive(point);
  if (archive.reading()) {
    chosen_at_.reset();
    if (has_choice) chosen_at_ = std::move(point);
    const Program* const program = !has_choice                    ? &machine_.program()
                                   : settings_.choices == nullptr ? nullptr
                                                                  : settings_.choices->choose(*chosen_at_);
    if (program == nullptr) throw other_states_wanted(settings_.start_s);
    machine_.become(*program);
    if (has_jacobian) machine_.require_jacobian();
    episode_.reset();
    Archive registers = archive;  // the parts read them when they are made, and may change them, so that they are restored again below
    machine_.carry(registers);
    take_program();
  }
  machine_.carry(archive);
}

}  // namespace stribeck
