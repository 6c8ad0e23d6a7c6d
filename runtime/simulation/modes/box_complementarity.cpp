#include "simulation/modes/box_complementarity.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

#include "base/constants.h"
#include "base/interruption.h"
#include "base/least_norm.h"

namespace stribeck {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kPatience = 10;  // rounds that may exchange all violated elements at once without there being fewer of them

/// How far outside its box a force may lie by rounding, which is a share of the bounds; an infinite bound has none.
double slack_of(double low, double high) {
  const auto size = [](double bound) { return std::isfinite(bound) ? std::fabs(bound) : 0.0; };
  return kRoundingOfSums * std::max(size(low), size(high));
}

/// The cost of decomposing a matrix of that size, in instructions of the program, for the allowance of the run.
std::int64_t cubed(Index n) { return n * n * n; }

/// The forces of elements that hold one another at rest: the load on all of them is known, the share of each is to be found.
struct Shares {
  VectorXd lambda;
  std::vector<BoxSide> side;
};

/// Finds, of all forces lambda within their boxes that have the present effect answers * lambda, those with the least norm. An active-set
/// method, which begins at the present forces.
class BoxedShares {
 public:
  BoxedShares(MatrixXd answers, VectorXd now, VectorXd low, VectorXd high)
      : answers_(std::move(answers)), low_(std::move(low)), high_(std::move(high)), sum_(answers_ * now) {
    for (Index k = 0; k < now.size(); ++k) shares_.side.push_back(side_of(k, now(k)));
    shares_.lambda = std::move(now);
  }

  Shares shortest() {
    const auto most = static_cast<std::size_t>(kMostRoundsPerShare * shares_.lambda.size());
    for (std::size_t round = 0; round < most; ++round) {
      Interruptible::spend(cubed(shares_.lambda.size()));
      std::vector<Index> inside;
      for (Index k = 0; k < shares_.lambda.size(); ++k)
        if (side(k) == BoxSide::inside) inside.push_back(k);
      has_met_bound_ = false;
      if (!inside.empty() && !go(inside)) return shares_;
      if (!has_met_bound_ && !release(inside)) return shares_;
    }
    return shares_;
  }

 private:
  static constexpr Index kMostRoundsPerShare = 20;  // in thousands of random piles no problem took more than two rounds a share

  BoxSide& side(Index k) { return shares_.side[static_cast<std::size_t>(k)]; }
  BoxSide side_of(Index k, double value) const {
    const double margin = slack_of(low_(k), high_(k));
    return value >= high_(k) - margin ? BoxSide::high : value <= low_(k) + margin ? BoxSide::low : BoxSide::inside;
  }

  /// Moves the shares that are inside their boxes towards the least norm, up to the first bound. False if these shares cannot carry the
  /// load.
  bool go(const std::vector<Index>& inside) {
    VectorXd target = shares_.lambda;
    for (Index k = 0; k < target.size(); ++k) target(k) = side(k) == BoxSide::low ? low_(k) : side(k) == BoxSide::high ? high_(k) : 0;
    const VectorXd rest = sum_ - answers_ * target;
    const VectorXd solution = LeastNorm(answers_(Eigen::all, inside), kRoundingOfAnswers).solve(rest);
    target(inside) = solution;
    if ((answers_ * target - sum_).lpNorm<Eigen::Infinity>() > kSharesAddUp * sum_.lpNorm<Eigen::Infinity>()) return false;
    double length = 1;
    Index first = -1;
    for (const Index k : inside) {
      const double margin = slack_of(low_(k), high_(k)), way = target(k) - shares_.lambda(k);
      if (target(k) <= high_(k) + margin && target(k) >= low_(k) - margin) continue;
      const double room = std::max(0.0, ((way > 0 ? high_(k) : low_(k)) - shares_.lambda(k)) / way);
      if (first < 0 || room < length) first = k, length = room;
    }
    has_met_bound_ = first >= 0;
    const bool rises = first >= 0 && target(first) > shares_.lambda(first);
    shares_.lambda += length * (target - shares_.lambda);
    if (first < 0) return true;
    side(first) = rises ? BoxSide::high : BoxSide::low;
    shares_.lambda(first) = rises ? high_(first) : low_(first);
    return true;
  }

  /// Frees the share at a bound whose change reduces the norm most; false if the norm falls with none.
  bool release(const std::vector<Index>& inside) {
    VectorXd slope =
        shares_.lambda;  // of half the squared norm, where one share changes and those inside take over the load that it gives up
    if (!inside.empty()) {
      const MatrixXd of_inside = answers_(Eigen::all, inside);
      const VectorXd weights = LeastNorm(of_inside.transpose(), kRoundingOfAnswers).solve(shares_.lambda(inside));
      slope -= answers_.transpose() * weights;
    }
    Index steepest = -1;
    double most = kRoundingOfAnswers * shares_.lambda.lpNorm<Eigen::Infinity>();
    for (Index k = 0; k < slope.size(); ++k) {
      const double falls = side(k) == BoxSide::low ? -slope(k) : side(k) == BoxSide::high ? slope(k) : 0;
      if (falls > most) steepest = k, most = falls;
    }
    if (steepest >= 0) side(steepest) = BoxSide::inside;
    return steepest >= 0;
  }

  MatrixXd answers_;
  VectorXd low_, high_, sum_;
  Shares shares_;
  bool has_met_bound_ = false;
};

/// Solves a problem whose elements are all coupled with one another.
class BoxSolver {
 public:
  BoxSolver(MatrixXd matrix, VectorXd constant, VectorXd low, VectorXd high)
      : w_(std::move(matrix)),
        c_(std::move(constant)),
        low_(std::move(low)),
        high_(std::move(high)),
        side_(static_cast<std::size_t>(c_.size()), BoxSide::inside),
        shared_(side_.size(), false) {
    scale();
    for (Index i = 0; i < size(); ++i)
      if (is_fixed(i)) side(i) = BoxSide::low;
  }

  bool run() {
    if (!pivot_all() && !(is_symmetric() && descend())) return false;
    for (Index i = 0; i < size(); ++i) {  // it lies at its bound, but no force holds it there
      if (std::fabs(gamma_(i)) <= noise_(i)) side(i) = BoxSide::inside;
      if (side(i) == BoxSide::inside && std::fabs(gamma_(i)) > kUnanswered * noise_(i)) return false;
      if (side(i) != BoxSide::inside && low_(i) == high_(i))
        side(i) = gamma_(i) > 0 ? BoxSide::low : BoxSide::high;  // the bounds are equal
    }
    return true;
  }
  void share_least_norm();

  VectorXd lambda() const { return x_.cwiseQuotient(scale_); }
  VectorXd gamma() const { return gamma_.cwiseProduct(scale_); }
  const std::vector<BoxSide>& side() const { return side_; }
  const std::vector<bool>& shared() const { return shared_; }

 private:
  Index size() const { return c_.size(); }
  BoxSide& side(Index i) { return side_[static_cast<std::size_t>(i)]; }
  BoxSide side(Index i) const { return side_[static_cast<std::size_t>(i)]; }
  /// Its bounds are equal, so that its force is known.
  bool is_fixed(Index i) const { return low_(i) == high_(i); }
  std::vector<Index> with_side(BoxSide wanted) const {
    std::vector<Index> found;
    for (Index i = 0; i < size(); ++i)
      if (side(i) == wanted) found.push_back(i);
    return found;
  }

  /// Takes x = scale * lambda as unknowns. The scale makes the diagonal of the matrix one, so that light and heavy bodies count alike.
  void scale() {
    scale_ = VectorXd::Ones(size());
    for (Index i = 0; i < size(); ++i)
      if (w_(i, i) > 0) scale_(i) = std::sqrt(w_(i, i));
    w_ = (scale_.cwiseInverse().asDiagonal() * w_ * scale_.cwiseInverse().asDiagonal()).eval();
    c_ = c_.cwiseQuotient(scale_);
    low_ = low_.cwiseProduct(scale_);
    high_ = high_.cwiseProduct(scale_);
    x_ = VectorXd::Zero(size());
  }
  bool is_symmetric() const { return (w_ - w_.transpose()).lpNorm<Eigen::Infinity>() <= 1e-9; }

  void respond() {
    gamma_ = w_ * x_ + c_;
    noise_ = (kRoundingOfSums * (w_.cwiseAbs() * x_.cwiseAbs() + c_.cwiseAbs())).array() +
             kRoundingOfSolving * x_.lpNorm<Eigen::Infinity>() + kFewerDigits;
  }
  double slack(Index i) const { return slack_of(low_(i), high_(i)); }

  /// Computes x for the present sides: at a bound it is the bound, inside it makes gamma zero as nearly as possible.
  void solve_inside() {
    for (Index i = 0; i < size(); ++i) x_(i) = side(i) == BoxSide::low ? low_(i) : side(i) == BoxSide::high ? high_(i) : 0;
    const std::vector<Index> inside = with_side(BoxSide::inside);
    if (!inside.empty()) {
      Interruptible::spend(cubed(std::ssize(inside)));
      const VectorXd drive = (w_ * x_ + c_)(inside);
      const VectorXd solution = LeastNorm(w_(inside, inside), kRoundingOfAnswers).solve(-drive);
      x_(inside) = solution;
    }
    respond();
  }

  /// The side to which element i should go, according to the condition that it violates now.
  BoxSide wish(Index i) const {
    if (side(i) == BoxSide::low) return gamma_(i) < -noise_(i) && low_(i) < high_(i) ? BoxSide::inside : BoxSide::low;
    if (side(i) == BoxSide::high) return gamma_(i) > noise_(i) && low_(i) < high_(i) ? BoxSide::inside : BoxSide::high;
    if (x_(i) > high_(i) + slack(i)) return BoxSide::high;
    if (x_(i) < low_(i) - slack(i)) return BoxSide::low;
    if (std::fabs(gamma_(i)) <= noise_(i)) return BoxSide::inside;
    if (!std::isfinite(gamma_(i) > 0 ? low_(i) : high_(i)))
      return BoxSide::inside;  // a force of any size is allowed, so that one inside holds it if any does
    return gamma_(i) > 0 ? BoxSide::low : BoxSide::high;
  }

  bool pivot_all() {
    std::size_t fewest = side_.size() + 1;
    for (int patience = kPatience; patience > 0; --patience) {
      solve_inside();
      std::vector<BoxSide> wanted;
      for (Index i = 0; i < size(); ++i) wanted.push_back(wish(i));
      std::size_t violators = 0;
      for (std::size_t i = 0; i < wanted.size(); ++i) violators += wanted[i] != side_[i] ? 1 : 0;
      if (violators == 0) return true;
      if (violators < fewest) fewest = violators, patience = kPatience;
      side_ = std::move(wanted);
    }
    return false;
  }

  /// An active-set method that minimises the convex function x' (w x / 2 + c), whose gradient is gamma. The function falls with every step,
  /// so that no set of sides occurs twice and the method ends.
  bool descend() {
    x_ = VectorXd::Zero(size()).cwiseMax(low_).cwiseMin(high_);
    for (Index i = 0; i < size(); ++i) side(i) = x_(i) <= low_(i) ? BoxSide::low : x_(i) >= high_(i) ? BoxSide::high : BoxSide::inside;
    for (Index round = 0; round < 50 * size() + 100; ++round) {
      respond();
      const std::vector<Index> inside = with_side(BoxSide::inside);
      const bool level = std::all_of(inside.begin(), inside.end(), [&](Index i) { return std::fabs(gamma_(i)) <= noise_(i); });
      if (level && !release()) return true;
      if (!level && !step(inside)) return false;
    }
    return false;
  }
  /// Goes to the minimum over the elements that are inside, or to the first bound on the way there; false if the function has no minimum.
  bool step(const std::vector<Index>& inside) {
    const MatrixXd w = w_(inside, inside);
    const VectorXd slope = gamma_(inside);
    VectorXd way = LeastNorm(w, kRoundingOfAnswers).solve(-slope);
    const VectorXd left = w * way + slope;
    double length = 1;
    if (left.lpNorm<Eigen::Infinity>() >
        1e-7 * slope.lpNorm<Eigen::Infinity>()) {  // the function falls along a straight line for ever: follow that to a bound
      way = -left;
      length = std::numeric_limits<double>::infinity();
    }
    std::vector<double> room;
    for (std::size_t k = 0; k < inside.size(); ++k) {
      const double d = way(static_cast<Index>(k)), x = x_(inside[k]);
      room.push_back(d > 0 ? (high_(inside[k]) - x) / d : d < 0 ? (low_(inside[k]) - x) / d : std::numeric_limits<double>::infinity());
      length = std::min(length, room.back());
    }
    if (!std::isfinite(length)) return false;
    for (std::size_t k = 0; k < inside.size(); ++k) {
      const Index i = inside[k];
      const double d = way(static_cast<Index>(k));
      x_(i) += length * d;
      if (room[k] > length) continue;
      side(i) = d > 0 ? BoxSide::high : BoxSide::low;
      x_(i) = d > 0 ? high_(i) : low_(i);
    }
    return true;
  }
  /// Frees the element at a bound whose gamma points inwards most; false if there is none.
  bool release() {
    Index hardest = -1;
    double most = 0;
    for (Index i = 0; i < size(); ++i) {
      const double against = std::fabs(gamma_(i)) - noise_(i);
      if (side(i) == BoxSide::inside || wish(i) != BoxSide::inside || against <= most) continue;
      hardest = i;
      most = against;
    }
    if (hardest >= 0) side(hardest) = BoxSide::inside;
    return hardest >= 0;
  }

  void restore_sides(const std::vector<Index>& of, const Shares& shares) {
    for (std::size_t k = 0; k < of.size(); ++k) {
      x_(of[k]) = shares.lambda(static_cast<Index>(k)) * scale_(of[k]);
      side(of[k]) = shares.side[k];
    }
    respond();
  }

  MatrixXd w_;
  VectorXd c_, low_, high_, scale_, x_, gamma_, noise_;
  std::vector<BoxSide> side_;
  std::vector<bool> shared_;
};

/// Takes, of all lambda that give the same gamma, the one of least norm. An element that carries its load alone keeps its force.
void BoxSolver::share_least_norm() {
  std::vector<Index> level;
  for (Index i = 0; i < size(); ++i)
    if (std::fabs(gamma_(i)) <= noise_(i) && !is_fixed(i)) level.push_back(i);
  if (level.empty()) return;
  const MatrixXd of_level = w_(level, level) * scale_(level).asDiagonal();  // columns in lambda instead of x
  const MatrixXd null_space = LeastNorm(of_level, kRoundingOfAnswers).null_space();
  if (null_space.cols() == 0) return;
  std::vector<Index> sharing, columns;
  for (std::size_t k = 0; k < level.size(); ++k) {
    if (null_space.row(static_cast<Index>(k)).norm() <= kPartOfDirection) continue;
    sharing.push_back(level[k]), columns.push_back(static_cast<Index>(k));
    shared_[static_cast<std::size_t>(level[k])] = true;
  }
  if (sharing.empty()) return;
  const VectorXd scale = scale_(sharing), low = low_(sharing).cwiseQuotient(scale), high = high_(sharing).cwiseQuotient(scale);
  restore_sides(sharing, BoxedShares(of_level(Eigen::all, columns), x_(sharing).cwiseQuotient(scale), low, high).shortest());
}

/// Groups of elements whose accelerations depend on one another's forces; the numbers in each group ascend.
std::vector<std::vector<Index>> groups_of(const MatrixXd& w) {
  const Index n = w.rows();
  std::vector<std::vector<Index>> groups;
  std::vector<bool> seen(static_cast<std::size_t>(n), false);
  for (Index first = 0; first < n; ++first) {
    if (seen[static_cast<std::size_t>(first)]) continue;
    seen[static_cast<std::size_t>(first)] = true;
    std::vector<Index> group{first};
    for (std::size_t head = 0; head < group.size(); ++head)
      for (Index j = 0; j < n; ++j) {
        if (seen[static_cast<std::size_t>(j)] || (w(group[head], j) == 0 && w(j, group[head]) == 0)) continue;
        seen[static_cast<std::size_t>(j)] = true;
        group.push_back(j);
      }
    std::sort(group.begin(), group.end());
    groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace

BoxSolution solve_box(const BoxProblem& problem) {
  const auto n = static_cast<Index>(problem.constant.size());
  const auto vector = [&](const std::vector<double>& values) -> VectorXd { return Eigen::Map<const VectorXd>(values.data(), n); };
  const MatrixXd w = Eigen::Map<const MatrixXd>(problem.matrix.data(), n, n);
  const VectorXd c = vector(problem.constant), low = vector(problem.low), high = vector(problem.high);
  BoxSolution solution{.solved = true,
                       .lambda = std::vector<double>(problem.constant.size()),
                       .gamma = std::vector<double>(problem.constant.size()),
                       .side = std::vector<BoxSide>(problem.constant.size(), BoxSide::inside),
                       .shared = std::vector<bool>(problem.constant.size(), false)};
  for (const std::vector<Index>& group : groups_of(w)) {
    BoxSolver solver(w(group, group), c(group), low(group), high(group));
    solution.solved = solver.run() && solution.solved;
    if (!solution.solved) return solution;
    solver.share_least_norm();
    const VectorXd lambda = solver.lambda(), gamma = solver.gamma();
    for (std::size_t k = 0; k < group.size(); ++k) {
      const auto i = static_cast<std::size_t>(group[k]);
      solution.lambda[i] = lambda(static_cast<Index>(k));
      solution.gamma[i] = gamma(static_cast<Index>(k));
      solution.side[i] = solver.side()[k];
      solution.shared[i] = solver.shared()[k];
    }
  }
  return solution;
}

}  // namespace stribeck
