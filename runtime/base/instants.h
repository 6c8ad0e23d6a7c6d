#pragma once
// Instants that are one but for rounding.
#include <algorithm>
#include <cmath>
#include <limits>

namespace stribeck {

/// By so much two instants may differ that the user wrote as the same decimal ("0.7 s", "700 ms", 7 times "0.1 s"), where none is larger
/// than `largest_s`. Reading a decimal rounds three times by half an epsilon (number, factor of the unit, product), a multiple of an
/// interval once more and its sum with the start once more: fifteen halves at most for two of them. Smaller: a row stands twice.
/// Larger: nothing yet, as no run resolves such times.
inline double rounding_of_instants(double largest_s) { return 8 * std::numeric_limits<double>::epsilon() * std::fabs(largest_s); }

inline bool is_same_instant(double a_s, double b_s) {
  return std::fabs(a_s - b_s) <= rounding_of_instants(std::max(std::fabs(a_s), std::fabs(b_s)));
}

}  // namespace stribeck
