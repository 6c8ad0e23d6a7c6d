#include <algorithm>

#include "program/program.h"

namespace stribeck {

namespace {

std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }
constexpr auto kMul = static_cast<std::uint16_t>(Operator::mul);
constexpr auto kAdd = static_cast<std::uint16_t>(Operator::add);
constexpr auto kSub = static_cast<std::uint16_t>(Operator::sub);

/// How often each register is read, by instructions or by what is outside the code.
class Uses {
 public:
  explicit Uses(const Program& program) : count_(at(program.register_count), 0) {
    for (const Code& code : program.code) read_by(code);
    for (const BlockCode& block : program.blocks) {
      read_by(block.evaluate);
      for (const auto* list : {&block.matrix, &block.residual, &block.unknowns, &block.friction_forces}) read_by(*list);
    }
    for (const TangentCode& tangent : program.tangents) read_by(tangent.right_side);
    for (const auto* list : {&program.derivatives, &program.quadratures, &program.outputs, &program.watched, &program.jacobian.values,
                             &program.jacobian.time_values})
      read_by(*list);
    for (const ConditionCode& condition : program.conditions) read_by({condition.crossing, condition.scheduled, condition.rate});
    for (const FrictionCode& f : program.frictions) {
      read_by({f.velocity, f.rate, f.force, f.open, f.gap, f.restitution, f.rest_speed});
      for (const FrictionCode::Side& side : f.sides) read_by({side.static_level, side.kinetic_level});
    }
    for (const HeldTable& table : program.held_tables) read_by({table.rate, table.offset});
  }
  int of(Register r) const { return count_[at(r)]; }

 private:
  void read_by(const std::vector<Register>& registers) {
    for (const Register r : registers)
      if (r >= 0) ++count_[at(r)];
  }
  void read_by(const Code& code) {
    for (const Instruction& i : code) {
      if (i.op >= static_cast<std::uint16_t>(Opcode::solve_block)) continue;  // what blocks read is listed with them
      const bool table = i.op >= static_cast<std::uint16_t>(Opcode::lookup_search);
      const int operands = table ? 1 : arity(static_cast<Operator>(i.op));
      const Register all[] = {i.a, i.b, i.c};
      for (int k = 0; k < operands; ++k) ++count_[at(all[k])];
    }
  }
  std::vector<int> count_;
};

void fuse(Code& code, const Uses& uses, std::vector<std::int32_t>& defined_at) {
  constexpr std::uint16_t kRemoved = 0xFFFF;
  const auto product_behind = [&](Register r, std::size_t before) -> Instruction* {
    const std::int32_t position = defined_at[at(r)];
    if (position < 0 || at(position) >= before || uses.of(r) != 1) return nullptr;
    Instruction& i = code[at(position)];
    return i.op == kMul && i.result == r ? &i : nullptr;
  };
  for (std::size_t k = 0; k < code.size(); ++k) {
    Instruction& i = code[k];
    if (i.op == kAdd || i.op == kSub) {
      Instruction* product = product_behind(i.a, k);
      const bool first = product != nullptr;
      if (!first) product = product_behind(i.b, k);
      if (product != nullptr) {
        const Opcode op = i.op == kAdd ? Opcode::multiply_add : first ? Opcode::multiply_subtract : Opcode::subtract_multiply;
        i = {static_cast<std::uint16_t>(op), i.result, product->a, product->b, first ? i.b : i.a};
        product->op = kRemoved;
      }
    }
    if (i.result >= 0) defined_at[at(i.result)] = static_cast<std::int32_t>(k);
  }
  for (const Instruction& i : code)
    if (i.result >= 0) defined_at[at(i.result)] = -1;
  std::erase_if(code, [](const Instruction& i) { return i.op == kRemoved; });
}

}  // namespace

void fuse_products(Program& program) {
  const Uses uses(program);
  std::vector<std::int32_t> defined_at(at(program.register_count), -1);
  for (Code& code : program.code) fuse(code, uses, defined_at);
  for (BlockCode& block : program.blocks) fuse(block.evaluate, uses, defined_at);
}

}  // namespace stribeck
