// The nearest point of a polyhedron against every choice of the bounds that hold it: the best of the points that these choices give, and
// that keep the other bounds, is the nearest.
#include "simulation/start/nearest_point.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "base/constants.h"
#include "base/least_norm.h"

namespace stribeck {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kHeld = 1e-8;  // of numbers of size one to ten, and chains of a few of them

bool holds(const NearestProblem& problem, const VectorXd& z) {
  return ((problem.equal * z - problem.equal_to).array().abs() <= kHeld).all() &&
         ((problem.least * z - problem.at_least).array() >= -kHeld).all();
}

/// The z that has matrix * z nearest to `value` with these equations, if they can be fulfilled.
std::optional<VectorXd> nearest_with(const MatrixXd& rows, const VectorXd& right, const MatrixXd& matrix, const VectorXd& value) {
  const LeastNorm equations(rows, kRoundingOfSums);
  const VectorXd z = equations.solve(right);
  if (rows.rows() > 0 && ((rows * z - right).array().abs() > kHeld).any()) return std::nullopt;
  const MatrixXd free = equations.null_space();
  const MatrixXd change = matrix * free;
  if (free.cols() == 0 || change.norm() <= kRoundingOfSums * matrix.norm()) return z;
  return z + free * LeastNorm(change, kRoundingOfSums).solve(value - matrix * z);
}

/// The least of |matrix * z - value| in the polyhedron; infinity if it is empty.
double least_distance(const NearestProblem& problem, const MatrixXd& matrix, const VectorXd& value) {
  double best = std::numeric_limits<double>::infinity();
  const Index bounds = problem.least.rows(), equations = problem.equal.rows();
  for (unsigned active = 0; active < 1u << bounds; ++active) {
    MatrixXd rows = problem.equal;
    VectorXd right = problem.equal_to;
    for (Index b = 0; b < bounds; ++b) {
      if ((active >> b & 1u) == 0) continue;
      rows.conservativeResize(rows.rows() + 1, problem.least.cols());
      right.conservativeResize(right.size() + 1);
      rows.row(rows.rows() - 1) = problem.least.row(b), right(right.size() - 1) = problem.at_least(b);
    }
    if (rows.rows() - equations > problem.least.cols()) continue;
    const std::optional<VectorXd> z = nearest_with(rows, right, matrix, value);
    if (z && holds(problem, *z)) best = std::min(best, (matrix * *z - value).norm());
  }
  return best;
}

NearestProblem drawn(std::mt19937& random) {
  const bool is_whole = random() % 2 == 0;  // whole numbers: bounds that meet in one point, rows that are multiples of others
  const auto number = [&] {
    return is_whole ? static_cast<double>(static_cast<int>(random() % 5) - 2) : std::uniform_real_distribution(-2.0, 2.0)(random);
  };
  const auto fill = [&](Index rows, Index columns) { return MatrixXd(MatrixXd::NullaryExpr(rows, columns, number)); };
  const auto size = [&](unsigned least, unsigned most) { return static_cast<Index>(least + random() % (most - least + 1)); };
  const Index n = size(1, 4), equations = size(0, 2), bounds = size(0, 6);
  NearestProblem problem;
  problem.equal = fill(equations, n), problem.equal_to = fill(equations, 1), problem.equal_rounding = VectorXd::Zero(equations);
  problem.least = fill(bounds, n), problem.at_least = fill(bounds, 1), problem.least_rounding = VectorXd::Zero(bounds);
  for (Index wishes = size(1, 2); wishes > 0; --wishes) {
    const Index rows = size(1, 3);
    problem.wishes.push_back({fill(rows, n), fill(rows, 1)});
  }
  return problem;
}

/// The same with unknowns in other units, as lengths and forces are.
void scale_unknowns(NearestProblem& problem, std::mt19937& random) {
  for (Index j = 0; j < problem.least.cols(); ++j) {
    const double scale = std::ldexp(1.0, static_cast<int>(random() % 25) - 12);
    problem.equal.col(j) *= scale, problem.least.col(j) *= scale;
    for (NearestProblem::Wish& wish : problem.wishes) wish.matrix.col(j) *= scale;
  }
}

TEST_CASE("the nearest point of a polyhedron is the best of all choices of the bounds that hold it") {
  std::mt19937 random(20261126);
  int held = 0, bound = 0, none = 0;
  for (int round = 0; round < 2000; ++round) {
    CAPTURE(round);
    const NearestProblem problem = drawn(random);
    const NearestProblem::Wish &first = problem.wishes[0], &last = problem.wishes.back();
    const double best = least_distance(problem, first.matrix, first.value);
    const std::optional<NearestPoint> found = nearest_point(problem, kRoundingOfSums);
    REQUIRE(found.has_value() == std::isfinite(best));
    none += found ? 0 : 1;
    if (!found) continue;
    CHECK(holds(problem, found->z));
    // The small weight that keeps a point near the one before is taken out by refinements, each of which leaves 1e-6 of what it was.
    CHECK((first.matrix * found->z - first.value).norm() <= best + 1e-6);
    ++held;
    bound += ((problem.least * found->z - problem.at_least).array() <= 1e-6).any() ? 1 : 0;
    if (problem.wishes.size() < 2) continue;
    // Of what is as near to the first wish the nearest to the second: the least squares are reached at one value of the first alone.
    NearestProblem rest = problem;
    const Index own = problem.equal.rows(), more = first.matrix.rows();
    rest.equal.conservativeResize(own + more, problem.equal.cols()), rest.equal_to.conservativeResize(own + more);
    rest.equal.bottomRows(more) = first.matrix, rest.equal_to.tail(more) = first.matrix * found->z;
    CHECK((last.matrix * found->z - last.value).norm() <= least_distance(rest, last.matrix, last.value) + 1e-5 * (1 + found->z.norm()));
  }
  CHECK(held > 500);
  CHECK(bound > 300);
  CHECK(none > 100);
}

TEST_CASE("units of the unknowns do not change how near a point comes") {
  std::mt19937 random(20261130);
  int held = 0;
  for (int round = 0; round < 2000; ++round) {
    CAPTURE(round);
    NearestProblem problem = drawn(random);
    problem.wishes.resize(1);
    const NearestProblem::Wish& wish = problem.wishes.front();
    const double best = least_distance(problem, wish.matrix, wish.value);
    scale_unknowns(problem, random);
    const std::optional<NearestPoint> found = nearest_point(problem, kRoundingOfSums);
    REQUIRE(found.has_value() == std::isfinite(best));
    if (!found) continue;
    ++held;
    CHECK(((problem.least * found->z - problem.at_least).array() >= -1e-7).all());
    CHECK((wish.matrix * found->z - wish.value).norm() <= best + 1e-6);
  }
  CHECK(held > 500);
}

}  // namespace
}  // namespace stribeck
