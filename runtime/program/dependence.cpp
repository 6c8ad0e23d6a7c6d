#include "program/dependence.h"

namespace stribeck {

StateDependence::StateDependence(const Program& program) : states_(program.states()), source_(at(program.register_count), kNone) {
  for (std::int32_t s = 0; s < states_; ++s) source_[at(program.first_state + s)] = s;
  for (const Section section : {Section::dynamics, Section::outputs})
    for (const Instruction& i : program.section(section)) take(program, i);
  seen_.assign(at(states_) + first_operand_.size(), 0);
}

/// Every unknown of a loop depends on every input of the loop.
void StateDependence::take(const Program& program, const Instruction& i) {
  const auto number = static_cast<std::int32_t>(first_operand_.size()) - 1;
  const auto read = [&](Register r) {
    if (r >= 0 && source_[at(r)] != kNone) operands_.push_back(source_[at(r)]);
  };
  std::vector<Register> written;
  if (is_plain(i)) {
    for_operands(i, read);
    written.push_back(i.result);
  } else if (i.op != static_cast<std::uint16_t>(Opcode::solve_tangent)) {
    const BlockCode& block = program.blocks[at(i.a)];
    for (const Register r : loop_inputs(block)) read(r);
    for_loop_results(block, [&](Register r) { written.push_back(r); });
  }
  first_operand_.push_back(static_cast<std::int32_t>(operands_.size()));
  for (const Register r : written) source_[at(r)] = states_ + number;
}

}  // namespace stribeck
