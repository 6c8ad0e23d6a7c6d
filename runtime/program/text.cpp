// The compiled program as text, for `stribeck explain --after program`.
#include "program/program.h"

namespace stribeck {

namespace {

std::string opcode_name(std::uint16_t op) {
  if (op < static_cast<std::uint16_t>(Operator::count_)) return std::string(name(static_cast<Operator>(op)));
  if (is_call(static_cast<Operator>(op))) return "call" + std::to_string(op - kFirstCall);
  switch (static_cast<Opcode>(op)) {
    case Opcode::multiply_add:
      return "multiply_add";
    case Opcode::multiply_subtract:
      return "multiply_subtract";
    case Opcode::subtract_multiply:
      return "subtract_multiply";
    case Opcode::table_search:
      return "table";
    case Opcode::table_held:
      return "table_held";
    case Opcode::solve_block:
      return "solve_block";
    case Opcode::factor_block:
      return "factor_block";
    case Opcode::solve_tangent:
      return "solve_tangent";
    default:
      return "?";
  }
}

void list(std::string& text, const Code& code, const std::string& indent) {
  for (const Instruction& i : code) {
    text += indent + (i.result >= 0 ? "r" + std::to_string(i.result) + " = " : "") + opcode_name(i.op);
    for (const Register operand : {i.a, i.b, i.c})
      if (operand >= 0) text += " " + std::to_string(operand);
    text += "\n";
  }
}

}  // namespace

std::string to_text(const Program& program) {
  static constexpr const char* kNames[] = {"parameters", "dynamics",  "quadratures", "crossings", "updates",
                                           "outputs",    "histories", "start",       "jacobian",  "constraints"};
  std::string text = std::to_string(program.register_count) + " registers, " + std::to_string(program.states()) + " states from r" +
                     std::to_string(program.first_state) + ", " + std::to_string(program.conditions.size()) + " conditions, " +
                     std::to_string(program.blocks.size()) + " loops\n";
  for (std::size_t s = 0; s < static_cast<std::size_t>(Section::count_); ++s) {
    text += std::string(kNames[s]) + " (" + std::to_string(program.code[s].size()) + " instructions)\n";
    list(text, program.code[s], "  ");
  }
  for (std::size_t b = 0; b < program.blocks.size(); ++b) {
    const BlockCode& block = program.blocks[b];
    text +=
        "loop " + std::to_string(b) + ": " + std::to_string(block.size) + (block.linear ? " unknowns, linear\n" : " unknowns, Newton\n");
    list(text, block.evaluate, "    ");
  }
  for (std::size_t i = 0; i < program.functions.size(); ++i)
    text += "call" + std::to_string(i) + ": " + program.functions[i]->name + " of " + program.functions[i]->owner + "\n";
  return text;
}

}  // namespace stribeck
