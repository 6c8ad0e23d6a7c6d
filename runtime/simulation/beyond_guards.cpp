#include "simulation/beyond_guards.h"

#include "base/constants.h"

namespace stribeck {

BeyondGuards::BeyondGuards(Machine& machine, double t, const double* x) : machine_(machine) {
  const Program& program = machine_.program();
  machine_.set_time(t);
  machine_.set_state(x);
  evaluate();
  for (int round = 0; round < kEventRounds; ++round) {
    const std::size_t before = held_.size();
    for (std::size_t c = 0; c < program.conditions.size(); ++c) {
      const ConditionCode& condition = program.conditions[c];
      if (condition.is_guard || condition.scheduled >= 0 || machine_.truth(c) == machine_.held(c)) continue;
      const Register held = condition.floor < 0 ? condition.held : program.followed_floors[static_cast<std::size_t>(condition.floor)].value;
      held_.emplace_back(held, machine_.value(held));
      machine_.set(held, machine_.held_now(c));
    }
    if (held_.size() == before) return;
    evaluate();
  }
}

BeyondGuards::~BeyondGuards() {
  if (held_.empty()) return;
  for (auto held = held_.rbegin(); held != held_.rend(); ++held) machine_.set(held->first, held->second);
  machine_.run(Section::dynamics);
}

void BeyondGuards::evaluate() {
  machine_.run(Section::dynamics);
  machine_.run(Section::crossings);
}

}  // namespace stribeck
