// Bounds of functions given by points: piece by piece, each by the bounds of its derivative.
#include <algorithm>
#include <cmath>

#include "base/interval.h"
#include "base/table.h"

namespace stribeck {

namespace {

/// More pieces than these are not looked at one by one: an argument that is bounded so loosely is bounded more closely by and by.
constexpr std::ptrdiff_t kMostPieces = 256;
constexpr double kCubicRounding = 1e-14;  // of a cubic, against its largest value near by

/// A derivative of a function, and its slope.
struct Bounds {
  Interval value, slope;
};

Interval widened(std::initializer_list<double> points) {
  const double least = std::min(points), greatest = std::max(points);
  const double rounding = kCubicRounding * std::max(std::fabs(least), std::fabs(greatest));
  return {least - rounding, greatest + rounding};
}

/// A polynomial stays between its control points (Farin, Curves and Surfaces for CAGD, 5th ed., section 5.1), here those of a cubic, of its
/// integral (order -1) or of a derivative between the ends of the argument.
Bounds of_piece(const PointFunction& function, std::ptrdiff_t piece, int order, Interval argument) {
  const auto derivative = [&](double x, int above) { return function.value(piece, x, order + above); };
  const double low = derivative(argument.lo, 0), high = derivative(argument.hi, 0), length = argument.hi - argument.lo;
  if (order > 2 && order != kPlaceOrder) return {widened({low, high}), 0};
  const double low_slope = derivative(argument.lo, 1), high_slope = derivative(argument.hi, 1);
  if (order == 2 || order == kPlaceOrder) return {widened({low, high}), widened({low_slope, high_slope})};
  if (order == -1) {
    const double bend = derivative(argument.lo, 2) * length * length / 12;
    const double second = low + low_slope * length / 4, fourth = high - high_slope * length / 4;
    return {widened({low, second, low + low_slope * length / 2 + bend, fourth, high}), of_piece(function, piece, 0, argument).value};
  }
  if (order == 1) return {widened({low, low + low_slope * length / 2, high}), widened({low_slope, high_slope})};
  return {widened({low, low + low_slope * length / 3, high - high_slope * length / 3, high}),
          widened({low_slope, low_slope + derivative(argument.lo, 2) * length / 2, high_slope})};
}

struct Pieces {
  Bounds bounds;
  bool are_several;
};

Pieces over_pieces(const PointFunction& function, int order, Interval argument) {
  constexpr bool kSeveral = true;
  if (!argument.is_finite()) return {{Interval::whole(), Interval::whole()}, kSeveral};
  const std::ptrdiff_t first = function.piece_of(argument.lo), last = function.piece_of(argument.hi);
  if (last - first > kMostPieces) return {{Interval::whole(), Interval::whole()}, kSeveral};
  Bounds bounds = of_piece(function, first, order, {argument.lo, first == last ? argument.hi : function.begin_of(first + 1)});
  for (std::ptrdiff_t piece = first + 1; piece <= last; ++piece) {
    const Interval within{function.begin_of(piece), piece == last ? argument.hi : function.begin_of(piece + 1)};
    const Bounds next = of_piece(function, piece, order, within);
    bounds = {hull(bounds.value, next.value), hull(bounds.slope, next.slope)};
  }
  return {bounds, first != last};
}

Interval rate_of(Interval slope, Interval rate) { return (Motion{slope, 0} * Motion{rate, 0}).value; }

}  // namespace

Motion motion_in_piece(const PointFunction& function, std::ptrdiff_t piece, int order, const Motion& argument) {
  if (!argument.value.is_finite()) return {Interval::whole(), Interval::whole()};
  const Bounds bounds = of_piece(function, piece, order, argument.value);
  return {bounds.value, rate_of(bounds.slope, argument.rate)};
}

Motion motion_of(const PointFunction& function, int order, const Motion& argument) {
  const auto [bounds, are_several] = over_pieces(function, order, argument.value);
  if (!bounds.value.is_finite() || (are_several && function.may_jump(order))) return {bounds.value, Interval::whole()};
  return {bounds.value, rate_of(bounds.slope, argument.rate)};
}

}  // namespace stribeck
