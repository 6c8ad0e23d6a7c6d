// What is held between events.
#include "analysis/sensitivity.h"

namespace stribeck {

std::vector<double> friction_modes(const Machine& machine) {
  std::vector<double> modes;
  for (const FrictionCode& friction : machine.program().frictions)
    for (const ModeInput input : {ModeInput::stuck, ModeInput::direction, ModeInput::share})
      modes.push_back(machine.held_value(friction.inputs[static_cast<std::size_t>(input)]));
  return modes;
}

std::vector<double> held_modes(const Machine& machine) {
  const Program& program = machine.program();
  std::vector<double> modes;
  for (const ConditionCode& condition : program.conditions)
    if (!condition.is_guard) modes.push_back(machine.held_value(condition.held));
  const std::vector<double> frictions = friction_modes(machine);
  modes.insert(modes.end(), frictions.begin(), frictions.end());
  for (const HeldTable& table : program.held_tables) modes.push_back(machine.held_value(table.piece));
  for (const HeldFloor& floor : program.held_floors) modes.push_back(machine.held_value(floor.value));
  for (const FollowedFloor& floor : program.followed_floors) modes.push_back(machine.held_value(floor.value));
  return modes;
}

std::vector<double> discrete_values(const Machine& machine) {
  std::vector<double> values;
  for (const DiscreteCode& discrete : machine.program().discretes) values.push_back(machine.held_value(discrete.value));
  return values;
}

std::vector<double> impulses_of(const Machine& machine) {
  std::vector<double> values;
  for (const FrictionCode& friction : machine.program().frictions)
    values.push_back(machine.held_value(friction.inputs[static_cast<std::size_t>(ModeInput::impulse)]));
  return values;
}

}  // namespace stribeck
