#pragma once
// Bounds of what one instruction makes, by those of what it reads.
#include <cstddef>
#include <cstdint>

#include "base/index.h"
#include "base/interval.h"
#include "program/program.h"

namespace stribeck {

/// An instruction by bounds takes about as long as so many by numbers.
inline constexpr std::int64_t kCostOfBounds = 10;

inline bool is(const Instruction& i, Opcode op) { return i.op == static_cast<std::uint16_t>(op); }

/// `of(register)` gives the bounds of what it reads, `piece` is the held piece of a table. For tables of points and operators of the table
/// only.
template <typename Of>
Motion bounds_of(const Program& program, const Instruction& i, Of of, double piece) {
  if (is(i, Opcode::table_search) || is(i, Opcode::table_held)) {
    const PointFunction& function = *program.tables[at(table_of(i.b))];
    if (is(i, Opcode::table_search)) return motion_of(function, order_of(i.b), of(i.a));
    return motion_in_piece(function, static_cast<std::ptrdiff_t>(piece), order_of(i.b), of(i.a));
  }
  const auto product = [&] { return i.a == i.b ? square(of(i.a)) : of(i.a) * of(i.b); };
  if (is(i, Opcode::multiply_add)) return product() + of(i.c);
  if (is(i, Opcode::multiply_subtract)) return product() - of(i.c);
  if (is(i, Opcode::subtract_multiply)) return of(i.c) - product();
  const auto op = static_cast<Operator>(i.op);
  if (op == Operator::mul) return product();
  const int operands = arity(op);
  return motion_of(op, of(i.a), operands > 1 ? of(i.b) : Motion{}, operands > 2 ? of(i.c) : Motion{});
}

}  // namespace stribeck
