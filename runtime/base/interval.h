#pragma once
// Bounds of what a formula may be while its variables are anywhere in theirs.
// Moore, Kearfott, Cloud (2009), Introduction to Interval Analysis, SIAM.
#include <cmath>
#include <limits>

#include "base/operators.h"
#include "base/table.h"

namespace stribeck {

/// All numbers from `lo` to `hi`; infinities mean that no bound is known. Results of operations are rounded outwards: sums and products by
/// two units in the last place, where half of one is lost; functions of the standard library by eight, where they are good to four.
struct Interval {
  double lo = 0, hi = 0;

  Interval() = default;
  Interval(double value) : lo(value), hi(value) {}  // NOLINT: numbers are intervals
  Interval(double low, double high) : lo(low), hi(high) {}
  static Interval whole() { return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()}; }

  bool is_point() const { return lo == hi; }
  bool is_zero() const { return lo == 0 && hi == 0; }
  bool is_finite() const { return std::isfinite(lo) && std::isfinite(hi); }
  bool contains(double value) const { return lo <= value && value <= hi; }
};

/// A quotient by what may be zero has no bound.
Interval operator+(Interval a, Interval b);
Interval operator-(Interval a);
Interval operator-(Interval a, Interval b);
Interval operator*(Interval a, Interval b);
Interval operator/(Interval a, Interval b);
/// The smallest one that has both.
Interval hull(Interval a, Interval b);

/// A value over some stretch of time, and its derivative by the time. The derivative is that of what is smooth and of what has kinks; where
/// the value may jump it has no bound.
struct Motion {
  Interval value, rate;
};

/// What an operator of the table makes of such values. No bound where it has no value for some of them, as a root of what may be negative
/// and a quotient by what may be zero.
Motion motion_of(Operator op, const Motion& a, const Motion& b, const Motion& c);
Motion operator+(const Motion& a, const Motion& b);
Motion operator-(const Motion& a, const Motion& b);
Motion operator*(const Motion& a, const Motion& b);
/// Of what is multiplied with itself: never below zero.
Motion square(const Motion& a);
/// What a function given by points makes of it, as PointFunction::value() does.
Motion motion_of(const PointFunction& function, int order, const Motion& argument);
/// The same in one piece, wherever the argument is.
Motion motion_in_piece(const PointFunction& function, std::ptrdiff_t piece, int order, const Motion& argument);

}  // namespace stribeck
