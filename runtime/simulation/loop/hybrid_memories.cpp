// External functions with a memory of their own that must follow the run: FMUs for model exchange.
#include <algorithm>

#include "simulation/loop/hybrid_loop.h"

namespace stribeck {

void HybridLoop::take_memories() {
  watching_.clear();
  for (const auto& function : machine_.program().functions) {
    ExternalMemory* memory = function->memory.get();
    if (memory == nullptr || !memory->watches_steps()) continue;
    if (std::find(watching_.begin(), watching_.end(), memory) == watching_.end()) watching_.push_back(memory);
  }
}

/// Tells them that the step which ends at t is accepted. True if one of them asks for an event there.
bool HybridLoop::complete_step_outside(double t) {
  episode_->conditions.evaluate(t, take_state().data());
  bool is_event = false;
  for (ExternalMemory* memory : watching_) is_event = memory->complete_step(t) || is_event;
  return is_event;
}

/// To be called when everything has been evaluated at x-.
void HybridLoop::begin_event_outside(double t) {
  if (watching_.empty()) return;
  for (ExternalMemory* memory : watching_) {
    memory->complete_step(t);
    memory->begin_event(t);
  }
  episode_->evaluation.forget();
}

/// Adds the notes of the memories, each once.
void HybridLoop::note_memories() {
  std::vector<ExternalMemory*> told;
  for (const auto& function : machine_.program().functions) {
    ExternalMemory* memory = function->memory.get();
    if (memory == nullptr || std::find(told.begin(), told.end(), memory) != told.end()) continue;
    told.push_back(memory);
    const std::string remark = memory->remark(summary_.reached_s);
    if (remark.empty()) continue;
    std::string names;
    summary_.notes.push_back(Diagnostic{.code = ErrorCode::fmu_unsupported,
                                        .message = function->owner + " is an FMU: " + remark,
                                        .where = machine_.program().labels->where_of_owner(function->owner, names),
                                        .because = {},
                                        .remedy = "give it a shorter communication_step",
                                        .severity = Severity::warning,
                                        .details = {}});
  }
}

}  // namespace stribeck
