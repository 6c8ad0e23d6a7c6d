#pragma once
// What a bound of a result leaves of the operands: the backward step of interval constraint propagation (HC4: Benhamou, Goualard,
// Granvilliers, Puget 1999, Revising hull and box consistency, ICLP, pp. 230-244).
#include "base/interval.h"

namespace stribeck {

/// Takes away from the operands of an operator what can give no result within `result`, where that is easily known. False if one of them
/// has nothing left.
bool narrow_operands(Operator op, Interval result, Interval& a, Interval& b, Interval& c);
/// The same of a number times itself.
bool narrow_root(Interval result, Interval& a);
/// Leaves what both have; false if that is nothing.
bool intersect(Interval& x, Interval with);

}  // namespace stribeck
