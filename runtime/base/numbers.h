#pragma once
// Small questions about doubles that several layers ask.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace stribeck {

/// Unlike ==, true of two like nans and false of the two zeros.
inline bool is_same(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

/// Of the sizes; 0 of none. What is no number is passed over.
inline double largest_of(std::span<const double> values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::fabs(value));
  return largest;
}

/// One addition a value, as integrators ask after every stage.
inline bool all_finite(std::span<const double> values) {
  // inf * 0 and nan * 0 are nan. Four sums do not wait for each other.
  std::array<double, 4> sums{};
  std::size_t i = 0;
  for (; i + sums.size() <= values.size(); i += sums.size())
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += values[i + k] * 0;
  for (; i < values.size(); ++i) sums[0] += values[i] * 0;
  return (sums[0] + sums[1]) + (sums[2] + sums[3]) == 0;
}

/// Index of the first value that is not finite, -1 if all are.
inline std::int32_t first_not_finite(std::span<const double> values) {
  const auto found = std::find_if_not(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
  return found == values.end() ? -1 : static_cast<std::int32_t>(found - values.begin());
}

}  // namespace stribeck
