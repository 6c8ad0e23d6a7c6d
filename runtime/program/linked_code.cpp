#include "program/linked_code.h"

#include "program/registers.h"

namespace stribeck {

namespace {

/// Whether the interpreter has a case of the instruction for each place of its last result: operators of the table and their joint forms.
bool is_arithmetic(const Instruction& i) { return i.op < static_cast<std::uint16_t>(Opcode::table_search); }

}  // namespace

void link(Code& code) {
  Register made = -1;
  for (Instruction& i : code) {
    unsigned last = kNotLast;
    if (is_arithmetic(i))
      for_operands(i, [&](const Register& r) {
        if (r == made) last |= &r == &i.a ? kLastIsA : &r == &i.b ? kLastIsB : last == kNotLast ? kLastIsC : kNotLast;
      });
    i.last = static_cast<std::uint16_t>(last);
    made = is_arithmetic(i) ? i.result : -1;
  }
}

void link(Program& program) {
  for (Code& code : program.code) link(code);
  link(program.separate_dynamics);
  for (BlockCode& block : program.blocks) link(block.evaluate), link(block.sizing);
}

}  // namespace stribeck
