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

/// Finds the point nearest to zero with rows * y >= at_least. The rows have length one or zero.
class DualActiveSet {
 public:
  DualActiveSet(const MatrixXd& rows, const VectorXd& at_least, const VectorXd& slack)
      : rows_(rows), at_least_(at_least), slack_(slack), y_(VectorXd::Zero(rows.cols())) {}

  std::optional<VectorXd> run() {
    for (Index round = 0; round < kRounds * (rows_.rows() + 10); ++round) {
      const Index worst = most_violated();
      if (worst < 0) return y_;
      if (!take_in(worst)) return std::nullopt;
    }
    return std::nullopt;
  }

 private:
  static constexpr Index kRounds = 20;
  static constexpr double kDependent = 1e-8;  // the share of a row that is independent of the others, below which it counts as dependent

  Index most_violated() const {
    Index worst = -1;
    double most = 0;
    for (Index i = 0; i < rows_.rows(); ++i) {
      const double violation = at_least_(i) - slack_(i) - rows_.row(i).dot(y_);
      if (violation > most && std::find(active_.begin(), active_.end(), i) == active_.end()) worst = i, most = violation;
    }
    return worst;
  }

  /// Adds a bound to the active ones; false if no point fulfils all of them.
  bool take_in(Index added) {
    const VectorXd row = rows_.row(added).transpose();
    double push = 0;
    while (true) {
      MatrixXd active(rows_.cols(), static_cast<Index>(active_.size()));
      for (std::size_t k = 0; k < active_.size(); ++k) active.col(static_cast<Index>(k)) = rows_.row(active_[k]).transpose();
      VectorXd shares = VectorXd::Zero(active.cols());
      if (active.cols() > 0) shares = active.householderQr().solve(row);
      const VectorXd way = row - active * shares;
      const bool moves = way.norm() > kDependent;
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
        return true;
      }
      active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(dropped));
      pushes_.erase(pushes_.begin() + static_cast<std::ptrdiff_t>(dropped));
    }
  }

  const MatrixXd& rows_;
  const VectorXd &at_least_, &slack_;
  VectorXd y_;
  std::vector<Index> active_;
  std::vector<double> pushes_;
};

class Nearest {
 public:
  Nearest(const NearestProblem& problem, double rounding) : problem_(problem), rounding_(rounding) {}

  std::optional<NearestPoint> run() {
    if (!hold_equations()) return std::nullopt;
    const MatrixXd free = free_;
    if (!project(MatrixXd::Identity(free_.cols(), free_.cols()), VectorXd::Zero(free_.cols()))) return std::nullopt;
    for (const NearestProblem::Wish& wish : problem_.wishes)
      if (free_.cols() > 0 && wish.value.size() > 0) follow(wish);
    hold_to_rounding();
    return NearestPoint{z_, free};
  }

 private:
  static constexpr int kRefinements = 4;
  static constexpr double kMuch = 1e3;  // times rounding: from there on a bound counts as violated
  static constexpr double kWeight = 1e-6;
  static constexpr double kConsistent = 1e-9;
  static constexpr double kHolds = 1e-7;

  /// Scales the rows by their largest entries, then the columns, so that neither units nor masses decide what counts as zero.
  bool hold_equations() {
    MatrixXd rows = problem_.equal;
    VectorXd right = problem_.equal_to, rounding = problem_.equal_rounding;
    for (Index i = 0; i < rows.rows(); ++i) {
      const double largest = rows.row(i).lpNorm<Eigen::Infinity>();
      if (largest > 0) rows.row(i) /= largest, right(i) /= largest, rounding(i) /= largest;
    }
    VectorXd scale = VectorXd::Ones(rows.cols());
    for (Index j = 0; j < rows.cols(); ++j)
      if (rows.rows() > 0 && rows.col(j).lpNorm<Eigen::Infinity>() > 0) scale(j) = 1 / rows.col(j).lpNorm<Eigen::Infinity>();
    const MatrixXd scaled = rows * scale.asDiagonal();
    const LeastNorm solver(scaled, rounding_);
    VectorXd z = solver.solve(right);
    z += solver.solve(right - scaled * z);
    const VectorXd left = right - scaled * z;
    const VectorXd terms = right.cwiseAbs() + scaled.cwiseAbs() * z.cwiseAbs();
    // The entries are one at most, so that rounding is a share of the largest unknown and of the largest right side.
    double of_all = z.size() > 0 ? kRoundingOfSums * z.lpNorm<Eigen::Infinity>() : 0;
    if (rounding.size() > 0) of_all = std::max(of_all, rounding.maxCoeff());
    for (Index i = 0; i < left.size(); ++i)
      if (std::fabs(left(i)) > kConsistent * terms(i) + of_all) return false;
    z_ = scale.asDiagonal() * z;
    rounding_of_z_ = of_all * scale;
    free_ = scale.asDiagonal() * solver.null_space();
    if (free_.cols() > 0)
      free_ = (Eigen::HouseholderQR<MatrixXd>(free_).householderQ() * MatrixXd::Identity(free_.rows(), free_.cols())).eval();
    return true;
  }

  /// By how much rounding may violate a bound.
  VectorXd slack() const {
    const MatrixXd sizes = problem_.least.cwiseAbs();
    return kRoundingOfSums * (problem_.at_least.cwiseAbs() + sizes * z_.cwiseAbs()) + sizes * rounding_of_z_ + problem_.least_rounding;
  }

  /// Adds to z_ the y, along free_, that makes y' shape y / 2 - pull' y the least within the bounds.
  bool project(const MatrixXd& shape, const VectorXd& pull) {
    VectorXd at_least = problem_.at_least - problem_.least * z_, rounding = slack();
    if (free_.cols() == 0) return (at_least.array() <= kMuch * rounding.array()).all();
    const Eigen::LLT<MatrixXd> factors(shape);
    const VectorXd unbound = factors.solve(pull);
    if (at_least.size() == 0) {  // no bounds, and Eigen's triangular solvers need at least one column
      z_ += free_ * unbound;
      return true;
    }
    MatrixXd rows = problem_.least * free_;
    at_least -= rows * unbound;
    // With y = unbound + L'^-1 w the shortest w is wanted.
    rows = factors.matrixL().solve(rows.transpose()).transpose().eval();
    for (Index i = 0; i < rows.rows(); ++i) {
      const double length = rows.row(i).norm();
      const bool moves = length > kSingularPivot * problem_.least.row(i).norm();
      if (moves)
        rows.row(i) /= length, at_least(i) /= length, rounding(i) /= length;
      else if (at_least(i) > kMuch * rounding(i))
        return false;
      else
        rows.row(i).setZero(), at_least(i) = -1;
    }
    const std::optional<VectorXd> w = DualActiveSet(rows, at_least, rounding).run();
    if (!w) return false;
    z_ += free_ * (unbound + factors.matrixU().solve(*w));
    return true;
  }

  void follow(const NearestProblem::Wish& wish) {
    const MatrixXd matrix = wish.matrix * free_;
    const double largest = matrix.norm();
    if (largest <= kSingularPivot * wish.matrix.norm()) return;
    const MatrixXd square = matrix.transpose() * matrix;
    const MatrixXd shape = square + kWeight * largest * largest * MatrixXd::Identity(square.rows(), square.cols());
    for (int round = 0; round < kRefinements; ++round)
      if (!project(shape, matrix.transpose() * (wish.value - wish.matrix * z_))) break;
    // From here on the value of this wish is held; the next wish has the remaining freedom.
    free_ = (free_ * LeastNorm(matrix, rounding_).null_space()).eval();
  }

  /// The small weight of a wish magnifies rounding by its inverse square root. So the equations, and the bounds that are active within that
  /// error, are fulfilled exactly in the end, by the smallest change of the point.
  void hold_to_rounding() {
    const VectorXd left = problem_.least * z_ - problem_.at_least;
    const VectorXd terms = problem_.at_least.cwiseAbs() + problem_.least.cwiseAbs() * z_.cwiseAbs();
    std::vector<Index> held;
    for (Index i = 0; i < left.size(); ++i)
      if (std::fabs(left(i)) <= kHolds * terms(i)) held.push_back(i);
    if (held.empty()) return;
    MatrixXd rows(problem_.equal.rows() + static_cast<Index>(held.size()), z_.size());
    VectorXd missing(rows.rows());
    rows << problem_.equal, problem_.least(held, Eigen::all);
    missing << problem_.equal_to - problem_.equal * z_, -left(held);
    for (Index i = 0; i < rows.rows(); ++i) {
      const double largest = rows.row(i).lpNorm<Eigen::Infinity>();
      if (largest > 0) rows.row(i) /= largest, missing(i) /= largest;
    }
    z_ += LeastNorm(rows, rounding_).solve(missing);
  }

  const NearestProblem& problem_;
  double rounding_;
  VectorXd z_, rounding_of_z_;
  MatrixXd free_;
};

}  // namespace

std::optional<NearestPoint> nearest_point(const NearestProblem& problem, double rounding) { return Nearest(problem, rounding).run(); }

}  // namespace stribeck
