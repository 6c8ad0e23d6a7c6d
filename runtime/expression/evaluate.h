#pragma once
// Direct evaluation of an expression: for parameters, expectations and tests. Simulations use program/.
#include <functional>

#include "expression/pool.h"

namespace stribeck {

/// Value of `id`; `value_of` gives the value of a symbol by its number. Tables are not supported here.
double evaluate(const ExprPool& pool, ExprId id, const std::function<double(std::int32_t)>& value_of);

}  // namespace stribeck
