// Bounds of functions given by points: piece by piece, each by the bounds of its derivative.
#include <algorithm>
#include <cmath>

#include "expression/interval.h"

namespace stribeck {

namespace {

/// More pieces than these are not looked at one by one: an argument that is bounded so loosely is bounded more closely by and by.
constexpr std::ptrdiff_t kMostPieces = 256;
constexpr int kLastOrder = 3;             // of the derivatives of cubics that are not zero
constexpr double kCubicRounding = 1e-14;  // of a cubic, against its largest value near by

/// Where the piece is known and the derivative does not change its sign the values at the ends are the extremes; else they are passed by
/// no more than the derivative allows from the nearer end.
Interval of_piece(const PointFunction& function, std::ptrdiff_t piece, int order, Interval argument) {
  if (order > kLastOrder) return 0;
  const double first = function.value(piece, argument.lo, order), last = function.value(piece, argument.hi, order);
  Interval y{std::min(first, last), std::max(first, last)};
  if (order < kLastOrder) {
    const Interval slope = of_piece(function, piece, order + 1, argument);
    const double beyond = slope.lo >= 0 || slope.hi <= 0 ? 0 : 0.5 * (argument.hi - argument.lo) * std::max(-slope.lo, slope.hi);
    y.lo -= beyond, y.hi += beyond;
  }
  const double rounding = kCubicRounding * std::max(std::fabs(y.lo), std::fabs(y.hi));
  return {y.lo - rounding, y.hi + rounding};
}

/// Between pieces the value itself jumps only where the points repeat with other ends, slopes where lines meet, and curvatures always.
bool may_jump(const PointFunction& function, int order) {
  if (order < 0) return false;
  if (function.ends() == TableEnds::repeat) return true;
  return order > (function.slopes().empty() ? 0 : 1) || (order == 1 && function.ends() == TableEnds::hold);
}

struct Pieces {
  Interval value;
  bool are_several;
};

Pieces over_pieces(const PointFunction& function, int order, Interval argument) {
  if (!argument.is_finite()) return {Interval::whole(), true};
  const std::ptrdiff_t first = function.piece_of(argument.lo), last = function.piece_of(argument.hi);
  if (last - first > kMostPieces) return {Interval::whole(), true};
  Interval value = of_piece(function, first, order, {argument.lo, first == last ? argument.hi : function.begin_of(first + 1)});
  for (std::ptrdiff_t piece = first + 1; piece <= last; ++piece)
    value = hull(value,
                 of_piece(function, piece, order, {function.begin_of(piece), piece == last ? argument.hi : function.begin_of(piece + 1)}));
  return {value, first != last};
}

}  // namespace

Motion motion_in_piece(const PointFunction& function, std::ptrdiff_t piece, int order, const Motion& argument) {
  if (!argument.value.is_finite()) return {Interval::whole(), Interval::whole()};
  const Motion slope{of_piece(function, piece, order + 1, argument.value), 0};
  return {of_piece(function, piece, order, argument.value), (slope * Motion{argument.rate, 0}).value};
}

Motion motion_of(const PointFunction& function, int order, const Motion& argument) {
  const Pieces pieces = over_pieces(function, order, argument.value);
  if (!pieces.value.is_finite() || (pieces.are_several && may_jump(function, order))) return {pieces.value, Interval::whole()};
  const Motion slope{over_pieces(function, order + 1, argument.value).value, 0};
  return {pieces.value, (slope * Motion{argument.rate, 0}).value};
}

}  // namespace stribeck
