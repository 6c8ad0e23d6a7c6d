#include "program/equilibration.h"

#include <cmath>
#include <cstddef>

#include "base/index.h"

namespace stribeck {

std::vector<double> equilibrating_columns(std::span<const std::int32_t> starts, std::span<const std::int32_t> rows,
                                          std::span<const double> entries) {
  constexpr int kMostRounds = 100;  // far more than any loop has taken; chains of many bodies take most
  const std::size_t size = starts.size() - 1;
  std::vector<double> row_exponents(size, 0), column_exponents(size, 0), sums(size), counts(size);
  const auto for_entries = [&](auto visit) {
    for (std::size_t c = 0; c < size; ++c)
      for (std::size_t k = at(starts[c]); k < at(starts[c + 1]); ++k)
        if (entries[k] != 0) visit(at(rows[k]), c, std::log2(std::fabs(entries[k])));
  };
  const auto center = [&](std::vector<double>& exponents) {
    bool moves = false;
    for (std::size_t i = 0; i < size; ++i) {
      const double exponent = counts[i] > 0 ? -std::round(sums[i] / counts[i]) : 0;
      moves = moves || exponent != exponents[i];
      exponents[i] = exponent;
      sums[i] = counts[i] = 0;
    }
    return moves;
  };
  bool moves = true;
  for (int round = 0; moves && round < kMostRounds; ++round) {
    for_entries([&](std::size_t r, std::size_t c, double size_of) { sums[r] += size_of + column_exponents[c], ++counts[r]; });
    moves = center(row_exponents);
    for_entries([&](std::size_t r, std::size_t c, double size_of) { sums[c] += size_of + row_exponents[r], ++counts[c]; });
    moves = center(column_exponents) || moves;
  }
  std::vector<double> scales;
  for (const double exponent : column_exponents) scales.push_back(std::exp2(exponent));
  return scales;
}

}  // namespace stribeck
