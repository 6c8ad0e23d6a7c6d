#pragma once
// A dense output of order five, made from one of order four by two evaluations.
#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace stribeck {

/// The polynomial of degree five over a step that has the states and derivatives of its ends, and the derivatives at two places inside it.
/// Where these are evaluated on a dense output of order four, this one has order five: an error of the state of h^5 is one of h^6 after it
/// has been through h f(x). Enright, Jackson, Norsett, Thomsen (1986), Interpolants for Runge-Kutta formulas, ACM TOMS 12, 193-218.
class Quintic {
 public:
  /// The places as shares of the step, 1/2 -+ 1/sqrt(12). The remainder h^6/720 of the sixth derivative, as a function of the share s, is
  /// (s (1-s) (s-1/2))^2 then: it vanishes in the middle, too, and is at most 0.0023.
  static constexpr double kAside = 0.28867513459481287;
  static constexpr std::array kPlaces{0.5 - kAside, 0.5 + kAside};

  explicit Quintic(std::size_t states) : change_(states), begin_(states), end_(states), even_(states), odd_(states) {}

  /// Over a step of length h from x0 to x1, with derivatives d0 and d1 there and `inside` at the two places. All of as many values.
  void fit(double h, std::span<const double> x0, std::span<const double> d0, std::span<const double> x1, std::span<const double> d1,
           const std::array<std::vector<double>, 2>& inside) {
    // The cubic with the same ends, and s^2 (1-s)^2 (even + odd (s - 1/2)), whose derivative makes up for what that of the cubic lacks.
    constexpr double kInner = 0.25 - kAside * kAside;
    for (std::size_t i = 0; i < x0.size(); ++i) {
      change_[i] = x1[i] - x0[i], begin_[i] = h * d0[i], end_[i] = h * d1[i];
      std::array<double, 2> lack{};
      for (std::size_t k = 0; k < 2; ++k) {
        const double s = kPlaces[k], r = 1 - s;
        lack[k] = h * inside[k][i] - 6 * s * r * change_[i] - r * (1 - 3 * s) * begin_[i] - s * (3 * s - 2) * end_[i];
      }
      even_[i] = (lack[0] - lack[1]) / (8 * kAside * kInner);
      odd_[i] = (lack[0] + lack[1]) / (2 * kInner * (kInner - 4 * kAside * kAside));
    }
  }
  /// At the share s of a step that begins at x0. What does not change in the step stays exactly as it is.
  void at(double s, std::span<const double> x0, std::span<double> x) const {
    const double r = 1 - s, c = s * s * (3 - 2 * s), b = s * r * r, e = -s * s * r, w = s * s * r * r, u = s - 0.5;
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = x0[i] + (c * change_[i] + b * begin_[i] + e * end_[i] + w * (even_[i] + u * odd_[i]));
  }

 private:
  std::vector<double> change_, begin_, end_;  // of the states, and the derivatives times h
  std::vector<double> even_, odd_;            // factors of s^2 (1-s)^2 and of s^2 (1-s)^2 (s - 1/2)
};

}  // namespace stribeck
