#include <array>
#include <cmath>
#include <complex>
#include <vector>

#include "stribeck/component.hpp"

namespace stribeck::signals {
namespace {

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
FilterSections butterworth_sections(int order) {
  FilterSections result;
  for (int k = 0; k < order / 2; ++k) result.pairs.push_back({2 * std::sin(pi * (2 * k + 1) / (2.0 * order)), 1});
  return result;
}

/// All poles at one place on the real axis: |1 + j/speed|^order = sqrt(2) at the cut-off.
FilterSections critical_sections(int order) {
  const double speed = 1 / std::sqrt(std::pow(2, 1.0 / order) - 1);
  return {std::vector<FilterSection>(static_cast<std::size_t>(order / 2), {2, speed}), speed};
}

/// Bessel's polynomial read backwards, t_n = (2n - 1) t_(n-1) + s^2 t_(n-2), and its derivative.
std::array<std::complex<double>, 2> bessel_polynomial(int order, std::complex<double> s) {
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
std::vector<std::complex<double>> bessel_roots(int order) {
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
FilterSections bessel_sections(int order) {
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

}  // namespace

/// A filter: lets pass what is slower (low pass) or faster (high pass) than its cut-off.
///     butterworth:       |y/u| = 1/sqrt(1 + (f/f_c)^(2n)), as evenly as can be
///     critical_damping:  y/u = 1/(1 + s/w)^n, w = 2 pi f_c/sqrt(2^(1/n) - 1): no overshoot
///     bessel:            y/u = t_n(0)/t_n(s/w), t_n = (2n - 1) t_(n-1) + s^2 t_(n-2): the most even delay, hardly any overshoot
///     high:              the same with f_c/f for f/f_c
/// f is the frequency of a sine, s the variable of Laplace's transform, n the order. 0.707 of the size passes at the cut-off f_c (3 dB
/// less), 20 n dB less per decade far beyond it. Sections of second order in series, one of first order if n is odd. Their states begin at
/// zero.
/// Assumes a linear filter of lumped elements.
/// Source: Butterworth (1930), On the theory of filter amplifiers, Experimental Wireless 7, pp. 536-541; Thomson (1949), Delay networks
/// having maximally flat frequency characteristics, Proc. IEE 96, pp. 487-490 (from memory).
void filter(ComponentBuilder& c) {
  const bool is_high = c.option<bool>("pass", {{"low", false}, {"high", true}}, "which frequencies pass");
  const auto sections_of = c.option<FilterSections (*)(int)>(
      "kind", {{"butterworth", butterworth_sections}, {"critical_damping", critical_sections}, {"bessel", bessel_sections}},
      "how it goes over from what passes to what does not");
  const int order = c.count("order", 2, 1, 20, "n: number of states");
  const Expression u = c.input("u", "any:u", "the signal that comes in");
  const Expression y = c.output("y", "any:u", "what passes");
  auto frequency = c.parameter("cutoff_frequency", 1, "Hz", "f_c: where 0.707 of the size passes").above(0);
  const FilterSections sections = sections_of(order);
  const Expression T = 1 / (2 * pi * frequency);
  const auto time_of = [&](double speed) { return speed == 1 ? T : T * (is_high ? speed : 1 / speed); };
  Expression stage = u;
  for (std::size_t k = 0; k < sections.pairs.size(); ++k) {
    const std::string number = std::to_string(k + 1);
    const auto& [damping, speed] = sections.pairs[k];
    const Expression a = c.hidden_variable("a" + number, "any:u", "section's state");
    const Expression b = c.hidden_variable("b" + number, "any:u", "its rate, times the section's time");
    const Expression bend = stage - damping * b - a;
    c.relation("section " + number, time_of(speed) * der(a) == b);
    c.relation("rate of section " + number, time_of(speed) * der(b) == bend);
    stage = is_high ? bend : a;
  }
  if (order % 2 == 1) {
    const Expression a = c.hidden_variable("a", "any:u", "state of the section of first order");
    c.relation("section of first order", time_of(sections.single_speed) * der(a) == stage - a);
    stage = is_high ? stage - a : a;
  }
  c.relation("output", y == stage);
}

}  // namespace stribeck::signals
