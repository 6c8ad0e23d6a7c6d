#include "results/spectrum.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <stdexcept>

namespace stribeck {
namespace {

using Complex = std::complex<double>;
constexpr double kTwoPi = 2 * std::numbers::pi;

/// In place; a.size() is a power of two. sign -1: forwards, +1: backwards, without the division by the length.
void transform(std::vector<Complex>& a, double sign) {
  const std::size_t n = a.size();
  for (std::size_t i = 1, j = 0; i < n; ++i) {  // bits of the index reversed
    std::size_t bit = n >> 1;
    for (; (j & bit) != 0; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(a[i], a[j]);
  }
  for (std::size_t length = 2; length <= n; length <<= 1) {
    for (std::size_t k = 0; k < length / 2; ++k) {
      const Complex turn = std::polar(1.0, sign * kTwoPi * static_cast<double>(k) / static_cast<double>(length));
      for (std::size_t i = k; i < n; i += length) {
        const Complex even = a[i], odd = a[i + length / 2] * turn;
        a[i] = even + odd;
        a[i + length / 2] = even - odd;
      }
    }
  }
}

/// The discrete Fourier transform of any length as a convolution with a chirp exp(i pi k^2/n).
std::vector<Complex> fourier(const std::vector<double>& x) {
  const std::size_t n = x.size();
  std::size_t length = 1;
  while (length < 2 * n) length <<= 1;
  std::vector<Complex> chirp(n), a(length), b(length);
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t square = (k * k) % (2 * n);  // an angle within one turn keeps its digits
    chirp[k] = std::polar(1.0, std::numbers::pi * static_cast<double>(square) / static_cast<double>(n));
    a[k] = x[k] * std::conj(chirp[k]);
    b[k] = chirp[k];
    if (k > 0) b[length - k] = chirp[k];
  }
  transform(a, -1);
  transform(b, -1);
  for (std::size_t k = 0; k < length; ++k) a[k] *= b[k];
  transform(a, 1);
  std::vector<Complex> result(n);
  for (std::size_t k = 0; k < n; ++k) result[k] = a[k] * std::conj(chirp[k]) / static_cast<double>(length);
  return result;
}

/// Of rows at one instant, as events leave them, the last.
void without_repeats(std::vector<double>& t, std::vector<double>& x) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (kept > 0 && t[i] <= t[kept - 1]) --kept;
    t[kept] = t[i];
    x[kept++] = x[i];
  }
  t.resize(kept);
  x.resize(kept);
}

/// The curve at `n` even distances from its first row on.
std::vector<double> evenly(const std::vector<double>& t, const std::vector<double>& x, std::size_t n) {
  std::vector<double> samples(n);
  const double step = (t.back() - t.front()) / static_cast<double>(n);
  constexpr double kEven = 1e-6;  // of a step: rounding of times written with few digits
  for (std::size_t i = 0, row = 0; i < n; ++i) {
    const double at = t.front() + static_cast<double>(i) * step;
    while (row + 2 < t.size() && t[row + 1] <= at) ++row;
    const double share = (at - t[row]) / (t[row + 1] - t[row]);
    samples[i] = std::fabs(share) < kEven ? x[row] : std::fabs(1 - share) < kEven ? x[row + 1] : x[row] + share * (x[row + 1] - x[row]);
  }
  return samples;
}

int exponent_of_largest(const std::vector<double>& x) {
  double largest = 0;
  for (const double value : x) largest = std::max(largest, std::fabs(value));
  int exponent = 0;
  std::frexp(largest, &exponent);
  return exponent;
}

}  // namespace

Spectrum spectrum_of(std::span<const double> times_s, std::span<const double> values, Window window) {
  std::vector<double> t(times_s.begin(), times_s.end()), x(values.begin(), values.end());
  without_repeats(t, x);
  if (t.size() < 3) throw std::invalid_argument("a spectrum needs three rows at increasing times");
  const std::size_t n = t.size() - 1;
  // A power of two takes no digit, and sums of values near the largest or the least double stay numbers.
  const int exponent = exponent_of_largest(x);
  for (double& value : x) value = std::ldexp(value, -exponent);
  std::vector<double> samples = evenly(t, x, n);
  Spectrum spectrum;
  spectrum.resolution_hz = without_rounding(1 / without_rounding(t.back() - t.front()));
  for (const double sample : samples) spectrum.mean += sample / static_cast<double>(n);
  if (window == Window::hann)
    for (std::size_t i = 0; i < n; ++i)  // its own mean, 1/2, is made up for
      samples[i] = (samples[i] - spectrum.mean) * (1 - std::cos(kTwoPi * static_cast<double>(i) / static_cast<double>(n)));
  const std::vector<Complex> lines = fourier(samples);
  for (std::size_t k = 1; 2 * k < n; ++k) {
    spectrum.amplitudes.push_back(std::ldexp(2 * std::abs(lines[k]) / static_cast<double>(n), exponent));
    spectrum.phases_rad.push_back(std::arg(lines[k]));
  }
  spectrum.mean = std::ldexp(spectrum.mean, exponent);
  return spectrum;
}

std::vector<std::size_t> peaks_of(const Spectrum& spectrum, std::size_t most) {
  const std::vector<double>& a = spectrum.amplitudes;
  std::vector<std::size_t> peaks;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] > 0 && (i == 0 || a[i] > a[i - 1]) && (i + 1 == a.size() || a[i] >= a[i + 1])) peaks.push_back(i);
  std::stable_sort(peaks.begin(), peaks.end(), [&](std::size_t left, std::size_t right) { return a[left] > a[right]; });
  if (peaks.size() > most) peaks.resize(most);
  return peaks;
}

}  // namespace stribeck
