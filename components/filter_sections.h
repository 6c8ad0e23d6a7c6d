#pragma once
// The poles of low passes whose cut-off, where 0.707 passes, is at 1 rad/s.
#include <array>
#include <cmath>
#include <complex>
#include <vector>

#include "stribeck/component.hpp"

namespace stribeck::partial {

/// speed^2/(s^2 + damping speed s + speed^2)
struct FilterSection {
  double damping, speed;
};

/// Sections of second order, and the speed of one of first order if the order is odd.
struct FilterSections {
  std::vector<FilterSection> pairs;
  double single_speed = 1;
};

/// Poles at even angles on a circle.
inline FilterSections butterworth_sections(int order) {
  FilterSections result;
  for (int k = 0; k < order / 2; ++k) result.pairs.push_back({2 * std::sin(pi * (2 * k + 1) / (2.0 * order)), 1});
  return result;
}

/// All poles at one place on the real axis: |1 + j/speed|^order = sqrt(2) at the cut-off.
inline FilterSections critical_sections(int order) {
  const double speed = 1 / std::sqrt(std::pow(2, 1.0 / order) - 1);
  return {std::vector<FilterSection>(static_cast<std::size_t>(order / 2), {2, speed}), speed};
}

/// Bessel's polynomial read backwards, t_n = (2n - 1) t_(n-1) + s^2 t_(n-2), and its derivative.
inline std::array<std::complex<double>, 2> bessel_polynomial(int order, std::complex<double> s) {
  std::complex<double> before = 1, value = 1.0 + s, slope_before = 0, slope = 1;
  for (int n = 2; n <= order; ++n) {
    const double factor = 2 * n - 1;
    const std::complex<double> next = factor * value + s * s * before;
    const std::complex<double> slope_next = factor * slope + s * s * slope_before + 2.0 * s * before;
    before = value, value = next, slope_before = slope, slope = slope_next;
  }
  return {value, slope};
}

/// Its roots, all at once by the iteration of Ehrlich and Aberth.
inline std::vector<std::complex<double>> bessel_roots(int order) {
  std::vector<std::complex<double>> roots;
  for (int k = 0; k < order; ++k) roots.push_back(std::polar(0.9 * order, pi * (0.5 + (k + 0.5) / order) + 0.01));  // left half plane
  constexpr int kRounds = 200;
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t k = 0; k < roots.size(); ++k) {
      const auto [value, slope] = bessel_polynomial(order, roots[k]);
      std::complex<double> others = 0;
      for (std::size_t i = 0; i < roots.size(); ++i)
        if (i != k) others += 1.0 / (roots[k] - roots[i]);
      const std::complex<double> newton = value / slope;
      roots[k] -= newton / (1.0 - newton * others);
    }
  }
  return roots;
}

/// The most even delay: poles at the roots of Bessel's polynomial, scaled to the cut-off.
inline FilterSections bessel_sections(int order) {
  const double at_rest = bessel_polynomial(order, 0)[0].real();
  double low = 0, high = 2.0 * order;  // of the cut-off in the polynomial's own scale
  for (int halving = 0; halving < 200; ++halving) {
    const double middle = (low + high) / 2;
    (std::abs(bessel_polynomial(order, {0, middle})[0]) < std::sqrt(2) * at_rest ? low : high) = middle;
  }
  FilterSections result;
  for (const std::complex<double>& root : bessel_roots(order)) {
    const double size = std::abs(root), rounding = 1e-6 * size;
    if (root.imag() > rounding) result.pairs.push_back({-2 * root.real() / size, size / low});
    if (std::fabs(root.imag()) <= rounding) result.single_speed = size / low;
  }
  return result;
}

}  // namespace stribeck::partial
