// Variations integrated along a motion: few states by plain elimination, more of them by the factorisations of Eigen.
#include "analysis/variation.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

namespace stribeck {
namespace {

/// A and B at t of a system of n states and m directions that depends on time, beside so many states that nothing moves.
Variation variation_at(double t, std::size_t n, std::size_t m, std::size_t idle, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> entry(-3, 3);
  Variation variation{Matrix(n + idle, n + idle), Matrix(n + idle, m)};
  for (std::size_t r = 0; r < n; ++r) {
    for (std::size_t c = 0; c < n; ++c) variation.a(r, c) = entry(random) * std::cos(t * entry(random));
    for (std::size_t c = 0; c < m; ++c) variation.b(r, c) = entry(random) * std::cos(t * entry(random));
  }
  return variation;
}

Matrix integrated(std::size_t n, std::size_t m, std::size_t idle, unsigned seed) {
  Matrix s(n + idle, m);
  for (std::size_t r = 0; r < n; ++r)
    for (std::size_t c = 0; c < m; ++c) s(r, c) = r == c ? 1 : 0.1;
  VariationIntegrator integrator;
  const std::vector<double> scales(n + idle, 1.0);
  for (int step = 0; step < 20; ++step)
    integrator.integrate(
        s, 0.05 * step, 0.05 * (step + 1), [&](double t) { return variation_at(t, n, m, idle, seed); }, scales, 1e-9);
  return s;
}

TEST_CASE("few states are integrated as many are") {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const std::size_t n = 1 + seed % 12, m = 1 + seed % 3;
    const Matrix few = integrated(n, m, 0, seed);
    for (const std::size_t idle : {13 - n, 60 - n}) {  // dense, sparse
      const Matrix many = integrated(n, m, idle, seed);
      double size = 0;
      for (const double value : few.values) size = std::max(size, std::fabs(value));
      CAPTURE(seed, n, m, idle);
      for (std::size_t r = 0; r < n; ++r)
        for (std::size_t c = 0; c < m; ++c) CHECK(std::fabs(few(r, c) - many(r, c)) <= 1e-10 * size);  // rounding, through twenty steps
    }
  }
}

}  // namespace
}  // namespace stribeck
