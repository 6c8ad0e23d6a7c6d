// Intermediate values of `dynamics` that nothing else reads share a few registers: what a right-hand side moves through memory is then its
// instructions, parameters and states, which for large diagrams decides how long it takes.
#include <algorithm>

#include "program/program.h"

namespace stribeck {

namespace {

std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

bool is_plain(const Instruction& i) { return i.op < static_cast<std::uint16_t>(Opcode::solve_block); }

/// Calls visit(register) for each register that the instruction reads.
template <typename Visit>
void for_operands(Instruction& i, Visit visit) {
  if (!is_plain(i)) return;
  const bool table = i.op >= static_cast<std::uint16_t>(Opcode::lookup_search);
  const bool held = i.op >= static_cast<std::uint16_t>(Opcode::lookup_held);
  const bool fused = i.op >= static_cast<std::uint16_t>(Opcode::multiply_add) && !table;
  const int operands = table ? 1 : fused ? 3 : arity(static_cast<Operator>(i.op));
  visit(i.a);
  if (operands > 1) visit(i.b);
  if (operands > 2 || held) visit(i.c);
}

/// Calls visit(register) for each register that something other than a plain instruction of `dynamics` reads or writes.
template <typename Visit>
void for_others(Program& program, Visit visit) {
  const auto all = [&](std::vector<Register>& registers) {
    for (Register& r : registers) visit(r);
  };
  const auto code = [&](Code& instructions) {
    for (Instruction& i : instructions) {
      for_operands(i, visit);
      if (i.result >= 0) visit(i.result);
    }
  };
  for (std::size_t s = 0; s < program.code.size(); ++s)
    if (s != static_cast<std::size_t>(Section::dynamics)) code(program.code[s]);
  for (BlockCode& block : program.blocks) {
    code(block.evaluate);
    for (auto* list : {&block.matrix, &block.residual, &block.unknowns, &block.friction_forces}) all(*list);
  }
  for (TangentCode& tangent : program.tangents) all(tangent.right_side), all(tangent.results);
  for (auto* list : {&program.derivatives, &program.quadratures, &program.outputs, &program.watched, &program.jacobian.values,
                     &program.jacobian.time_values})
    all(*list);
  for (auto& [r, number] : program.parameters) visit(r);
  for (ConditionCode& condition : program.conditions)
    for (Register* r : {&condition.held, &condition.crossing, &condition.scheduled, &condition.rate})
      if (*r >= 0) visit(*r);
  for (FrictionCode& friction : program.frictions) {
    for (Register& r : friction.inputs) visit(r);
    for (Register* r : {&friction.velocity, &friction.rate, &friction.force}) visit(*r);
    for (FrictionCode::Side& side : friction.sides) visit(side.static_level), visit(side.kinetic_level);
    for (Register* r : {&friction.open, &friction.gap, &friction.restitution, &friction.rest_speed})
      if (*r >= 0) visit(*r);
  }
  for (HeldTable& table : program.held_tables)
    for (Register* r : {&table.segment, &table.rate, &table.offset}) visit(*r);
  visit(program.time);
}

class Compaction {
 public:
  explicit Compaction(Program& program)
      : program_(program),
        dynamics_(program.code[static_cast<std::size_t>(Section::dynamics)]),
        is_shared_(at(program.register_count), false) {}

  void run() {
    find_temporaries();
    share();
    renumber();
  }

 private:
  /// Results of plain instructions of `dynamics` that only those read.
  void find_temporaries() {
    for (const Instruction& i : dynamics_)
      if (is_plain(i)) is_shared_[at(i.result)] = true;
    for_others(program_, [&](Register& r) { is_shared_[at(r)] = false; });
  }

  /// A register for each temporary, free again after its last use.
  void share() {
    std::vector<std::int32_t> last_use(is_shared_.size(), -1);
    for (std::size_t k = 0; k < dynamics_.size(); ++k)
      for_operands(dynamics_[k], [&](Register& r) { last_use[at(r)] = static_cast<std::int32_t>(k); });
    new_number_.assign(is_shared_.size(), -1);
    std::vector<Register> free;
    for (std::size_t k = 0; k < dynamics_.size(); ++k) {
      Instruction& i = dynamics_[k];
      for_operands(i, [&](Register& r) {
        if (!is_shared_[at(r)] || last_use[at(r)] != static_cast<std::int32_t>(k)) return;
        last_use[at(r)] = -1;  // an operand may occur twice
        free.push_back(new_number_[at(r)]);
      });
      if (!is_plain(i) || !is_shared_[at(i.result)]) continue;
      if (free.empty()) free.push_back(shared_++);
      new_number_[at(i.result)] = free.back();
      free.pop_back();
    }
  }

  /// Shared registers come first, the others keep their order.
  void renumber() {
    Register next = shared_;
    for (std::size_t r = 0; r < is_shared_.size(); ++r)
      if (!is_shared_[r]) new_number_[r] = next++;
    std::vector<double> initial(at(next), 0.0);
    for (std::size_t r = 0; r < is_shared_.size(); ++r)
      if (!is_shared_[r]) initial[at(new_number_[r])] = program_.initial[r];
    program_.initial = std::move(initial);
    program_.register_count = next;
    const auto rename = [&](Register& r) { r = new_number_[at(r)]; };
    for_others(program_, rename);
    if (program_.states() > 0) rename(program_.first_state);
    for (Instruction& i : dynamics_) {
      for_operands(i, rename);
      if (i.result >= 0) rename(i.result);
    }
  }

  Program& program_;
  Code& dynamics_;
  std::vector<bool> is_shared_;  // by old number
  std::vector<Register> new_number_;
  Register shared_ = 0;
};

}  // namespace

void compact_registers(Program& program) { Compaction(program).run(); }

}  // namespace stribeck
