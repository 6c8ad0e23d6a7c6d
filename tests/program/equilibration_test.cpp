#include "program/equilibration.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "program/sparse_lu.h"

namespace stribeck {
namespace {

TEST_CASE("columns are scaled alike whatever the units of rows and columns, and pivots are then of one size") {
  std::mt19937 random(5);  // NOLINT: the same matrices every time
  std::uniform_real_distribution<double> entry(0.5, 2), share(0, 1);
  std::uniform_int_distribution<int> unit(-40, 40);
  constexpr int kSize = 30;
  int seen_singular = 0;
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<std::int32_t> starts{0}, rows;
    std::vector<double> entries, other;
    std::vector<int> row_units, column_units;
    for (int i = 0; i < kSize; ++i) row_units.push_back(unit(random)), column_units.push_back(unit(random));
    for (int column = 0; column < kSize; ++column) {
      for (int row = 0; row < kSize; ++row) {
        const bool on_ring = row == column || row == (column + 1) % kSize;
        if (!on_ring && share(random) > 0.1) continue;
        rows.push_back(row);
        entries.push_back((row == column ? 6 : 1) * entry(random));
        other.push_back(
            std::ldexp(entries.back(), row_units[static_cast<std::size_t>(row)] + column_units[static_cast<std::size_t>(column)]));
      }
      starts.push_back(static_cast<std::int32_t>(rows.size()));
    }
    const std::vector<double> here = equilibrating_columns(starts, rows, entries), there = equilibrating_columns(starts, rows, other);
    const auto differs_by = [&](std::size_t c) { return std::log2(there[c] / here[c]) + column_units[c]; };
    for (std::size_t c = 0; c < kSize; ++c) CHECK(std::fabs(differs_by(c) - differs_by(0)) <= 3);  // roundings to powers of two
    SparseLu lu(starts, rows);
    const auto ratio = [&](std::vector<double> values, const std::vector<double>* scales) {
      for (std::size_t c = 0; c < kSize && scales != nullptr; ++c)
        for (int k = starts[c]; k < starts[c + 1]; ++k) values[static_cast<std::size_t>(k)] *= (*scales)[c];
      REQUIRE(lu.factor(values.data()));
      return lu.pivot_ratio();
    };
    CHECK(ratio(entries, &here) > 1e-3);
    CHECK(ratio(other, &there) > 1e-4);  // by no more than those roundings
    seen_singular += ratio(other, nullptr) < 1e-13 ? 1 : 0;
  }
  CHECK(seen_singular > 10);
}

TEST_CASE("a row without entries is left alone") {
  const std::vector<std::int32_t> starts{0, 1, 2}, rows{0, 0};
  const std::vector<double> scales = equilibrating_columns(starts, rows, std::vector<double>{0.0, 4.0});
  CHECK(scales[0] == 1);
  CHECK(std::isfinite(scales[1]));
}

}  // namespace
}  // namespace stribeck
