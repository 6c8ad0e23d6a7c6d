#include "base/interval.h"

#include <algorithm>
#include <array>
#include <numbers>

namespace stribeck {

namespace {

constexpr double kUnit = std::numeric_limits<double>::epsilon(), kTiny = std::numeric_limits<double>::denorm_min();
constexpr double kOfOperation = kUnit, kOfFunction = 4 * kUnit;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// From what was rounded to the nearest number; what is not a number has no bound.
Interval outwards(double lo, double hi, double share) {
  const double below = lo - share * std::fabs(lo) - kTiny, above = hi + share * std::fabs(hi) + kTiny;
  return {std::isnan(below) ? -kInfinity : below, std::isnan(above) ? kInfinity : above};
}

/// The sum rounded in that direction (-1: down); what is exact stays so, by what Knuth's sum leaves.
double sum(double a, double b, double direction) {
  const double s = a + b, of_b = s - a, lost = (a - (s - of_b)) + (b - of_b);
  return lost == 0 ? s : std::isnan(s) ? direction * kInfinity : s + direction * (kOfOperation * std::fabs(s) + kTiny);
}

/// Nothing times what has no bound is nothing: an infinity stands for numbers without bound, not for a value.
double times(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }

}  // namespace

Interval operator+(Interval a, Interval b) { return {sum(a.lo, b.lo, -1), sum(a.hi, b.hi, 1)}; }
Interval operator-(Interval a) { return {-a.hi, -a.lo}; }
Interval operator-(Interval a, Interval b) { return a + -b; }

Interval operator*(Interval a, Interval b) {
  if (a.is_zero() || b.is_zero()) return 0;
  const std::array<double, 4> corners{times(a.lo, b.lo), times(a.lo, b.hi), times(a.hi, b.lo), times(a.hi, b.hi)};
  const auto [least, greatest] = std::minmax_element(corners.begin(), corners.end());
  return outwards(*least, *greatest, kOfOperation);
}

Interval operator/(Interval a, Interval b) {
  if (b.contains(0)) return Interval::whole();
  return a * outwards(1 / b.hi, 1 / b.lo, kOfOperation);
}

namespace {

// The operators of the table by their names, and what the columns of their derivatives are written in.

Interval add(Interval a, Interval b) { return a + b; }
Interval sub(Interval a, Interval b) { return a - b; }
Interval mul(Interval a, Interval b) { return a * b; }
Interval div(Interval a, Interval b) { return a / b; }
Interval neg(Interval a) { return -a; }

/// Of a function that never falls.
template <typename Function>
Interval rising(Interval a, Function f) {
  return outwards(f(a.lo), f(a.hi), kOfFunction);
}
/// The same where it has values from `first` to `last` only.
template <typename Function>
Interval rising_within(Interval a, double first, double last, Function f) {
  return a.lo < first || a.hi > last ? Interval::whole() : rising(a, f);
}

Interval abs(Interval a) {
  const double least = a.contains(0) ? 0 : std::min(std::fabs(a.lo), std::fabs(a.hi));
  return {least, std::max(std::fabs(a.lo), std::fabs(a.hi))};
}
Interval sqrt(Interval a) {
  const Interval y = rising_within(a, 0, kInfinity, [](double x) { return std::sqrt(x); });
  return a.lo < 0 ? y : Interval(std::max(y.lo, 0.0), y.hi);
}
Interval exp(Interval a) {
  const Interval y = rising(a, [](double x) { return std::exp(x); });
  return {std::max(y.lo, 0.0), y.hi};
}
Interval expm1(Interval a) {
  return rising(a, [](double x) { return std::expm1(x); });
}
Interval log(Interval a) {
  return rising_within(a, kTiny, kInfinity, [](double x) { return std::log(x); });
}
Interval log10(Interval a) {
  return rising_within(a, kTiny, kInfinity, [](double x) { return std::log10(x); });
}
Interval log1p(Interval a) {
  return a.lo <= -1 ? Interval::whole() : rising(a, [](double x) { return std::log1p(x); });
}
Interval asin(Interval a) {
  return rising_within(a, -1, 1, [](double x) { return std::asin(x); });
}
Interval acos(Interval a) {
  return -rising_within(a, -1, 1, [](double x) { return -std::acos(x); });
}
Interval atan(Interval a) {
  return rising(a, [](double x) { return std::atan(x); });
}
Interval sinh(Interval a) {
  return rising(a, [](double x) { return std::sinh(x); });
}
Interval tanh(Interval a) {
  return rising(a, [](double x) { return std::tanh(x); });
}
Interval cosh(Interval a) {
  return rising(abs(a), [](double x) { return std::cosh(x); });
}

/// Whether some `first` + k * `period` lies in it, or may do so: the larger the numbers, the less is known of their phase.
bool may_contain(Interval a, double first, double period) {
  const double slack = 8 * kUnit * (std::fabs(a.lo) + std::fabs(a.hi) + period);
  const double next = first + period * std::ceil((a.lo - slack - first) / period);
  return !(next > a.hi + slack);  // true where it is not a number
}

Interval sin(Interval a) {
  constexpr double kTurn = 2 * std::numbers::pi;
  if (!(a.hi - a.lo < kTurn)) return {-1, 1};
  const double low = std::sin(a.lo), high = std::sin(a.hi);
  Interval y = outwards(std::min(low, high), std::max(low, high), kOfFunction);
  if (may_contain(a, kTurn / 4, kTurn)) y.hi = 1;
  if (may_contain(a, -kTurn / 4, kTurn)) y.lo = -1;
  return {std::max(y.lo, -1.0), std::min(y.hi, 1.0)};
}
Interval cos(Interval a) {
  constexpr double kTurn = 2 * std::numbers::pi;
  if (!(a.hi - a.lo < kTurn)) return {-1, 1};
  const double low = std::cos(a.lo), high = std::cos(a.hi);
  Interval y = outwards(std::min(low, high), std::max(low, high), kOfFunction);
  if (may_contain(a, 0, kTurn)) y.hi = 1;
  if (may_contain(a, kTurn / 2, kTurn)) y.lo = -1;
  return {std::max(y.lo, -1.0), std::min(y.hi, 1.0)};
}
Interval tan(Interval a) {
  if (!(a.hi - a.lo < std::numbers::pi) || may_contain(a, std::numbers::pi / 2, std::numbers::pi)) return Interval::whole();
  return rising(a, [](double x) { return std::tan(x); });
}

/// Along either side of a box that has neither the origin nor the cut inside it rises or falls throughout, so that its extremes are at the
/// corners.
Interval atan2(Interval y, Interval x) {
  if (x.lo <= 0 && y.contains(0)) return {-std::numbers::pi - kOfFunction * 4, std::numbers::pi + kOfFunction * 4};
  const std::array<double, 4> corners{std::atan2(y.lo, x.lo), std::atan2(y.lo, x.hi), std::atan2(y.hi, x.lo), std::atan2(y.hi, x.hi)};
  const auto [least, greatest] = std::minmax_element(corners.begin(), corners.end());
  return outwards(*least, *greatest, kOfFunction);
}

/// Whole powers rise and fall as their parity says; others have values for positive bases only, where they rise or fall along either side.
Interval pow(Interval a, Interval b) {
  if (b.is_point() && std::trunc(b.lo) == b.lo) {
    if (b.lo < 0) return Interval(1) / pow(a, -b);
    const bool is_even = std::fmod(b.lo, 2) == 0;
    const Interval y = rising(is_even ? abs(a) : a, [&](double x) { return std::pow(x, b.lo); });
    return is_even ? Interval(std::max(y.lo, 0.0), y.hi) : y;
  }
  if (a.lo < 0 || (a.lo == 0 && b.lo <= 0)) return Interval::whole();
  const std::array<double, 4> corners{std::pow(a.lo, b.lo), std::pow(a.lo, b.hi), std::pow(a.hi, b.lo), std::pow(a.hi, b.hi)};
  const auto [least, greatest] = std::minmax_element(corners.begin(), corners.end());
  return outwards(*least, *greatest, kOfFunction);
}

Interval hypot(Interval a, Interval b) {
  const auto of = [](double x, double y) { return evaluate(Operator::hypot, x, y, 0); };
  const Interval x = abs(a), y = abs(b);
  const Interval bounds = outwards(of(x.lo, y.lo), of(x.hi, y.hi), kOfFunction);
  return {std::max(bounds.lo, 0.0), bounds.hi};
}

/// It rises with a. With the size of b it comes nearer to zero.
Interval direction_cosine(Interval a, Interval b) {
  const auto of = [](double x, double y) { return evaluate(Operator::direction_cosine, x, y, 0); };
  const Interval y = abs(b);
  const Interval bounds = outwards(of(a.lo, a.lo > 0 ? y.hi : y.lo), of(a.hi, a.hi > 0 ? y.lo : y.hi), kOfFunction);
  return {std::max(bounds.lo, -1.0), std::min(bounds.hi, 1.0)};
}

Interval min(Interval a, Interval b) { return {std::min(a.lo, b.lo), std::min(a.hi, b.hi)}; }
Interval max(Interval a, Interval b) { return {std::max(a.lo, b.lo), std::max(a.hi, b.hi)}; }
Interval sign(Interval a) { return {a.lo > 0 ? 1.0 : a.lo < 0 ? -1.0 : 0.0, a.hi > 0 ? 1.0 : a.hi < 0 ? -1.0 : 0.0}; }
Interval floor(Interval a) { return {std::floor(a.lo), std::floor(a.hi)}; }
Interval uniform_random(Interval, Interval) { return Interval::whole(); }
Interval normal_random(Interval, Interval) { return Interval::whole(); }

Interval truth(bool is_certain, bool is_possible) { return {is_certain ? 1.0 : 0.0, is_possible ? 1.0 : 0.0}; }
Interval lt(Interval a, Interval b) { return truth(a.hi < b.lo, a.lo < b.hi); }
Interval le(Interval a, Interval b) { return truth(a.hi <= b.lo, a.lo <= b.hi); }
Interval gt(Interval a, Interval b) { return lt(b, a); }
Interval ge(Interval a, Interval b) { return le(b, a); }
Interval both(Interval a, Interval b) { return truth(!a.contains(0) && !b.contains(0), !a.is_zero() && !b.is_zero()); }
Interval either(Interval a, Interval b) { return truth(!a.contains(0) || !b.contains(0), !a.is_zero() || !b.is_zero()); }
Interval opposite(Interval a) { return truth(a.is_zero(), a.contains(0)); }
Interval select(Interval a, Interval b, Interval c) { return !a.contains(0) ? b : a.is_zero() ? c : hull(b, c); }

/// Whether its value may jump while its operands move on: then its derivatives in the table say nothing of the way between two values.
bool may_jump(Operator op, Interval y, const Motion& a, const Motion& b) {
  switch (op) {
    case Operator::sign:
    case Operator::floor:
    case Operator::lt:
    case Operator::le:
    case Operator::gt:
    case Operator::ge:
    case Operator::both:
    case Operator::either:
    case Operator::opposite:
      return !y.is_point();
    case Operator::select:
      return a.value.contains(0) && !a.value.is_zero();
    case Operator::atan2:
      return b.value.lo <= 0 && a.value.contains(0);
    case Operator::direction_cosine:
      return a.value.contains(0) && b.value.contains(0);
    case Operator::uniform_random:
    case Operator::normal_random:
      return true;
    default:
      return !y.is_finite();
  }
}

/// What an operand adds to the rate: nothing if it does not move, whatever its derivative.
template <typename Derivative>
Interval part(const Motion& operand, Derivative derivative) {
  return operand.rate.is_zero() ? Interval(0) : derivative() * operand.rate;
}

}  // namespace

Interval hull(Interval a, Interval b) { return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)}; }

Motion operator+(const Motion& a, const Motion& b) { return {a.value + b.value, a.rate + b.rate}; }
Motion operator-(const Motion& a, const Motion& b) { return {a.value - b.value, a.rate - b.rate}; }
Motion operator*(const Motion& a, const Motion& b) { return {a.value * b.value, a.value * b.rate + b.value * a.rate}; }

Motion square(const Motion& a) { return {pow(a.value, 2), Interval(2) * a.value * a.rate}; }

Motion motion_of(Operator op, const Motion& first, const Motion& second, const Motion& third) {
  const Interval A = first.value, B = second.value, C = third.value;
  const auto K = [](double value) { return Interval(value); };
  Interval Y;
  Interval rate;
  switch (op) {
#define STRIBECK_OF_1(name) name(A)
#define STRIBECK_OF_2(name) name(A, B)
#define STRIBECK_OF_3(name) name(A, B, C)
#define STRIBECK_OPERATOR(name, arity, value, da, db, dc, ...)     \
  case Operator::name:                                             \
    Y = STRIBECK_OF_##arity(name);                                 \
    rate = part(first, [&] { return da; });                        \
    if (arity > 1) rate = rate + part(second, [&] { return db; }); \
    if (arity > 2) rate = rate + part(third, [&] { return dc; });  \
    break;
#include "base/operators.def"
#undef STRIBECK_OPERATOR
#undef STRIBECK_OF_1
#undef STRIBECK_OF_2
#undef STRIBECK_OF_3
    default:
      return {Interval::whole(), Interval::whole()};
  }
  return {Y, may_jump(op, Y, first, second) ? Interval::whole() : rate};
}

}  // namespace stribeck
