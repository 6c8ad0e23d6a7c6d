#include <algorithm>
#include <span>

#include "base/index.h"
#include "compile/compile.h"
#include "compile/uses.h"

namespace stribeck {

namespace {

constexpr auto kMul = static_cast<std::uint16_t>(Operator::mul), kNeg = static_cast<std::uint16_t>(Operator::neg);

constexpr auto kDynamics = static_cast<std::size_t>(Section::dynamics), kQuadratures = static_cast<std::size_t>(Section::quadratures);

/// Joins products with sums; returns the products. `negative_zero`: a register with -0, from which negated products are subtracted; -1:
/// negated products are not joined.
Code fuse(Code& code, const Uses& uses, std::vector<std::int32_t>& defined_at, Register negative_zero = -1) {
  constexpr std::uint16_t kRemoved = 0xFFFF;  // no operator, and no call either
  Code joined;
  const auto product_behind = [&](Register r, std::size_t before) -> Instruction* {
    const std::int32_t position = defined_at[at(r)];
    if (position < 0 || at(position) >= before || uses.of(r) != 1) return nullptr;
    Instruction& i = code[at(position)];
    return i.op == kMul ? &i : nullptr;
  };
  for (std::size_t k = 0; k < code.size(); ++k) {
    Instruction& i = code[k];
    if (is_sum(i)) {
      Instruction* product = product_behind(i.a, k);
      const bool first = product != nullptr;
      if (!first) product = product_behind(i.b, k);
      if (product != nullptr) {
        const Opcode op = i.op == static_cast<std::uint16_t>(Operator::add) ? Opcode::multiply_add
                          : first                                           ? Opcode::multiply_subtract
                                                                            : Opcode::subtract_multiply;
        i = {static_cast<std::uint16_t>(op), i.result, product->a, product->b, first ? i.b : i.a};
        joined.push_back(*product);
        product->op = kRemoved;
      }
    } else if (i.op == kNeg && negative_zero >= 0) {
      if (Instruction* const product = product_behind(i.a, k)) {
        i = {static_cast<std::uint16_t>(Opcode::subtract_multiply), i.result, product->a, product->b, negative_zero};
        joined.push_back(*product);
        product->op = kRemoved;
      }
    }
    if (i.result >= 0) defined_at[at(i.result)] = static_cast<std::int32_t>(k);
  }
  for (const Instruction& i : code)
    if (i.result >= 0) defined_at[at(i.result)] = -1;
  std::erase_if(code, [](const Instruction& i) { return i.op == kRemoved; });
  return joined;
}

/// Computes those products again that are in `wanted` or that the code reads from instruction `first` on.
void compute_again(const Code& products, Code& code, std::size_t first, std::span<const Register> wanted, Register register_count) {
  std::vector<char> is_read(at(register_count), 0);
  for (const Register r : wanted)
    if (r >= 0) is_read[at(r)] = 1;
  for (std::size_t k = first; k < code.size(); ++k) for_operands(code[k], [&](Register r) { is_read[at(r)] = 1; });
  Code again;
  for (const Instruction& product : products)
    if (is_read[at(product.result)] != 0) again.push_back(product);
  code.insert(code.begin() + static_cast<std::ptrdiff_t>(first), again.begin(), again.end());
}

}  // namespace

void fuse_products(Program& program, std::size_t audit_begins) {
  // -0 - a * b is -(a * b) to the last bit, also where that is zero. Only in quadratures: the length of the others tells `auto` what
  // derivatives cost.
  const Register negative_zero = program.register_count++;
  program.initial.push_back(-0.0);
  std::vector<std::int32_t> defined_at(at(program.register_count), -1);
  const Code joined = fuse(program.code[kDynamics], Uses(program, audit_begins), defined_at);
  compute_again(joined, program.code[kQuadratures], audit_begins, {}, program.register_count);
  compute_again(joined, program.code[static_cast<std::size_t>(Section::outputs)], 0, program.outputs, program.register_count);
  const Uses uses(program);
  for (std::size_t s = 0; s < program.code.size(); ++s)
    if (s != kDynamics) fuse(program.code[s], uses, defined_at, s == kQuadratures ? negative_zero : -1);
  for (BlockCode& block : program.blocks) fuse(block.evaluate, uses, defined_at);
}

}  // namespace stribeck
