#pragma once
// Arithmetic with numbers that people wrote in decimals, rounded once: 9 ms are 0.009 s, not the 0.009000000000000001 that 9*0.001 is.
#include <cstdint>

namespace stribeck {

/// value * factor + offset: SI of a value in a unit. Where the factor is a power of ten it is a shift of the decimal point.
double to_si(double value, double factor, double offset);
/// (si - offset)/factor, likewise.
double from_si(double si, double factor, double offset);
/// 1, too.
bool is_power_of_ten(double factor);

/// start + k*step for whole numbers k: the nearest double to the decimal where start and step are written with 15 digits or fewer, to
/// the sum of the two doubles where they are not (a third of a second).
class DecimalGrid {
 public:
  DecimalGrid() = default;
  DecimalGrid(double start, double step);
  double at(std::int64_t k) const;
  /// The step that divides a span into so many.
  static double step_of(double span, std::int64_t parts);

 private:
  double start_ = 0, step_ = 1;
  bool is_decimal_ = false;
  std::int64_t start_units_ = 0, step_units_ = 0;  // in 10^exponent
  int exponent_ = 0;
};

/// The decimal of twelve digits or fewer that an instant, or a frequency, is but for the rounding of sums and products that lead to it:
/// three periods of 0.1 s are 0.3 s. The instant itself where there is none.
double without_rounding(double value);

}  // namespace stribeck
