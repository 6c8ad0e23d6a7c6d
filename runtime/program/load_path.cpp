#include "program/load_path.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/constants.h"

namespace stribeck {

namespace {
constexpr int kMostPathSteps = 2000;
/// Lengths of steps, relative to the unknowns.
constexpr double kFirstStep = 0.01, kLongestStep = 0.5, kShortestStep = 1e-10;
/// Steps longer than this may turn by 60 degrees at most; at a kink of a law even the shortest step turns.
constexpr double kStepAtKinks = 1e-5, kLeastCosine = 0.5;
constexpr double kFarthest = 1e9, kMostLoad = 100;  // farther away nothing is looked for
}  // namespace

LoadPath::LoadPath(Laws laws, std::span<const double> start, double width)
    : laws_(std::move(laws)), start_(Eigen::Map<const Vector>(start.data(), static_cast<Eigen::Index>(start.size()))), length_(kFirstStep) {
  const Eigen::Index n = start_.size();
  lines_.resize(n, n);
  Vector above, below;
  for (Eigen::Index k = 0; k < n; ++k) {
    const Vector away = width * Vector::Unit(n, k);
    if (!laws_(start_ + away, above, slopes_) || !laws_(start_ - away, below, slopes_)) return;
    lines_.col(k) = (above - below) / (2 * width);
  }
  begin(0);
}

LoadPath::LoadPath(Laws laws, std::span<const double> start, std::size_t loaded, double size)
    : laws_(std::move(laws)), start_(Eigen::Map<const Vector>(start.data(), static_cast<Eigen::Index>(start.size()))), length_(kFirstStep) {
  lines_.setZero(start_.size(), start_.size());
  extra_ = size * Vector::Unit(start_.size(), static_cast<Eigen::Index>(loaded));
  begin(1);
}

void LoadPath::begin(double load) {
  const Eigen::Index n = start_.size();
  here_ = {start_, load};
  way_ = Vector::Unit(n + 1, n);
  matrix_.resize(n + 1, n + 1);
  if (!linearise(here_, scale_of(here_))) return;
  matrix_.row(n) = way_.transpose();
  const double determinant = matrix_.determinant();
  turn_sign_ = determinant > 0 ? 1 : -1;
  goes_on_ = determinant != 0 && std::isfinite(determinant) && turn(here_, scale_of(here_), way_);
}

bool LoadPath::next(Vector& x) {
  while (goes_on_) {
    Point to;
    if (!advance(to)) {
      goes_on_ = false;
      break;
    }
    const Point from = std::exchange(here_, to);
    const double least_load = extra_.size() > 0 ? -kMostLoad : 0;
    goes_on_ =
        ++steps_ < kMostPathSteps && here_.load > least_load && here_.load < kMostLoad && here_.x.lpNorm<Eigen::Infinity>() < kFarthest;
    if ((from.load < 1) == (here_.load < 1)) continue;
    x = from.x + (1 - from.load) / (here_.load - from.load) * (here_.x - from.x);
    return true;
  }
  return false;
}

/// One step along the curve, in the length that it takes.
bool LoadPath::advance(Point& to) {
  const Eigen::Index n = start_.size();
  const Vector scale = scale_of(here_);
  for (; length_ > kShortestStep; length_ /= 3) {
    const Vector change = length_ * way_;
    const Point guess{here_.x + change.head(n).cwiseProduct(scale), here_.load + change(n)};
    to = guess;
    Vector way = way_;
    if (!correct(to, guess, scale) || !turn(to, scale, way)) continue;
    if (way.dot(way_) < kLeastCosine && length_ > kStepAtKinks) continue;
    const Vector next_scale = scale_of(to);
    way.head(n) = way.head(n).cwiseProduct(scale).cwiseQuotient(next_scale);
    way_ = way.normalized();
    length_ = std::min(2 * length_, kLongestStep);
    return true;
  }
  return false;
}

/// Newton's iteration back to the curve, across the direction in which it was left; each correction is at most half as long as the last.
bool LoadPath::correct(Point& point, const Point& guess, const Vector& scale) {
  constexpr int kMostCorrections = 8;
  constexpr double kOnCurve = 1e-8;
  const Eigen::Index n = start_.size();
  double last = 4 * length_;
  for (int k = 0; k < kMostCorrections; ++k) {
    if (!linearise(point, scale)) return false;
    Vector left(n + 1);
    left.head(n) = left_;
    left(n) = way_.head(n).dot((point.x - guess.x).cwiseQuotient(scale)) + way_(n) * (point.load - guess.load);
    matrix_.row(n) = way_.transpose();
    const Vector change = -matrix_.partialPivLu().solve(left);
    const double size = change.lpNorm<Eigen::Infinity>();
    if (!std::isfinite(size) || size > 0.5 * last) return false;
    point.x += change.head(n).cwiseProduct(scale);
    point.load += change(n);
    if (size < kOnCurve) return true;
    last = size;
  }
  return false;
}

/// The direction of the curve at a point of it, from one nearby.
bool LoadPath::turn(const Point& at, const Vector& scale, Vector& way) {
  const Eigen::Index n = start_.size();
  if (!linearise(at, scale)) return false;
  matrix_.row(n) = way.transpose();
  const Eigen::PartialPivLU<Matrix> lu(matrix_);
  way = lu.solve(Vector::Unit(n + 1, n)).normalized();
  if (lu.determinant() * turn_sign_ < 0) way = -way;
  return way.allFinite();
}

/// Evaluates the equations of the curve, and their slopes by the scaled unknowns and the load; all rows are made of one size.
bool LoadPath::linearise(const Point& at, const Vector& scale) {
  const Eigen::Index n = start_.size();
  if (!laws_(at.x, r_, slopes_)) return false;
  const bool is_loaded = extra_.size() > 0;
  const double share = is_loaded ? 1 : at.load;  // of the laws
  Vector rest = lines_ * (at.x - start_);
  if (is_loaded) rest += extra_;
  left_ = share * r_ + (1 - at.load) * rest;
  matrix_.topLeftCorner(n, n) = (share * slopes_ + (1 - at.load) * lines_) * scale.asDiagonal();
  matrix_.col(n).head(n) = -rest;
  if (!is_loaded) matrix_.col(n).head(n) += r_;
  for (Eigen::Index i = 0; i < n; ++i) {
    const double size = matrix_.row(i).head(n + 1).lpNorm<Eigen::Infinity>();
    if (!(size > 0) || !std::isfinite(size)) return false;
    matrix_.row(i) /= size;
    left_(i) /= size;
  }
  return true;
}

LoadPath::Vector LoadPath::scale_of(const Point& point) const { return point.x.cwiseAbs().cwiseMax(kNewtonScale); }

}  // namespace stribeck
