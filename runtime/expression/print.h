#pragma once
// Infix text of an expression, with as few parentheses as precedence allows.
#include <functional>
#include <string>

#include "expression/pool.h"

namespace stribeck {

using SymbolNamer = std::function<std::string(std::int32_t symbol)>;
/// A name for what stands below a node; nullptr: it is written out. Not asked for the whole expression.
using NodeNamer = std::function<const std::string*(std::int32_t node)>;
/// `limit` cuts very long expressions with an ellipsis (0: no limit).
/// `table_name` calls the tables of the pool; without it they are "table0", "table1" and so on.
std::string to_text(const ExprPool& pool, ExprId id, const SymbolNamer& name, std::size_t limit = 0, const NodeNamer& node_name = {},
                    const SymbolNamer& table_name = {});

}  // namespace stribeck
