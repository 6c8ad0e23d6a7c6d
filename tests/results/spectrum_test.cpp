// Spectra of curves whose lines are known.
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "results/spectrum.h"

namespace stribeck {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;

struct Rows {
  std::vector<double> t, x;
};

template <typename Curve>
Rows rows_of(double duration_s, int rows, Curve curve) {
  Rows result;
  for (int i = 0; i <= rows; ++i) {
    result.t.push_back(duration_s * i / rows);
    result.x.push_back(curve(result.t.back()));
  }
  return result;
}

TEST_CASE("sines that fit the duration show their amplitudes and phases, whatever the number of rows", "[spectrum]") {
  for (const int rows : {96, 97, 128, 1000, 1009}) {
    CAPTURE(rows);
    const Rows curve =
        rows_of(2, rows, [](double t) { return 0.5 + 3 * std::cos(kTurn * 5 * t + 0.4) + 0.2 * std::sin(kTurn * 11.5 * t); });
    const Spectrum spectrum = spectrum_of(curve.t, curve.x, Window::none);
    CHECK(spectrum.mean == Approx(0.5).epsilon(1e-12));
    CHECK(spectrum.resolution_hz == Approx(0.5));
    REQUIRE(spectrum.amplitudes.size() == static_cast<std::size_t>((rows - 1) / 2));
    const std::vector<std::size_t> peaks = peaks_of(spectrum, 2);
    REQUIRE(peaks.size() == 2);
    CHECK(spectrum.frequency_hz(peaks[0]) == Approx(5));
    CHECK(spectrum.amplitudes[peaks[0]] == Approx(3).epsilon(1e-12));
    CHECK(spectrum.phases_rad[peaks[0]] == Approx(0.4).epsilon(1e-10));
    CHECK(spectrum.frequency_hz(peaks[1]) == Approx(11.5));
    CHECK(spectrum.amplitudes[peaks[1]] == Approx(0.2).epsilon(1e-11));
    CHECK(spectrum.phases_rad[peaks[1]] == Approx(-kTurn / 4).epsilon(1e-9));
    double rest = 0;
    for (std::size_t i = 0; i < spectrum.amplitudes.size(); ++i)
      if (i != peaks[0] && i != peaks[1]) rest = std::max(rest, spectrum.amplitudes[i]);
    CHECK(rest < 1e-12);
  }
}

TEST_CASE("a square wave has the odd lines 4/(pi n)", "[spectrum]") {
  const Rows curve = rows_of(1, 20000, [](double t) { return std::fmod(t * 4 + 1e-9, 1) < 0.5 ? 1.0 : -1.0; });
  const Spectrum spectrum = spectrum_of(curve.t, curve.x, Window::none);
  const std::vector<std::size_t> peaks = peaks_of(spectrum, 4);
  for (std::size_t k = 0; k < peaks.size(); ++k) {
    const double n = 2 * static_cast<double>(k) + 1;
    CHECK(spectrum.frequency_hz(peaks[k]) == Approx(4 * n));
    CHECK(spectrum.amplitudes[peaks[k]] == Approx(4 / (std::numbers::pi * n)).epsilon(1e-4));
  }
}

TEST_CASE("Hann's window keeps the amplitude of a line and the leakage of another from the rest", "[spectrum]") {
  const Rows fits = rows_of(1, 500, [](double t) { return 2 * std::sin(kTurn * 40 * t); });
  CHECK(spectrum_of(fits.t, fits.x, Window::hann).amplitudes[39] == Approx(2).epsilon(1e-12));
  const Rows leaks = rows_of(1, 500, [](double t) { return 2 * std::sin(kTurn * 40.5 * t); });
  CHECK(spectrum_of(leaks.t, leaks.x, Window::none).amplitudes[99] > 5e-3);
  CHECK(spectrum_of(leaks.t, leaks.x, Window::hann).amplitudes[99] < 5e-5);  // falls with the third power of the distance
}

TEST_CASE("a curve of the largest or of the least values has the lines of the same curve of order one, to the bit", "[spectrum]") {
  const auto lines = [](double size) {
    const Rows curve = rows_of(1, 64, [&](double t) { return size * (1 + std::sin(kTurn * 5 * t)); });
    return spectrum_of(curve.t, curve.x, Window::none);
  };
  const Spectrum plain = lines(1);
  for (const double size : {0x1p1022, 0x1p-1000}) {
    const Spectrum scaled = lines(size);
    CHECK(scaled.mean == size * plain.mean);
    for (std::size_t k = 0; k < plain.amplitudes.size(); ++k) {
      CHECK(scaled.phases_rad[k] == plain.phases_rad[k]);
      if (plain.amplitudes[k] > 0.5) CHECK(scaled.amplitudes[k] == size * plain.amplitudes[k]);  // lesser ones lose digits near zero
    }
  }
}

TEST_CASE("rows at odd distances and several at one instant are read along straight lines", "[spectrum]") {
  Rows curve;
  for (int i = 0; i <= 4000; ++i) {
    const double t = (i + 0.4 * std::sin(0.7 * i) * (i > 0 && i < 4000)) / 4000.0;
    for (int twice = 0; twice < (i % 100 == 0 ? 2 : 1); ++twice) curve.t.push_back(t), curve.x.push_back(std::sin(kTurn * 3 * t));
  }
  const Spectrum spectrum = spectrum_of(curve.t, curve.x, Window::none);
  CHECK(spectrum.amplitudes[2] == Approx(1).epsilon(1e-4));
  CHECK_THROWS(spectrum_of(std::vector<double>{0, 0, 1}, std::vector<double>{1, 2, 3}, Window::none));
}

}  // namespace
}  // namespace stribeck
