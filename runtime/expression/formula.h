#pragma once
// Formulas that are evaluated by themselves.
#include "base/formula.h"
#include "expression/pool.h"

namespace stribeck {

/// Of an expression without tables and functions in C.
Formula formula_of(const ExprPool& pool, ExprId root);

}  // namespace stribeck
