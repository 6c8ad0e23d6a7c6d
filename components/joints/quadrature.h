#pragma once
// Points and weights of numerical integration, made while a component is declared.
#include <cmath>
#include <vector>

namespace stribeck::partial {

struct QuadraturePoint {
  double at, weight;
};

/// Gauss-Legendre on [0, 1], exact for polynomials of degree 2 n - 1; nodes by Newton's method on the three-term recurrence (Press et al.
/// (2007), Numerical Recipes, 3rd edition, section 4.6.1).
inline std::vector<QuadraturePoint> gauss_legendre(int n) {
  std::vector<QuadraturePoint> points;
  for (int i = 0; i < n; ++i) {
    double x = std::cos(M_PI * (i + 0.75) / (n + 0.5)), slope = 1;
    for (int round = 0; round < 100; ++round) {
      double below = 0, value = 1;
      for (int k = 1; k <= n; ++k) {
        const double next = ((2 * k - 1) * x * value - (k - 1) * below) / k;
        below = value, value = next;
      }
      slope = n * (x * value - below) / (x * x - 1);
      const double step = value / slope;
      x -= step;
      if (std::fabs(step) < 1e-15) break;
    }
    points.push_back({0.5 * (1 - x), 1 / ((1 - x * x) * slope * slope)});
  }
  return points;
}

}  // namespace stribeck::partial
