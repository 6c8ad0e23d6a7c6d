#pragma once
// The instructions of compiled code.
#include <cstdint>
#include <vector>

#include "base/archive.h"
#include "base/operators.h"

namespace stribeck {

using Register = std::int32_t;

/// What an instruction does: an operator of the table, a call of an external function (is_call(); registers that are not used are -1), or
/// one of these.
enum class Opcode : std::uint16_t {
  first_special = static_cast<std::uint16_t>(Operator::count_),
  multiply_add,       ///< result = a * b + c
  multiply_subtract,  ///< result = a * b - c
  subtract_multiply,  ///< result = c - a * b
  table_search,       ///< result = table_of(b) at a, derivative of order_of(b); the piece is found by search
  table_held,         ///< the same in the held piece whose number is in register c
  solve_block,        ///< determine the unknowns of block a
  factor_block,       ///< factorise the matrix of block a at its solution
  solve_tangent       ///< solve tangent system a
};

struct Instruction {
  Instruction() = default;
  Instruction(std::uint16_t o, Register to, Register from_a, Register from_b, Register from_c)
      : op(o), result(to), a(from_a), b(from_b), c(from_c) {}

  std::uint16_t op = 0;
  /// Which operands are the result of the instruction before this one in its code (linked_code.h). What is not noted is read from its
  /// register, where it is in any case.
  std::uint16_t last = 0;
  Register result = -1, a = -1, b = -1, c = -1;
  void carry(Archive& archive) { archive(op, result, a, b, c); }
};
using Code = std::vector<Instruction>;

/// Operand b of the table instructions encodes the number of a table and the order of the derivative, -1 (the integral) to 3.
inline std::int32_t table_operand(std::int32_t table, int order) { return 8 * table + order + 1; }
inline std::int32_t table_of(std::int32_t operand) { return operand / 8; }
inline int order_of(std::int32_t operand) { return operand % 8 - 1; }

}  // namespace stribeck
