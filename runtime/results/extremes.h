#pragma once
// The least and the greatest of a curve's values.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/archive.h"

namespace stribeck {

/// Values that differ by rounding alone count as equal: the first of them, and its instant, stay.
struct Extremes {
  double least = 0, greatest = 0;
  double least_s = 0, greatest_s = 0;  ///< when
  bool any = false;

  void take(double time_s, double value) {
    constexpr double kRounding = 8 * std::numeric_limits<double>::epsilon();  // of sums and products of a few terms
    const double rounding = any ? kRounding * std::max(std::fabs(least), std::fabs(greatest)) : 0;
    if (!any || value < least - rounding) least = value, least_s = time_s;
    if (!any || value > greatest + rounding) greatest = value, greatest_s = time_s;
    any = true;
  }
  void carry(Archive& archive) {
    for (double* number : {&least, &greatest, &least_s, &greatest_s}) archive(*number);
    archive(any);
  }
};

}  // namespace stribeck
