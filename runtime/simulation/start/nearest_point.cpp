// Each wish is a quadratic program, solved by the dual active-set method of Goldfarb and Idnani (1983), Math. Program. 27, 1-33. It starts
// at the minimum without bounds, adds the bound that is violated most, and drops bounds whose multiplier becomes negative. In directions
// that a wish does not determine, a small weight keeps the point near the previous one; solving the program again from its result removes
// the effect of the weight.
#include "simulation/start/nearest_point.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/constants.h"
#include "base/index.h"
#include "base/least_norm.h"

namespace stribeck {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kMuchRounding = 1e3;  // times rounding: from there on a bound counts as violated

/// Finds the point nearest to zero with rows * y >= at_least. The rows have length one or zero.
class DualActiveSet {
 public:
  DualActiveSet(const MatrixXd& rows, const VectorXd& at_least, const VectorXd& slack)
      : rows_(rows), at_least_(at_least), slack_(slack), y_(VectorXd::Zero(rows.cols())) {}

  std::optional<VectorXd> run() {
    for (Index round = 0; round < kRounds * (rows_.rows() + 10); ++round) {
      const Index worst = most_violated();
      if (worst < 0) return y_;
      if (take_in(worst)) continue;
      // Two bounds that leave a single value between them are fulfilled by it, but for rounding that other bounds, nearly dependent,
      // magnify.
      if (violation(worst) > kMuchRounding * rounding(worst) + slack_(worst)) return std::nullopt;
      passed_.push_back(worst);
    }
    return std::nullopt;
  }

 private:
  static constexpr Index kRounds = 20;
  static constexpr double kDependent = 1e-8;  // the share of a row that is independent of the others, below which it counts as dependent

  static constexpr double kRoundingOfPoint = 16 * std::numeric_limits<double>::epsilon();

  double violation(Index i) const { return at_least_(i) - rows_.row(i).dot(y_); }
  double rounding(Index i) const { return kRoundingOfSums * rows_.row(i).cwiseAbs().dot(y_.cwiseAbs()) + kRoundingOfPoint * y_.norm(); }

  Index most_violated() const {
    Index worst = -1;
    double most = 0;
    for (Index i = 0; i < rows_.rows(); ++i) {
      const double more = violation(i) - rounding(i);
      if (more > most && !contains(active_, i) && !contains(passed_, i)) worst = i, most = more;
    }
    return worst;
  }

  static bool contains(const std::vector<Index>& list, Index i) { return std::find(list.begin(), list.end(), i) != list.end(); }

  /// Adds a bound to the active ones; false if no point fulfils all of them.
  bool take_in(Index added) {
    const VectorXd row = rows_.row(added).transpose();
    double push = 0;
    while (true) {
      const MatrixXd active = rows_(active_, Eigen::all).transpose();
      VectorXd shares = VectorXd::Zero(active.cols());
      if (active.cols() > 0) shares = active.householderQr().solve(row);
      const VectorXd way = row - active * shares;
      const bool moves = active.cols() < active.rows() && way.norm() > kDependent;
      double length = moves ? (at_least_(added) - row.dot(y_)) / way.squaredNorm() : std::numeric_limits<double>::infinity();
      std::size_t dropped = active_.size();
      for (std::size_t k = 0; k < active_.size(); ++k) {
        const double share = shares(static_cast<Index>(k));
        if (share <= kSingularPivot || pushes_[k] / share >= length) continue;
        length = pushes_[k] / share, dropped = k;
      }
      if (!std::isfinite(length)) return false;
      if (moves) y_ += length * way;
      for (std::size_t k = 0; k < active_.size(); ++k) pushes_[k] = std::max(0.0, pushes_[k] - length * shares(static_cast<Index>(k)));
      push += length;
      if (dropped == active_.size()) {
        active_.push_back(added), pushes_.push_back(push);
        stand_on_active();
        return true;
      }
      active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(dropped));
      pushes_.erase(pushes_.begin() + static_cast<std::ptrdiff_t>(dropped));
    }
  }

  /// The point is the one nearest to zero on the active bounds. Steps towards it divide by the square of what is independent in a row.
  void stand_on_active() {
    const Eigen::HouseholderQR<MatrixXd> factors(rows_(active_, Eigen::all).transpose());
    const Index count = std::ssize(active_);
    const auto upper = factors.matrixQR().topRows(count).triangularView<Eigen::Upper>();
    VectorXd along = VectorXd::Zero(y_.size());
    along.head(count) = upper.transpose().solve(at_least_(active_));
    const VectorXd pushes = upper.solve(along.head(count));
    y_ = factors.householderQ() * along;
    for (std::size_t k = 0; k < active_.size(); ++k) pushes_[k] = std::max(0.0, pushes(static_cast<Index>(k)));
  }

  const MatrixXd& rows_;
  const VectorXd &at_least_, &slack_;
  VectorXd y_;
  std::vector<Index> active_, passed_;
  std::vector<double> pushes_;
};

class Nearest {
 public:
  Nearest(const NearestProblem& problem, double rounding) : problem_(problem), rounding_(rounding) {}

  std::optional<NearestPoint> run() {
    if (!hold_equations()) return std::nullopt;
    MatrixXd free = all_free_;
    if (free.cols() > 0) free = (Eigen::HouseholderQR<MatrixXd>(free).householderQ() * MatrixXd::Identity(free.rows(), free.cols())).eval();
    if (!project(free_, VectorXd::Zero(free_.cols()))) return std::nullopt;
    is_inside_ = true;
    for (const NearestProblem::Wish& wish : problem_.wishes)
      if (free_.cols() > 0 && wish.value.size() > 0 && !follow(wish)) return std::nullopt;
    hold_to_rounding();
    return NearestPoint{z_, free};
  }

 private:
  /// Of the distance in directions that a wish leaves open against the distance from the wish. Each takes out what the one before has left;
  /// the smaller it is, the more of the way there may be in such directions, and the more rounding is magnified.
  static constexpr double kFirstWeight = 1e-3, kLeastWeight = 1e-6;
  static constexpr int kMostRefinements = 20;
  static constexpr double kConsistent = 1e-9;
  static constexpr double kHolds = 1e-7;

  /// Scales the rows by their largest entries, then the columns, so that neither units nor masses decide what counts as zero.
  bool hold_equations() {
    rows_ = problem_.equal, rows_to_ = problem_.equal_to;
    VectorXd rounding = problem_.equal_rounding;
    for (Index i = 0; i < rows_.rows(); ++i) {
      const double largest = rows_.row(i).lpNorm<Eigen::Infinity>();
      if (largest > 0) rows_.row(i) /= largest, rows_to_(i) /= largest, rounding(i) /= largest;
    }
    scale_ = scales();
    const MatrixXd scaled = rows_ * scale_.asDiagonal();
    equations_.emplace(scaled, rounding_);
    VectorXd z = equations_->solve(rows_to_);
    z += equations_->solve(rows_to_ - scaled * z);
    const VectorXd left = rows_to_ - scaled * z;
    const VectorXd terms = rows_to_.cwiseAbs() + scaled.cwiseAbs() * z.cwiseAbs();
    // The entries are one at most, so that rounding is a share of the largest unknown and of the largest right side.
    double of_all = z.size() > 0 ? kRoundingOfSums * z.lpNorm<Eigen::Infinity>() : 0;
    if (rounding.size() > 0) of_all = std::max(of_all, rounding.maxCoeff());
    for (Index i = 0; i < left.size(); ++i)
      if (std::fabs(left(i)) > kConsistent * terms(i) + of_all) return false;
    z_ = scale_.asDiagonal() * z;
    rounding_of_z_ = of_all * scale_;
    all_free_ = free_ = scale_.asDiagonal() * equations_->null_space();
    return true;
  }

  /// Of an unknown: one over its largest entry in the equations, or else in the bounds, or else in the wishes.
  VectorXd scales() const {
    VectorXd scales = VectorXd::Zero(rows_.cols());
    const auto take = [&](const MatrixXd& from, double little) {
      for (Index j = 0; j < scales.size() && from.rows() > 0; ++j)
        if (const double largest = from.col(j).lpNorm<Eigen::Infinity>(); scales(j) == 0 && largest > little) scales(j) = 1 / largest;
    };
    take(rows_, rounding_);
    take(problem_.least, 0);
    for (const NearestProblem::Wish& wish : problem_.wishes) take(wish.matrix, 0);
    return (scales.array() == 0).select(1, scales);
  }

  /// By how much rounding may violate a bound.
  VectorXd slack() const {
    const MatrixXd sizes = problem_.least.cwiseAbs();
    return kRoundingOfSums * (problem_.at_least.cwiseAbs() + sizes * z_.cwiseAbs()) + sizes * rounding_of_z_ + problem_.least_rounding;
  }

  /// Whether these directions change a bound.
  bool moves(Index bound, const MatrixXd& directions) const {
    return (problem_.least.row(bound) * directions).norm() > kSingularPivot * problem_.least.row(bound).cwiseAbs().dot(scale_);
  }

  /// Adds basis * p to z_ with the p nearest to `wanted` within the bounds.
  bool project(const MatrixXd& basis, const VectorXd& wanted) {
    VectorXd at_least = problem_.at_least - problem_.least * z_, rounding = slack();
    if (is_inside_) at_least = at_least.cwiseMin(0);
    if (free_.cols() == 0) return (at_least.array() <= kMuchRounding * rounding.array()).all();
    MatrixXd rows = problem_.least * basis;
    for (Index i = 0; i < rows.rows(); ++i) {
      if (moves(i, free_)) {
        const double length = rows.row(i).norm();
        rows.row(i) /= length, rounding(i) /= length;
        at_least(i) = at_least(i) / length - rows.row(i).dot(wanted);
        continue;
      }
      if (at_least(i) > kMuchRounding * rounding(i)) return false;
      rows.row(i).setZero(), at_least(i) = -1;
    }
    const std::optional<VectorXd> more = DualActiveSet(rows, at_least, rounding).run();
    if (!more) return false;
    z_ += basis * (wanted + *more);
    return true;
  }

  bool is_inside() const {
    const VectorXd terms = problem_.at_least.cwiseAbs() + problem_.least.cwiseAbs() * z_.cwiseAbs();
    return ((problem_.at_least - problem_.least * z_).array() <= kHolds * terms.array() + kMuchRounding * slack().array()).all();
  }

  /// False if rounding leaves nothing within the bounds.
  bool follow(const NearestProblem::Wish& wish) {
    MatrixXd matrix = wish.matrix * free_;
    const VectorXd sizes = wish.matrix.cwiseAbs() * scale_;  // directions have length one where the unknowns are scaled
    for (Index i = 0; i < matrix.rows(); ++i) matrix.row(i) = (matrix.row(i).array().abs() > rounding_ * sizes(i)).select(matrix.row(i), 0);
    const double largest = matrix.norm();
    if (largest == 0) return true;
    // Coordinates in which the distance from the wish is a Euclidean one, and those that it leaves open.
    const LeastNorm asked(matrix, rounding_);
    const MatrixXd inverse = asked.pseudo_inverse(), open = asked.null_space();
    MatrixXd basis(z_.size(), inverse.cols() + open.cols());
    VectorXd missed = wish.value - wish.matrix * z_;
    double weight = kFirstWeight;
    for (int round = 0; round < kMostRefinements; ++round, weight = std::max(weight / 10, kLeastWeight)) {
      basis << free_ * inverse, free_ * open / (weight * largest);
      VectorXd wanted = VectorXd::Zero(basis.cols());
      wanted.head(inverse.cols()) = missed;
      const VectorXd before = z_;
      if (!project(basis, wanted)) return round > 0;
      const VectorXd now = wish.value - wish.matrix * z_;
      const double rounding = kRoundingOfSums * (wish.value.cwiseAbs() + wish.matrix.cwiseAbs() * z_.cwiseAbs()).norm();
      if (round > 0 && !(now.norm() < missed.norm() - rounding && is_inside())) {
        z_ = before;  // nothing more to be had, or lost to rounding
        break;
      }
      missed = now;
    }
    // From here on the value of this wish is held; the next wish has the remaining freedom.
    free_ = (free_ * open).eval();
    return true;
  }

  /// The small weight of a wish magnifies rounding by its inverse. So the bounds that are active within that error, and the equations, are
  /// fulfilled exactly in the end, by the smallest change of the point.
  void hold_to_rounding() {
    const VectorXd left = problem_.least * z_ - problem_.at_least;
    const VectorXd terms = problem_.at_least.cwiseAbs() + problem_.least.cwiseAbs() * z_.cwiseAbs();
    std::vector<Index> held;
    for (Index i = 0; i < left.size(); ++i)
      if (std::fabs(left(i)) <= kHolds * terms(i) && moves(i, all_free_)) held.push_back(i);
    if (!held.empty()) {
      MatrixXd rows = problem_.least(held, Eigen::all) * all_free_;
      VectorXd missing = -left(held);
      for (Index i = 0; i < rows.rows(); ++i) {
        const double largest = rows.row(i).lpNorm<Eigen::Infinity>();
        if (largest > 0) rows.row(i) /= largest, missing(i) /= largest;
      }
      z_ += all_free_ * LeastNorm(rows, rounding_).solve(missing);
    }
    z_ += scale_.cwiseProduct(equations_->solve(rows_to_ - rows_ * z_).col(0));
  }

  const NearestProblem& problem_;
  double rounding_;
  MatrixXd rows_;  // the equations, scaled by their largest entries
  VectorXd rows_to_, scale_;
  std::optional<LeastNorm> equations_;  // of the rows, scaled by columns, too
  VectorXd z_, rounding_of_z_;
  MatrixXd all_free_, free_;  // directions along which the equations stay fulfilled, and the wishes so far
  /// z_ fulfils the bounds, but for the rounding of wishes before, which counts as fulfilled: what those leave free may not suffice to undo
  /// it.
  bool is_inside_ = false;
};

}  // namespace

std::optional<NearestPoint> nearest_point(const NearestProblem& problem, double rounding) { return Nearest(problem, rounding).run(); }

}  // namespace stribeck
