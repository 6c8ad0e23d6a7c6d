#pragma once
// What rounding may make of a crossing function where it is zero in exact arithmetic.
#include <vector>

#include "equations/flat_system.h"

namespace stribeck {

/// An expression for the noise of `function`, which is a sum that may cancel: a few roundings of the sum of its terms' magnitudes. None if
/// it does not vary continuously, or is no sum: its sign is then exact. `value_of`: of each variable, its expression in earlier ones or
/// none; sums are followed into those once. `in_loop`: whether a variable is found by solving a loop, whose terms may be larger.
ExprId rounding_of(FlatSystem& flat, const std::vector<ExprId>& value_of, const std::vector<bool>& in_loop, ExprId function);

/// The sum of the magnitudes of the terms that `expression` is the sum of.
ExprId terms_of(FlatSystem& flat, const std::vector<ExprId>& value_of, const std::vector<bool>& in_loop, ExprId expression);
/// The same of the terms as they are, whatever these are the sums of.
ExprId sizes_of(FlatSystem& flat, const std::vector<ExprId>& value_of, const std::vector<bool>& in_loop, ExprId sum);

}  // namespace stribeck
