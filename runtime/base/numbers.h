#pragma once
// Small questions about doubles that several layers ask.
#include <algorithm>
#include <bit>
#include <cmath>
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

}  // namespace stribeck
