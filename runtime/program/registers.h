#pragma once
// Which registers a program's parts use, listed once for every pass that counts or renumbers them.
#include <vector>

#include "program/program.h"

namespace stribeck {

/// Arithmetic, a table or a call, as opposed to work on a block, whose registers are listed with the block.
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
  const auto some = [&](auto& r) {
    if (r >= 0) visit(r);
  };
  const auto all = [&](auto& registers) {
    for (auto& r : registers) some(r);
  };
  for (auto& block : program.blocks)
    all(block.matrix), all(block.residual), all(block.unknowns), all(block.others), all(block.sizes), all(block.friction_forces);
  for (auto& tangent : program.tangents) all(tangent.right_side);
  all(program.derivatives), all(program.quadratures), all(program.watch.registers);
  for_shown(program, visit);
  all(program.jacobian.values), all(program.jacobian.time_values), all(program.linear.values);
  for (auto& condition : program.conditions)
    some(condition.crossing), some(condition.noise), some(condition.scheduled), some(condition.rate);
  for (auto& kink : program.kinks) some(kink.a), some(kink.b);
  for (auto& friction : program.frictions) {
    some(friction.velocity), some(friction.rate), some(friction.force), some(friction.open);
    some(friction.gap), some(friction.restitution), some(friction.rest_speed);
    some(friction.velocity_terms), some(friction.rate_terms), some(friction.gap_terms);
    for (auto& side : friction.sides) some(side.static_level), some(side.kinetic_level);
    for (auto& slope : friction.gap_slopes) some(slope.slope);
  }
  for (auto& target : program.start.targets) some(target.rate), some(target.offset);
  for (auto& place : program.start.places) {
    some(place.slope), some(place.rest);
    for (auto& other : place.others) some(other.slope);
  }
  for (auto& loose : program.start.loose) some(loose.value);
  for (auto& loop : program.start.loose_loops) some(loop.follows.value);
  for (auto& pair : program.start.exchangeable) some(pair.other_value);
  for (auto& discrete : program.discretes) some(discrete.start);
  for (auto& when : program.whens) {
    some(when.condition);
    for (auto& assignment : when.assignments) some(assignment.value);
  }
  for (auto& h : program.histories) some(h.value), some(h.shortest), some(h.longest), some(h.before);
  for (auto& table : program.held_tables) some(table.rate), some(table.offset);
  for (auto& floor : program.held_floors) some(floor.rate), some(floor.offset);
  for (auto& floor : program.followed_floors) some(floor.argument);
}

/// The same for those that are written by other than instructions, but the states.
template <typename AnyProgram, typename Visit>
void for_written_outside(AnyProgram& program, Visit visit) {
  for (auto& tangent : program.tangents)
    for (auto& r : tangent.results) visit(r);
  for (auto& [r, number] : program.parameters) visit(r);
  for (auto& condition : program.conditions) visit(condition.held);
  for (auto& friction : program.frictions)
    for (auto& r : friction.inputs) visit(r);
  for (auto& discrete : program.discretes) {
    visit(discrete.value);
    if (discrete.before >= 0) visit(discrete.before);
  }
  for (auto& table : program.held_tables) visit(table.piece);
  for (auto& floor : program.held_floors) visit(floor.value);
  for (auto& floor : program.followed_floors) visit(floor.value);
  visit(program.time);
}

}  // namespace stribeck
