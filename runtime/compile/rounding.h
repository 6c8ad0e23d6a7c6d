#pragma once
// Expressions for the rounding error of a crossing function near zero.
#include <vector>

#include "equations/flat_system.h"

namespace stribeck {

/// The rounding error of `function`, a sum whose terms may cancel: a few roundings of the sum of the magnitudes of its terms. None if the
/// function is no sum or does not vary continuously; its sign is then exact. `value_of`: for each variable its expression in earlier ones,
/// or none; terms that are variables are replaced by these once. `in_loop`: for each variable whether a loop is solved for it, whose terms
/// may be larger.
ExprId rounding_of(const FlatSystem& flat, ExprPool& pool, const std::vector<ExprId>& value_of, const std::vector<bool>& in_loop,
                   ExprId function);

/// The sum of the magnitudes of the terms that `expression` is the sum of.
ExprId terms_of(const FlatSystem& flat, ExprPool& pool, const std::vector<ExprId>& value_of, const std::vector<bool>& in_loop,
                ExprId expression);
/// The same without replacing variables by their expressions.
ExprId sizes_of(const FlatSystem& flat, ExprPool& pool, const std::vector<ExprId>& value_of, const std::vector<bool>& in_loop, ExprId sum);

}  // namespace stribeck
