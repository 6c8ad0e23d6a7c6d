#pragma once
// The operators of formulas, and what each makes of numbers.
#include <cstdint>
#include <string_view>

namespace stribeck {

enum class Operator : std::uint16_t {
  constant,    ///< a = index into the constants
  symbol,      ///< a = symbol number, meaning given by the owner of the pool
  derivative,  ///< der(a): time derivative, expanded when equations are made
  lookup,      ///< straight lines through the points of table a, at argument b: derivative of order c, -1 for the integral
  curve,       ///< the same with cubics between the points
#define STRIBECK_OPERATOR(name, ...) name,
#include "base/operators.def"
#undef STRIBECK_OPERATOR
  count_
};

/// Operators from here on are calls of external functions: the first of them of function 0 of the pool, and so on. Operands are arguments.
inline constexpr std::uint16_t kFirstCall = 0x8000;
inline bool is_call(Operator op) { return static_cast<std::uint16_t>(op) >= kFirstCall; }
inline bool is_relation(Operator op) { return op >= Operator::lt && op <= Operator::ge; }
/// Whether its value jumps: a program holds it and changes it at events.
inline bool jumps(Operator op) { return is_relation(op) || op == Operator::sign || op == Operator::floor; }

/// True of what is looked up in a table: a is its number, b the argument, c the order of the derivative.
inline bool is_table(Operator op) { return op == Operator::lookup || op == Operator::curve; }

/// Number of operands of an operator (0 for constant and symbol); not of calls.
int arity(Operator op);
/// Its name in the operator table: "tanh".
std::string_view name(Operator op);
/// Nothing-found is Operator::count_.
Operator find_operator(std::string_view name);
/// Its value; for operators of the table only.
double evaluate(Operator op, double a, double b, double c);

}  // namespace stribeck
