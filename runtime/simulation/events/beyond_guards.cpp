#include "simulation/events/beyond_guards.h"

#include <utility>
#include <vector>

#include "base/constants.h"

namespace stribeck {

namespace {

class BeyondGuards {
 public:
  explicit BeyondGuards(Machine& machine) : machine_(machine) {}

  /// False if no condition differs.
  bool take() {
    const Program& program = machine_.program();
    Snapshot now = evaluate();
    for (int round = 0; round < kEventRounds; ++round) {
      const std::size_t before = held_.size();
      for (std::size_t c = 0; c < program.conditions.size(); ++c) {
        const ConditionCode& condition = program.conditions[c];
        if (condition.is_guard || condition.scheduled >= 0 || !now.has_changed(c)) continue;
        const Register held = program.held_register(c);
        held_.emplace_back(held, machine_.held_value(held));
        machine_.set(held, now.to_be_held(c));
      }
      if (held_.size() == before) break;
      now = evaluate();
    }
    return !held_.empty();
  }

  void put_back() {
    if (held_.empty()) return;
    for (auto held = held_.rbegin(); held != held_.rend(); ++held) machine_.set(held->first, held->second);
    held_.clear();
    evaluate();
    machine_.run(Section::quadratures);
  }

 private:
  Snapshot evaluate() {
    machine_.run(Section::dynamics);
    machine_.run(Section::crossings);
    return machine_.snapshot();
  }

  Machine& machine_;
  std::vector<std::pair<Register, double>> held_;  // the truths to be restored
};

}  // namespace

bool use_beyond_guards(Machine& machine, double t, const double* x, const std::function<void(const Snapshot&)>& use) {
  machine.set_time(t);
  machine.set_state(x);
  BeyondGuards beyond(machine);
  bool any = false;
  try {
    any = beyond.take();
    if (any) use(machine.snapshot());
  } catch (...) {
    beyond.put_back();
    throw;
  }
  beyond.put_back();
  return any;
}

}  // namespace stribeck
