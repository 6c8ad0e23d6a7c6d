#pragma once
// The frequencies in a curve.
#include <cstdint>
#include <span>
#include <vector>

#include "base/decimal.h"

namespace stribeck {

enum class Window : std::uint8_t { none, hann };

/// Amplitudes by frequency: a sine of amplitude A at a line of the grid shows A there.
struct Spectrum {
  double resolution_hz = 0;        ///< distance of the lines, 1/duration
  double mean = 0;                 ///< the line at 0 Hz
  std::vector<double> amplitudes;  ///< of the lines at resolution_hz * 1, 2, ... below half the sampling rate
  std::vector<double> phases_rad;  ///< of a cosine, parallel to them
  double frequency_hz(std::size_t line) const { return without_rounding(resolution_hz * static_cast<double>(line + 1)); }
};

/// Of a curve from its first row to its last, which counts as the first row of the next period. Rows at even distances are taken as they
/// are; others are read off along straight lines at as many even distances. The window lessens the leakage of what does not fit into the
/// duration a whole number of times, and widens each line to its neighbours. Needs three rows at increasing times.
/// Source: Bluestein (1970), A linear filtering approach to the computation of discrete Fourier transform, IEEE Trans. Audio
/// Electroacoust. 18, 451-455, over a transform of a power of two (Cooley and Tukey).
Spectrum spectrum_of(std::span<const double> times_s, std::span<const double> values, Window window);

/// Lines that are greater than their neighbours, the greatest first, at most `most`.
std::vector<std::size_t> peaks_of(const Spectrum& spectrum, std::size_t most);

}  // namespace stribeck
