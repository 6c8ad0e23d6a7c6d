// What the peaks of a free vibration tell: the examples of ME 481's homework 14, and closed forms.
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "results/decay.h"

namespace stribeck {
namespace {

template <typename Motion>
MeasuredCurve swing_of(double stop_s, double step_s, Motion motion) {
  MeasuredCurve swing;
  for (double t = 0; t <= stop_s; t += step_s) swing.times_s.push_back(t), swing.values.push_back(motion(t));
  return swing;
}

TEST_CASE("two peaks three cycles apart give the course's decrement and damping ratio") {
  // H14, as measured there: 0.06031 m and 0.01323 m, n = 3.
  const std::vector<Peak> peaks{{0, 0.06031}, {0.5, 0.036}, {1, 0.022}, {1.5, 0.01323}};
  const auto decay = decay_of(peaks, 3);
  REQUIRE(decay);
  CHECK(decay->log_decrement == Approx(0.50567).margin(5e-6));
  CHECK(decay->damping_ratio == Approx(0.0802).margin(5e-5));
  CHECK(*decay->exponential_misfit < *decay->linear_misfit);
}

TEST_CASE("a viscous decay gives back its damping ratio from its rows") {
  const double w = std::sqrt(157.9), zeta = 2 / (2 * w), wd = w * std::sqrt(1 - zeta * zeta);  // m = 1 kg, c = 2 N*s/m
  const MeasuredCurve swing = swing_of(2.8, 1e-3, [&](double t) { return 0.1 * std::exp(-zeta * w * t) * std::cos(wd * t); });
  const auto decay = decay_of(positive_peaks(swing), 0);
  REQUIRE(decay);
  CHECK(decay->cycles == 5);
  CHECK(decay->period_s == Approx(2 * std::numbers::pi / wd).epsilon(3e-3));  // at the start the motion is not at rest
  const std::vector<Peak> peaks = positive_peaks(swing);
  const auto later = decay_of({peaks.begin() + 1, peaks.end()}, 0);
  CHECK(later->damping_ratio == Approx(0.07958092).epsilon(1e-5));  // the parabola is off by h^2 of the curve's third derivative
  CHECK(*later->exponential_misfit < 1e-4);
}

TEST_CASE("Coulomb friction loses 4 Fc/k of amplitude a cycle") {
  // 0.5 N on 157.9 N/m: half cycles about +-Fc/k, each 2 Fc/k shorter.
  const double shift = 0.5 / 157.9, w = std::sqrt(157.9);
  const MeasuredCurve swing = swing_of(2, 1e-3, [&](double t) {
    const double half = std::floor(t * w / std::numbers::pi), sign = std::fmod(half, 2) == 0 ? 1 : -1;
    const double amplitude = 0.1 - shift * (2 * half + 1);
    return sign * (shift + amplitude * std::cos(w * t - half * std::numbers::pi));
  });
  const auto decay = decay_of(positive_peaks(swing), 3);
  REQUIRE(decay);
  CHECK(decay->loss == Approx(0.0126662445).epsilon(1e-4));
  CHECK(157.9 * decay->loss / 4 / 9.81 == Approx(0.5 / 9.81).epsilon(1e-4));  // mu of 1 kg
  CHECK(*decay->linear_misfit < 1e-3);
  CHECK(*decay->exponential_misfit > 0.01);
}

TEST_CASE("a curve without peaks that decay tells nothing") {
  const MeasuredCurve grows = swing_of(3, 1e-2, [](double t) { return std::exp(t) * std::sin(6 * t); });
  CHECK_FALSE(decay_of(positive_peaks(grows), 0));
  const MeasuredCurve rests = swing_of(3, 1e-2, [](double) { return 0.0; });
  CHECK_FALSE(decay_of(positive_peaks(rests), 0));
  CHECK_FALSE(decay_of({{0, 1}, {1, 0.5}}, 2));
}

}  // namespace
}  // namespace stribeck
