#pragma once
// Finds solutions of a loop by continuation in a loading parameter. The laws are first replaced by straight lines D (x - x0), which have
// the slopes that the laws have over a wide range about the start x0, and are turned into the laws r(x) as the load s grows:
//
//   s r(x) + (1 - s) D (x - x0) = 0
//
// The curve of solutions from x0 at s = 0 is followed by its length, so that the load may fall where the curve turns back. It passes a
// solution wherever s = 1. If far away the laws rise as the lines do, as in networks that dissipate, the curve cannot go to infinity before
// (Chow, Mallet-Paret, Yorke 1978, Math. Comp. 32, 887-899; Allgower, Georg 2003, Introduction to Numerical Continuation Methods, chapters
// 2 and 11).
//
// From a solution x0 others are found by a load on one of the equations, which grows or falls from nothing: r(x) + (1 - s) d = 0. The curve
// begins at s = 1, turns back where a solution ends, and passes another solution wherever s = 1 again.
#include <Eigen/Dense>
#include <functional>
#include <span>

namespace stribeck {

class LoadPath {
 public:
  using Vector = Eigen::VectorXd;
  using Matrix = Eigen::MatrixXd;
  /// Sets r(x) and its slopes; false if one of them is not finite.
  using Laws = std::function<bool(const Vector& x, Vector& r, Matrix& slopes)>;
  /// Begins at `start`; the lines pass through the laws' values at `width` to both sides of it, along each unknown.
  LoadPath(Laws laws, std::span<const double> start, double width);
  /// Begins at the solution `start`, with a load on equation `loaded` in units of `size`; its sign is that of `size`.
  LoadPath(Laws laws, std::span<const double> start, std::size_t loaded, double size);
  /// Goes on to the next place where s = 1, and sets x near to the solution there; false if the curve leads to none.
  bool next(Vector& x);

 private:
  struct Point {
    Vector x;
    double load = 0;
  };
  bool advance(Point& to);
  bool correct(Point& point, const Point& guess, const Vector& scale);
  bool turn(const Point& at, const Vector& scale, Vector& way);
  bool linearise(const Point& at, const Vector& scale);
  void begin(double load);
  Vector scale_of(const Point& point) const;

  Laws laws_;
  Vector start_;
  Matrix lines_;
  Vector extra_;  // the load on an equation; empty where the laws are replaced by lines
  Point here_;
  Vector way_;            // the direction of the curve in scaled unknowns and the load, of length 1
  double turn_sign_ = 0;  // of the determinant of the equations and the direction: it tells forwards from backwards along the whole curve
  double length_ = 0;     // of the next step
  int steps_ = 0;
  bool goes_on_ = false;
  Vector r_, left_;         // of the laws; of the equations of the curve
  Matrix slopes_, matrix_;  // of the laws; of the equations of the curve and, in the last row, of a direction
};

}  // namespace stribeck
