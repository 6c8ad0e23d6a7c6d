#pragma once
// Counts how often registers are read, for passes that replace instructions.
#include "base/index.h"
#include "compile/compile.h"
#include "program/registers.h"

namespace stribeck {

/// How often each register is read, by instructions and from outside the code.
class Uses {
 public:
  explicit Uses(const Program& program) : count_(at(program.register_count), 0) {
    for (const Code& code : program.code) count(code, 0, 1);
    for (const BlockCode& block : program.blocks) count(block.evaluate, 0, 1), count(block.sizing, 0, 1);
    for_read_outside(program, [&](Register r) { ++count_[at(r)]; });
  }
  /// Without the reads of outputs and of the audit; the latter are those of section quadratures from instruction `audit_begins` on.
  Uses(const Program& program, std::size_t audit_begins) : Uses(program) {
    count(program.section(Section::quadratures), audit_begins, -1);
    count(program.section(Section::outputs), 0, -1);
    for_shown(program, [&](Register r) { --count_[at(r)]; });
  }
  int of(Register r) const { return count_[at(r)]; }

 private:
  void count(const Code& code, std::size_t first, int weight) {
    for (std::size_t k = first; k < code.size(); ++k) for_operands(code[k], [&](Register r) { count_[at(r)] += weight; });
  }
  std::vector<int> count_;
};

inline bool is_sum(const Instruction& i) {
  return i.op == static_cast<std::uint16_t>(Operator::add) || i.op == static_cast<std::uint16_t>(Operator::sub);
}

}  // namespace stribeck
