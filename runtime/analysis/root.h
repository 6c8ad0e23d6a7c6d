#pragma once
// Where a function along a step of a branch changes its sign.
#include <algorithm>
#include <cmath>
#include <optional>

namespace stribeck {

struct RootSearch {
  int rounds = 60;
  double narrow = 1e-11;   ///< of the way: the place is known well enough
  double nearly_zero = 0;  ///< so is the value
};

/// The place of a root between 0 and `length`, at whose beginning the function is `at_begin`: regula falsi with the Illinois rule once both
/// ends are known, halves else. `value(place)`: nothing where there is no value, and the root lies before. Returns the last place that had
/// one; 0 if none had.
template <typename Value>
double find_root(double length, double at_begin, const RootSearch& search, const Value& value) {
  double low = 0, high = length, at_low = at_begin, at_high = 0, best = 0;
  bool knows_high = false;
  for (int round = 0; round < search.rounds && high - low > search.narrow * length; ++round) {
    const double share = knows_high ? std::clamp(at_low / (at_low - at_high), 0.02, 0.98) : 0.5;
    const double middle = low + share * (high - low);
    const std::optional<double> here = value(middle);
    if (!here) {
      high = middle;
      continue;
    }
    best = middle;
    if (std::fabs(*here) <= search.nearly_zero) break;
    if ((*here < 0) == (at_low < 0)) {
      low = middle, at_low = *here;
      if (knows_high) at_high /= 2;
    } else {
      high = middle, at_high = *here, knows_high = true;
    }
  }
  return best;
}

}  // namespace stribeck
