#pragma once
// Reads infix text into an expression: numbers, names, + - * / ^, comparisons, and/or/not, `if c then a elseif d then b else f`, calls of
// the functions of functions.h, the constants pi and e. Numbers are pure: units belong to values (base/units.h), not to expressions.
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/units.h"
#include "expression/pool.h"

namespace stribeck {

/// An expression together with its dimension.
struct TypedExpr {
  ExprId id = ExprId::none;
  Dimension dimension;
};

struct ParseError {
  std::string message;
  std::size_t offset = 0;  ///< byte offset in the text
  std::string remedy;
  enum class Kind { syntax, unknown_name, dimension } kind = Kind::syntax;
  std::string name;  ///< the unknown name
};

/// Gives the meaning of a name; id none if there is no such name.
using NameResolver = std::function<TypedExpr(std::string_view name)>;

/// A function that expressions may call beside those of functions.h.
struct NamedFunction {
  std::string name;
  int operands = 1;
  std::function<TypedExpr(std::span<const TypedExpr>)> apply;
};

/// Whether an expression takes it for a word of its own, such as "if".
bool is_keyword(std::string_view word);

/// Returns true and sets `result`, or false and sets `error`. Nesting is limited, so hostile text cannot exhaust the stack.
bool parse_expression(std::string_view text, ExprPool& pool, const NameResolver& resolve, TypedExpr& result, ParseError& error,
                      std::span<const NamedFunction> functions = {});

/// The dimension of op applied to operands of these dimensions; false and a sentence in `fault` if they do not fit.
/// `exponent` is the value of a constant second operand of pow (nullptr if it is not constant).
bool result_dimension(Operator op, std::span<const Dimension> operands, const double* exponent, Dimension& result, std::string& fault);

}  // namespace stribeck
