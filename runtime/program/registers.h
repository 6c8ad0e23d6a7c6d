#pragma once
// Visits the registers that the parts of a program use, for every pass that counts or renumbers them.
#include <vector>

#include "program/program.h"

namespace stribeck {

/// Whether an instruction is arithmetic, a table look-up or a call. The others work on a loop, whose BlockCode lists the registers.
inline bool is_plain(const Instruction& i) {
  return i.op < static_cast<std::uint16_t>(Opcode::solve_block) || is_call(static_cast<Operator>(i.op));
}

/// Calls visit(register) for each register that the instruction reads.
template <typename AnyInstruction, typename Visit>
void for_operands(AnyInstruction& i, Visit visit) {
  if (!is_plain(i)) return;
  if (is_call(static_cast<Operator>(i.op))) {
    for (auto* r : {&i.a, &i.b, &i.c})
      if (*r >= 0) visit(*r);
    return;
  }
  const bool table = i.op >= static_cast<std::uint16_t>(Opcode::table_search);
  const bool held = i.op >= static_cast<std::uint16_t>(Opcode::table_held);
  const bool fused = i.op >= static_cast<std::uint16_t>(Opcode::multiply_add) && !table;
  const int operands = table ? 1 : fused ? 3 : arity(static_cast<Operator>(i.op));
  visit(i.a);
  if (operands > 1) visit(i.b);
  if (operands > 2 || held) visit(i.c);
}

/// Calls visit(register) for each register that a loop is solved for.
template <typename Visit>
void for_loop_results(const BlockCode& block, Visit visit) {
  for (const Register r : block.unknowns) visit(r);
  for (const Code* code : {&block.evaluate, &block.sizing})
    for (const Instruction& i : *code) visit(i.result);
}

/// The registers that a loop is solved from, ascending, each once.
std::vector<Register> loop_inputs(const BlockCode& block);

/// Calls visit(register) for each register of section `outputs` that is shown, or looked at where a run begins or at events.
template <typename AnyProgram, typename Visit>
void for_shown(AnyProgram& program, Visit visit) {
  const auto some = [&](auto& r) {
    if (r >= 0) visit(r);
  };
  for (auto& r : program.outputs) some(r);
  for (auto& target : program.start.targets) some(target.value);
  for (auto& momentum : program.start.momenta) some(momentum.speed), some(momentum.momentum);
  for (auto& position : program.start.positions) some(position.value), some(position.rate);
}

/// Calls visit(register) for each register that is read by other than instructions. AnyProgram: Program, const or not.
template <typename AnyProgram, typename Visit>
void for_read_outside(AnyProgram& program, Visit visit) {
  Program::each(EachReference([&](Use use, auto& r) {
                  if (use.role != RefRole::given && use.role != RefRole::held && r >= 0) visit(r);
                }),
                program);
}

/// The same for registers that are written by other than instructions, except states.
template <typename AnyProgram, typename Visit>
void for_written_outside(AnyProgram& program, Visit visit) {
  Program::each(EachReference([&](Use use, auto& r) {
                  if ((use.role == RefRole::given || use.role == RefRole::held) && r >= 0) visit(r);
                }),
                program);
}

/// Calls visit(register) for each held register that events change.
template <typename Visit>
void for_held(const Program& program, Visit visit) {
  Program::each(EachReference([&](Use use, Register r) {
                  if (use.role == RefRole::held && r >= 0) visit(r);
                }),
                program);
}

}  // namespace stribeck
