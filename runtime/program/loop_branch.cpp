#include "program/loop_branch.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace stribeck {

namespace {

using Rows = LoopBranch::Matrix;

/// Positions as singular as this are within what closes the loops to rounding: the sign of the determinant means nothing.
constexpr double kSingular = 1e-10;
/// A step may pass a singular position only if it begins nearer to it than this, and that is then reported. Shorter steps would not help:
/// near the position the error of the accelerations is the rounding, 1e-16, divided by the square of the distance, and a step that ended
/// there would go on in a direction that rounding has chosen. Where the tolerance asks for short steps anyway, these stay on their
/// branch by themselves.
constexpr double kStraight = 0.2;
/// Such a step may end at any distance behind the singular position: distances are at most one.
constexpr double kFarSide = 1;
/// Branches nearer than this are not told apart where a step ends between them.
constexpr double kUnresolved = 1e-4;
/// Positions nearer than this to a singular one are where the free directions may turn fast on one branch, or jump to those of another.
constexpr double kBesideSingular = 0.03;
/// Columns shorter than this share of the longest one count as zero: such a velocity moves both ends of the loop alike.
constexpr double kNoLength = 1e-9;

double determinant_sign(const Rows& rows, const Rows& free, const Rows& redundant) {
  const Eigen::Index size = rows.rows() + free.cols();
  Rows bordered = Rows::Zero(size, size);
  bordered.topLeftCorner(rows.rows(), rows.cols()) = rows;
  bordered.topRightCorner(rows.rows(), redundant.cols()) = redundant;
  bordered.bottomLeftCorner(free.cols(), rows.cols()) = free.transpose();
  return Eigen::PartialPivLU<Rows>(bordered).determinant() < 0 ? -1 : 1;
}

/// Whether the angle between each direction of one space and the other has at least this cosine.
bool are_near(const Rows& one, const Rows& other, double least_cosine) {
  return one.cols() == 0 || Eigen::JacobiSVD<Rows>(one.transpose() * other).singularValues().minCoeff() > least_cosine;
}

void copy(const Rows& from, std::vector<double>& to) { to.assign(from.data(), from.data() + from.size()); }

}  // namespace

LoopBranch::Shape LoopBranch::shape(const Rows& rows, std::size_t rank) const {
  const auto needed = static_cast<Eigen::Index>(rank);
  const Eigen::Index spare = rows.rows() - needed, ways = rows.cols() - needed;
  if (needed == 0 || spare < 0 || ways < 0) return {};
  Shape here{.clearness = 0, .rows = rows, .free = {}, .redundant = {}};
  for (Eigen::Index c = 0; c < rows.cols(); ++c) here.rows.col(c) /= lengths_[static_cast<std::size_t>(c)];
  const Eigen::ColPivHouseholderQR<Rows> across(here.rows.transpose()), along(here.rows);
  here.clearness = std::fabs(along.matrixQR()(needed - 1, needed - 1)) / std::fabs(along.matrixQR()(0, 0));
  here.free = Rows(across.householderQ()).rightCols(ways);
  here.redundant = Rows(along.householderQ()).rightCols(spare);
  return here;
}

LoopBranch::Side LoopBranch::side(const Shape& here) const {
  if (std::ssize(free_) != here.free.size() || std::ssize(redundant_) != here.redundant.size() + here.rows.size()) return Side::same;
  // The slopes turn with the mechanism: a step as long as half a turn might pass two singular positions, and nothing would tell.
  constexpr double kLeastCosineOfSlopes = 0.8;
  const Eigen::Map<const Rows> slopes(redundant_.data() + here.redundant.size(), here.rows.rows(), here.rows.cols());
  if (slopes.cwiseProduct(here.rows).sum() < kLeastCosineOfSlopes * slopes.norm() * here.rows.norm()) return Side::turned;
  const Rows free = Eigen::Map<const Rows>(free_.data(), here.free.rows(), here.free.cols());
  const Rows redundant = Eigen::Map<const Rows>(redundant_.data(), here.redundant.rows(), here.redundant.cols());
  // Branches cross at an angle: steps that turn less cannot go from one to another.
  const double least_cosine = std::max(here.clearness, clearness_) < kBesideSingular ? 0.98 : 0.5;
  if (!are_near(free, here.free, least_cosine) || !are_near(redundant, here.redundant, least_cosine)) return Side::turned;
  return determinant_sign(here.rows, free, redundant) == sign_ ? Side::same : Side::across;
}

LoopBranch::Answer LoopBranch::compare(const Rows& rows, std::size_t rank) const {
  if (empty() || std::ssize(lengths_) != rows.cols()) return Answer::same;
  const Shape here = shape(rows, rank);
  if (!(here.clearness > kSingular)) return Answer::same;
  if (clearness_ < kUnresolved) return Answer::unresolved;
  const Side side = this->side(here);
  if (side == Side::across && clearness_ < kStraight && here.clearness < kFarSide) return Answer::unresolved;
  return side == Side::same ? Answer::same : Answer::other;
}

bool LoopBranch::take(const Rows& rows, std::size_t rank) {
  if (std::ssize(lengths_) != rows.cols()) {
    lengths_.clear();
    const double largest = rows.size() == 0 ? 0 : rows.colwise().norm().maxCoeff();
    for (const auto column : rows.colwise()) lengths_.push_back(column.norm() > kNoLength * largest ? column.norm() : 1);
    sign_ = 0;
  }
  const Shape here = shape(rows, rank);
  const bool is_known = !empty() && clearness_<kUnresolved, is_clear = here.clearness> kSingular;
  const bool passes = !empty() && !is_known && (here.clearness < kUnresolved || side(here) != Side::same);
  clearness_ = here.clearness;
  if (!is_clear) {
    if (passes) freest_ = freest_of(rows, rank);
    return passes;
  }
  if (passes) freest_ = freest_of(here.rows, rank);
  sign_ = determinant_sign(here.rows, here.free, here.redundant);
  copy(here.free, free_);
  copy(here.redundant, redundant_);
  redundant_.insert(redundant_.end(), here.rows.data(), here.rows.data() + here.rows.size());  // behind them: the slopes
  return passes;
}

/// Near a singular position the slopes nearly leave one more direction free, that of the least singular value.
std::size_t LoopBranch::freest_of(const Rows& rows, std::size_t rank) {
  const Eigen::JacobiSVD<Rows> values(rows, Eigen::ComputeFullV);
  Eigen::Index column = 0;
  values.matrixV().col(static_cast<Eigen::Index>(rank) - 1).cwiseAbs().maxCoeff(&column);
  return static_cast<std::size_t>(column);
}

}  // namespace stribeck
