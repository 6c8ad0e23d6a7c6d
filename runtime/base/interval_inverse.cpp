#include "base/interval_inverse.h"

#include <algorithm>
#include <numbers>

namespace stribeck {

namespace {

constexpr double kNoBound = std::numeric_limits<double>::infinity();
constexpr double kLeastSize = std::numeric_limits<double>::denorm_min();

/// Of an operator with one operand.
Interval value_of(Operator op, Interval a) { return motion_of(op, {a, 0}, {}, {}).value; }

/// All x for which x * b may lie in `product`, b being one of the divisor's numbers.
Interval quotient(Interval product, Interval divisor) {
  if (!divisor.contains(0)) return product / divisor;
  if (product.contains(0) || (divisor.lo < 0 && divisor.hi > 0)) return Interval::whole();
  if (divisor.is_zero()) return {kNoBound, -kNoBound};  // nothing: no product but zero
  // Beyond what the divisor's largest number gives, on one side.
  const bool is_upwards = (product.lo > 0) == (divisor.hi > 0);
  const Interval least = Interval(product.lo > 0 ? product.lo : product.hi) / Interval(divisor.hi > 0 ? divisor.hi : divisor.lo);
  return is_upwards ? Interval(least.lo, kNoBound) : Interval(-kNoBound, least.hi);
}

/// Of numbers whose size lies in `size`: on the sides of zero that x has.
bool narrow_by_size(Interval size, Interval& x) {
  if (!intersect(x, {-size.hi, size.hi})) return false;
  if (!(size.lo > 0)) return true;
  if (x.lo > -size.lo) x.lo = std::max(x.lo, size.lo);
  if (x.hi < size.lo) x.hi = std::min(x.hi, -size.lo);
  return x.lo <= x.hi;
}

/// Of an operator that rises wherever it has values, which lie between those bounds: by the operator that is its inverse.
bool narrow_rising(Operator inverse, Interval result, double least, double greatest, Interval& a) {
  if (!intersect(result, {least, greatest})) return false;
  Interval bounds = Interval::whole();
  if (result.lo > least) bounds.lo = value_of(inverse, result.lo).lo;
  if (result.hi < greatest) bounds.hi = value_of(inverse, result.hi).hi;
  return intersect(a, bounds);
}

bool narrow_power(Interval result, Interval& a, double exponent) {
  if (exponent == 2) return narrow_root(result, a);
  const bool is_odd = std::fabs(std::fmod(exponent, 2)) == 1, is_even = std::fmod(exponent, 2) == 0;
  if (!(exponent > 0) || is_odd) return true;
  if (!intersect(result, {0, kNoBound})) return false;
  if (!is_even && !intersect(a, {0, kNoBound})) return false;
  const auto root = [&](double y) { return motion_of(Operator::pow, {y, 0}, {1 / exponent, 0}, {}).value; };
  // 1 / exponent is rounded itself: by as much as that changes the logarithm of the root.
  const auto wider = [&](double y, double direction) {
    if (y == 0 || std::isinf(y)) return y;
    const double slack = 4 * std::numeric_limits<double>::epsilon() * (1 + std::fabs(std::log(y)));
    return direction < 0 ? root(y).lo * (1 - slack) : root(y).hi * (1 + slack);
  };
  return narrow_by_size({std::max(0.0, wider(result.lo, -1)), wider(result.hi, 1)}, a);
}

bool narrow_least(Interval result, Interval& a, Interval& b) {
  const Interval before_a = a, before_b = b;
  if (!intersect(a, {result.lo, kNoBound}) || !intersect(b, {result.lo, kNoBound})) return false;
  if (before_b.lo > result.hi && !intersect(a, result)) return false;
  return !(before_a.lo > result.hi) || intersect(b, result);
}

bool narrow_greatest(Interval result, Interval& a, Interval& b) {
  Interval of_a = -a, of_b = -b;
  const bool is_left = narrow_least(-result, of_a, of_b);
  a = -of_a, b = -of_b;
  return is_left;
}

}  // namespace

bool intersect(Interval& x, Interval with) {
  x = {std::max(x.lo, with.lo), std::min(x.hi, with.hi)};
  return x.lo <= x.hi;
}

bool narrow_root(Interval result, Interval& a) {
  if (!intersect(result, {0, kNoBound})) return false;
  return narrow_by_size({value_of(Operator::sqrt, result.lo).lo, std::isinf(result.hi) ? kNoBound : value_of(Operator::sqrt, result.hi).hi},
                        a);
}

bool narrow_operands(Operator op, Interval result, Interval& a, Interval& b, Interval& c) {
  switch (op) {
    case Operator::add:
      return intersect(a, result - b) && intersect(b, result - a);
    case Operator::sub:
      return intersect(a, result + b) && intersect(b, a - result);
    case Operator::neg:
      return intersect(a, -result);
    case Operator::mul:
      return intersect(a, quotient(result, b)) && intersect(b, quotient(result, a));
    case Operator::div:
      return b.contains(0) || (intersect(a, result * b) && intersect(b, quotient(a, result)));
    case Operator::sqrt: {
      if (!intersect(result, {0, kNoBound})) return false;
      return intersect(a, {0, std::isinf(result.hi) ? kNoBound : (Interval(result.hi) * Interval(result.hi)).hi}) &&
             intersect(a, {(Interval(result.lo) * Interval(result.lo)).lo, kNoBound});
    }
    case Operator::exp:
      return narrow_rising(Operator::log, result, 0, kNoBound, a);
    case Operator::expm1:
      return narrow_rising(Operator::log1p, result, -1, kNoBound, a);
    case Operator::log:
      return intersect(a, {kLeastSize, kNoBound}) && narrow_rising(Operator::exp, result, -kNoBound, kNoBound, a);
    case Operator::log1p:
      return intersect(a, {-1, kNoBound}) && narrow_rising(Operator::expm1, result, -kNoBound, kNoBound, a);
    case Operator::sinh: {
      const double most = std::asinh(std::max(std::fabs(result.lo), std::fabs(result.hi)));
      return !std::isfinite(most) || intersect(a, {-most * (1 + 1e-12) - kLeastSize, most * (1 + 1e-12) + kLeastSize});
    }
    case Operator::asin:
      return narrow_rising(Operator::sin, result, -std::numbers::pi / 2, std::numbers::pi / 2, a);
    case Operator::atan:
      return narrow_rising(Operator::tan, result, -std::numbers::pi / 2, std::numbers::pi / 2, a);
    case Operator::abs:
      return intersect(result, {0, kNoBound}) && narrow_by_size(result, a);
    case Operator::hypot: {  // neither is larger than the length
      if (!intersect(result, {0, kNoBound})) return false;
      const Interval size(-result.hi, result.hi);
      return intersect(a, size) && intersect(b, size);
    }
    case Operator::pow:
      return !b.is_point() || narrow_power(result, a, b.lo);
    case Operator::min:
      return narrow_least(result, a, b);
    case Operator::max:
      return narrow_greatest(result, a, b);
    case Operator::select:
      if (!a.contains(0)) return intersect(b, result);
      return !a.is_zero() || intersect(c, result);
    default:
      return true;
  }
}

}  // namespace stribeck
