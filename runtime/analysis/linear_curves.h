#pragma once
// What linear models are shown by: frequency responses with a phase that goes on without jumps, and steps.
#include <complex>
#include <utility>
#include <vector>

#include "analysis/linear_model.h"

namespace stribeck {

struct FrequencyCurve {
  std::vector<double> frequencies_rad_s;     ///< ascending, nearer to one another where the response turns quickly
  std::vector<std::complex<double>> values;  ///< output over input
  std::vector<double> phases_deg;            ///< goes on without jumps of a turn, from (-180, 180] at the lowest frequency
};

/// Between two angular frequencies above zero. Where a pole or a zero lies on the imaginary axis the phase falls or rises by half a turn,
/// as it does beside it for a little damping.
FrequencyCurve frequency_curve(const LinearModel& model, std::size_t output, std::size_t input, double from_rad_s, double to_rad_s);

/// From a decade below the slowest pole or zero that is not zero to a decade above the fastest; 0.1 to 10 rad/s where there is none.
std::pair<double, double> frequency_range(const std::vector<std::complex<double>>& roots);

/// Each output at these times after an input has jumped by `amount`, the states being at the point until then: rows of times.
/// `times_s`: from zero, equally apart.
Matrix linear_step(const LinearModel& model, std::size_t input, double amount, const std::vector<double>& times_s);

/// How long a step is worth looking at: until what is slowest has died away, or what grows has grown by a factor of twenty. 1 s where
/// neither happens.
double settling_span_s(const std::vector<std::complex<double>>& poles);

}  // namespace stribeck
