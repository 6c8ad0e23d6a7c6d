#include <algorithm>

#include "base/index.h"
#include "program/program.h"
#include "program/registers.h"

namespace stribeck {

namespace {

constexpr auto kMul = static_cast<std::uint16_t>(Operator::mul);
constexpr auto kAdd = static_cast<std::uint16_t>(Operator::add);
constexpr auto kSub = static_cast<std::uint16_t>(Operator::sub);

/// How often each register is read, by instructions or by what is outside the code.
class Uses {
 public:
  explicit Uses(const Program& program) : count_(at(program.register_count), 0) {
    const auto count = [&](Register r) { ++count_[at(r)]; };
    const auto read_by = [&](const Code& code) {
      for (const Instruction& i : code) for_operands(i, count);
    };
    for (const Code& code : program.code) read_by(code);
    for (const BlockCode& block : program.blocks) read_by(block.evaluate);
    for_read_outside(program, count);
  }
  int of(Register r) const { return count_[at(r)]; }

 private:
  std::vector<int> count_;
};

void fuse(Code& code, const Uses& uses, std::vector<std::int32_t>& defined_at) {
  constexpr std::uint16_t kRemoved = 0xFFFF;  // no operator, and no call either
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
