#pragma once
// Infix text of an expression, with as few parentheses as precedence allows.
#include <functional>
#include <string>

#include "expression/pool.h"

namespace stribeck {

using SymbolNamer = std::function<std::string(std::int32_t symbol)>;
/// `limit` cuts very long expressions with an ellipsis (0: no limit).
std::string to_text(const ExprPool& pool, ExprId id, const SymbolNamer& name, std::size_t limit = 0);

}  // namespace stribeck
