#pragma once
// The functions that expressions call by name: one row each, from which the parser, its messages and the documents read.
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stribeck {

struct ExpressionFunction {
  std::string_view name;
  std::string_view operands;    ///< their names: "x, y"; "a, b, ..." takes two or more and is applied to them in turn
  std::string_view definition;  ///< in terms of the operands and of other functions; empty: an operator of operators.def
  std::string_view doc;
  std::string_view condition;  ///< where it is certainly false, the call is refused; may be empty
};

std::span<const ExpressionFunction> expression_functions();
/// Null if there is none.
const ExpressionFunction* find_expression_function(std::string_view name);
/// How it is called: "mod(x, y)".
std::string signature(const ExpressionFunction& function);
/// "x" and "y" of "x, y".
std::vector<std::string_view> operand_names(const ExpressionFunction& function);
bool takes_any_number(const ExpressionFunction& function);

}  // namespace stribeck
