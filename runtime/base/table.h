#pragma once
// Functions given by points: straight lines or cubics between them.
#include <cstddef>
#include <span>
#include <vector>

#include "stribeck/interpolations.hpp"

namespace stribeck {

/// Slopes at the points (two at least), abscissae ascending; empty for straight lines.
/// Akima (1970), A new method of interpolation and smooth curve fitting based on local procedures, J. ACM 17, pp. 589-602.
/// Monotone: Fritsch, Butland (1984), A method for constructing local monotone piecewise cubic interpolants, SIAM J. Sci. Stat. Comput. 5,
/// pp. 300-304; at both ends the parabola through three points, limited so that nothing overshoots.
std::vector<double> slopes_at(TableMethod method, std::span<const double> x, std::span<const double> y);

/// Beside derivatives a function has its place among the points: the number of the piece that contains the argument, plus the share of the
/// piece that lies before it. Its floor is the number of the piece. Both are asked for as if they were derivatives of these orders.
inline constexpr int kPlaceOrder = 4, kPlaceSlopeOrder = 5;

/// A function given by points, which belong to someone else, with what is computed from them once. Straight lines jump where two abscissae
/// are equal.
class PointFunction {
 public:
  PointFunction(TableMethod method, TableEnds ends, std::span<const double> x, std::span<const double> y);

  /// Number of the piece that contains the argument: -1 before the first point, x.size() - 1 from the last one on. If they repeat, pieces
  /// are numbered on beyond both ends.
  std::ptrdiff_t piece_of(double argument) const;
  /// Derivative of that order, 0 to 3; -1 is the integral from the first point on; or kPlaceOrder, kPlaceSlopeOrder.
  double value(std::ptrdiff_t piece, double argument, int order) const;

  /// Where that piece begins; minus infinity and infinity where there is none.
  double begin_of(std::ptrdiff_t piece) const;
  /// Whether the slope jumps there.
  bool has_corner_at_begin_of(std::ptrdiff_t piece) const;
  /// Whether the derivative of that order may jump from one piece to the next.
  bool may_jump(int order) const;

  std::span<const double> abscissae() const { return x_; }
  std::span<const double> ordinates() const { return y_; }
  std::span<const double> slopes() const { return slopes_; }
  TableMethod method() const { return method_; }
  TableEnds ends() const { return ends_; }

 private:
  struct Cubic {
    double c0, c1, c2, c3;  ///< coefficients of the powers of the distance from `from`
    double from;
  };
  bool repeats() const { return ends_ == TableEnds::repeat && x_.size() > 1; }
  std::ptrdiff_t period_of(std::ptrdiff_t piece) const;
  double value_in(std::ptrdiff_t piece, double argument, int order) const;  ///< within the points
  double place(std::ptrdiff_t piece, double argument, int order) const;
  const Cubic& cubic(std::ptrdiff_t piece) const;
  Cubic cubic_between(std::size_t k) const;  ///< from point k to the next
  double end_slope(std::size_t point) const;
  double chord_of(std::size_t k) const;

  std::span<const double> x_, y_;
  std::vector<double> slopes_, integrals_;
  std::vector<Cubic> pieces_;  // before the first point, between neighbouring points, and from the last one on
  TableMethod method_;
  TableEnds ends_;
  bool has_equal_abscissae_;
};

}  // namespace stribeck
