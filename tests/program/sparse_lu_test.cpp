#include "program/sparse_lu.h"

#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <random>

namespace stribeck {
namespace {

TEST_CASE("the sign of a determinant, whatever is exchanged on the way to the factors") {
  std::mt19937 random(9);  // NOLINT: the same matrices every time
  std::uniform_real_distribution<double> entry(-1, 1), share(0, 1);
  int negative = 0;
  for (int n = 1; n <= 12; ++n) {
    for (int trial = 0; trial < 20; ++trial) {
      Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(n, n);
      std::vector<int> starts{0}, rows;
      std::vector<double> values;
      for (int column = 0; column < n; ++column) {
        for (int row = 0; row < n; ++row) {
          if (row != column && row != (column + 3) % n && share(random) > 0.3) continue;
          dense(row, column) = entry(random);
          rows.push_back(row);
          values.push_back(dense(row, column));
        }
        starts.push_back(static_cast<int>(rows.size()));
      }
      SparseLu factors(starts, rows);
      REQUIRE(factors.factor(values.data()));
      CHECK(factors.determinant_is_negative() == (dense.determinant() < 0));
      for (double& value : values) value *= value > 0 ? 1.1 : 0.9;  // a second time with the same order of pivots
      for (int column = 0; column < n; ++column)
        for (int k = starts[static_cast<std::size_t>(column)]; k < starts[static_cast<std::size_t>(column) + 1]; ++k)
          dense(rows[static_cast<std::size_t>(k)], column) = values[static_cast<std::size_t>(k)];
      REQUIRE(factors.factor(values.data()));
      CHECK(factors.determinant_is_negative() == (dense.determinant() < 0));
      const Eigen::MatrixXd right = Eigen::MatrixXd::NullaryExpr(n, 3, [&] { return entry(random); });
      Eigen::MatrixXd found = right;
      factors.solve(found.data(), 3);
      CHECK((dense * found - right).norm() <= 1e-10 * (dense.norm() * found.norm() + right.norm()));  // rounding of few dozens of terms
      negative += dense.determinant() < 0 ? 1 : 0;
    }
  }
  CHECK(negative > 50);
}

}  // namespace
}  // namespace stribeck
