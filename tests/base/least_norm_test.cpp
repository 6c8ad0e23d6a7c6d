// Systems of any rank against the singular value decomposition, which finds rank and least solution by another way.
#include "base/least_norm.h"

#include <Eigen/SVD>
#include <catch2/catch.hpp>
#include <random>

#include "base/constants.h"

namespace stribeck {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

TEST_CASE("of all solutions of a system of any rank the least one is found, and what the system does not see") {
  std::mt19937 random(1);
  const auto draw = [&](Index rows, Index columns) -> MatrixXd {
    return MatrixXd::NullaryExpr(rows, columns, [&] { return std::normal_distribution<double>()(random); });
  };
  for (int n = 0; n < 300; ++n) {
    const auto size = [&](int least) { return std::uniform_int_distribution<Index>(least, 12)(random); };
    const Index rows = size(1), columns = size(1), rank = std::min({rows, columns, size(0)});
    // Factors with singular values between 0.2 and 5: what is not zero is far from rounding.
    const auto orthonormal = [&](Index long_side) -> MatrixXd {
      return draw(long_side, long_side).householderQr().householderQ() * MatrixXd::Identity(long_side, rank);
    };
    const VectorXd values = VectorXd::NullaryExpr(rank, [&] { return std::uniform_real_distribution<double>(0.2, 5)(random); });
    MatrixXd matrix = MatrixXd::Zero(rows, columns);
    if (rank > 0) matrix = orthonormal(rows) * values.asDiagonal() * orthonormal(columns).transpose();
    const LeastNorm solver(matrix, kRoundingOfAnswers);
    const MatrixXd null_space = solver.null_space();
    INFO(rows << " x " << columns << ", rank " << rank);
    REQUIRE(null_space.cols() == columns - rank);
    constexpr double kRounding = 1e-13;  // a dozen rows, condition 25
    if (rank < columns) {
      CHECK((matrix * null_space).norm() < kRounding);
      CHECK((null_space.transpose() * null_space - MatrixXd::Identity(columns - rank, columns - rank)).norm() < kRounding);
    }
    if (rank == 0) continue;
    Eigen::JacobiSVD<MatrixXd> other(matrix, Eigen::ComputeThinU | Eigen::ComputeThinV);
    other.setThreshold(kRoundingOfAnswers);
    const MatrixXd right_side = draw(rows, 2);
    CHECK((solver.solve(right_side) - other.solve(right_side)).norm() < 10 * kRounding * right_side.norm());
    CHECK((solver.pseudo_inverse() * right_side - solver.solve(right_side)).norm() < 10 * kRounding * right_side.norm());
  }
}

TEST_CASE("what an answer's rounding leaves is no answer, however many there are") {
  // The same element thirty times, each known to the rounding that is told: one direction, and 29 that are nothing.
  std::mt19937 random(2);
  const MatrixXd noise = MatrixXd::NullaryExpr(30, 30, [&] { return std::uniform_real_distribution<double>(-1, 1)(random); });
  const MatrixXd matrix = MatrixXd::Ones(30, 30) + kRoundingOfAnswers * noise;
  const LeastNorm solver(matrix, kRoundingOfAnswers);
  CHECK(solver.null_space().cols() == 29);
  const VectorXd share = solver.solve(VectorXd::Constant(30, 30.0));
  for (Index k = 0; k < 30; ++k) CHECK(std::fabs(share(k) - 1) < 30 * kRoundingOfAnswers);
}

TEST_CASE("without unknowns there is nothing to solve for, without equations all is free") {
  const LeastNorm no_unknowns(MatrixXd(3, 0), kRoundingOfAnswers), no_equations(MatrixXd(0, 2), kRoundingOfAnswers);
  CHECK(no_unknowns.solve(VectorXd::Ones(3)).rows() == 0);
  CHECK(no_unknowns.pseudo_inverse().cols() == 3);
  CHECK(no_unknowns.null_space().size() == 0);
  CHECK(no_equations.solve(VectorXd(0)) == VectorXd::Zero(2));
  CHECK(no_equations.null_space() == MatrixXd::Identity(2, 2));
}

}  // namespace
}  // namespace stribeck
