// Variations integrated along a motion.
#include "analysis/variation.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <utility>

namespace stribeck {
namespace {

/// A and B at t of n states and m directions that depend on time.
struct Example {
  Example(std::size_t states, std::size_t directions, unsigned seed, double fastest) : n(states), m(directions) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> entry(-fastest, fastest);
    for (std::size_t k = 0; k < n * (n + m); ++k) waves.emplace_back(entry(random), entry(random));
  }
  std::size_t n, m;
  std::vector<std::pair<double, double>> waves;  // amplitude and frequency of each entry, row by row of A beside B

  std::vector<Place> places() const {
    std::vector<Place> all;
    for (std::size_t r = 0; r < n; ++r)
      for (std::size_t c = 0; c < n; ++c) all.emplace_back(r, c);
    return all;
  }
  void at(double t, Variation& variation) const {
    const auto value = [&](std::size_t r, std::size_t c) {
      const auto& [amplitude, frequency] = waves[r * (n + m) + c];
      return amplitude * std::cos(t * frequency);
    };
    for (std::size_t r = 0; r < n; ++r) {
      for (std::size_t c = 0; c < n; ++c) variation.a[r * n + c] = value(r, c);
      for (std::size_t c = 0; c < m; ++c) variation.b(r, c) = value(r, n + c);
    }
  }
  Matrix integrated(int steps, double rtol, VariationIntegrator::Method method = VariationIntegrator::Method::by_length) const {
    Matrix s(n, m);
    for (std::size_t r = 0; r < n; ++r)
      for (std::size_t c = 0; c < m; ++c) s(r, c) = r == c ? 1 : 0.1;
    VariationIntegrator integrator;
    integrator.begin(n, m, places(), false);
    integrator.use(method);
    const std::vector<double> scales(n, 1.0);
    for (int step = 0; step < steps; ++step)
      integrator.integrate(
          s, 1.0 * step / steps, 1.0 * (step + 1) / steps, [&](double t, Variation& variation) { at(t, variation); }, scales, rtol);
    return s;
  }
};

double difference(const Matrix& a, const Matrix& b, std::size_t rows) {
  double size = 0, worst = 0;
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < a.columns; ++c) {
      size = std::max(size, std::fabs(a(r, c)));
      worst = std::max(worst, std::fabs(a(r, c) - b(r, c)));
    }
  return worst / size;
}

/// By Kutta's method of order four with so many steps.
Matrix plainly(const Example& example, int steps) {
  const std::size_t n = example.n, m = example.m;
  Matrix s(n, m);
  for (std::size_t r = 0; r < n; ++r)
    for (std::size_t c = 0; c < m; ++c) s(r, c) = r == c ? 1 : 0.1;
  Variation variation{std::vector<double>(n * n), Matrix(n, m)};
  const auto rates = [&](double t, const Matrix& x) {
    example.at(t, variation);
    Matrix rate = variation.b;
    for (std::size_t r = 0; r < n; ++r)
      for (std::size_t k = 0; k < n; ++k)
        for (std::size_t c = 0; c < m; ++c) rate(r, c) += variation.a[r * n + k] * x(k, c);
    return rate;
  };
  const double h = 1.0 / steps;
  const auto beside = [&](const Matrix& rate, double share) {
    Matrix x = s;
    for (std::size_t i = 0; i < x.values.size(); ++i) x.values[i] += share * h * rate.values[i];
    return x;
  };
  for (int step = 0; step < steps; ++step) {
    const double t = step * h;
    const Matrix a = rates(t, s), b = rates(t + h / 2, beside(a, 0.5)), c = rates(t + h / 2, beside(b, 0.5)),
                 d = rates(t + h, beside(c, 1));
    for (std::size_t i = 0; i < s.values.size(); ++i)
      s.values[i] += h / 6 * (a.values[i] + 2 * b.values[i] + 2 * c.values[i] + d.values[i]);
  }
  return s;
}

TEST_CASE("variations are as exact as is asked for") {
  for (unsigned seed = 0; seed < 60; ++seed) {
    const double rtol = std::pow(10.0, -4.0 - seed % 5);
    const Example example{1 + seed % 14, 1 + seed % 3, seed, seed % 2 == 0 ? 3.0 : 0.5};
    const Matrix exact = plainly(example, 1000);
    for (const int steps : {1, 7, 40}) {
      CAPTURE(seed, steps, rtol);
      // A step has an error of at most rtol, its parts as well, and A makes more of it up to the end.
      CHECK(difference(exact, example.integrated(steps, rtol), example.n) <= 100 * rtol);
      CHECK(difference(exact, example.integrated(steps, rtol, VariationIntegrator::Method::radau), example.n) <= 100 * rtol);
    }
  }
}

TEST_CASE("what is fast is damped") {
  // y' = -1e4 (y - cos t) - sin t has the solution cos t.
  VariationIntegrator integrator;
  integrator.begin(1, 1, {{0, 0}}, false);
  Matrix s(1, 1);
  s(0, 0) = 1;
  int evaluations = 0;
  const auto at = [&](double t, Variation& variation) {
    ++evaluations;
    variation.a[0] = -1e4;
    variation.b(0, 0) = 1e4 * std::cos(t) - std::sin(t);
  };
  for (int step = 0; step < 50; ++step) integrator.integrate(s, 0.1 * step, 0.1 * (step + 1), at, {1.0}, 1e-8);
  CHECK(s(0, 0) == Approx(std::cos(5.0)).margin(1e-8));
  CHECK(evaluations <= 50 * 10);  // no steps of the length of its time constant
}

TEST_CASE("what swings fast is followed from a start at zero") {
  // y'' = -w^2 y - 2 z w y' + cos t beside y(0) = y'(0) = 0, in steps of three times 1 / w, begun anew ten times.
  const double w = 30, z = 0.5, h = 0.1;
  const auto slow = [&](double t) {  // the solution without what swings, and its rate
    const double a = w * w - 1, b = 2 * z * w, d = a * a + b * b;
    return std::pair((a * std::cos(t) + b * std::sin(t)) / d, (b * std::cos(t) - a * std::sin(t)) / d);
  };
  const auto swing = [&](double y, double v, double t) {  // y'' = -w^2 y - 2 z w y'
    const double decay = std::exp(-z * w * t), own = w * std::sqrt(1 - z * z);
    return std::pair(decay * (y * std::cos(own * t) + (v + z * w * y) / own * std::sin(own * t)),
                     decay * (v * std::cos(own * t) - (w * w * y + z * w * v) / own * std::sin(own * t)));
  };
  VariationIntegrator integrator;
  integrator.begin(2, 1, {{0, 1}, {1, 0}, {1, 1}}, false);
  const auto at = [&](double t, Variation& variation) {
    variation.a[0] = 1, variation.a[1] = -w * w, variation.a[2] = -2 * z * w;
    variation.b(0, 0) = 0, variation.b(1, 0) = std::cos(t);
  };
  Matrix s(2, 1);
  for (int event = 0; event < 10; ++event) {
    s = Matrix(2, 1);
    integrator.forget();
    const double begin = 7.0 * event;
    for (int step = 0; step < 5; ++step) {
      integrator.integrate(s, begin + h * step, begin + h * (step + 1), at, {1.0, w}, 1e-9);
      const double t = h * (step + 1);
      const auto [y0, v0] = slow(begin);
      const auto [y, v] = slow(begin + t);
      const auto [dy, dv] = swing(-y0, -v0, t);
      CAPTURE(event, step);
      CHECK(s(0, 0) == Approx(y + dy).margin(2e-8 / (w * w)));
      CHECK(s(1, 0) == Approx(v + dv).margin(2e-8 / w));
    }
  }
}

TEST_CASE("what is too small to matter is held to what matters") {
  // y'' = -w^2 y - 2 z w y' + cos t from rest: y stays below 2 / w^2, in the scales {1, w} a thousandth of what is told to be negligible.
  const double w = 30, z = 0.05, end = 3, rtol = 1e-6;
  int evaluations = 0, strictly = 0;
  const auto at = [&](double t, Variation& variation) {
    ++evaluations;
    variation.a[0] = 1, variation.a[1] = -w * w, variation.a[2] = -2 * z * w;
    variation.b(0, 0) = 0, variation.b(1, 0) = std::cos(t) * (1 + std::sin(9 * t));
  };
  const auto integrated = [&](double negligible, int steps) {
    VariationIntegrator integrator;
    integrator.begin(2, 1, {{0, 1}, {1, 0}, {1, 1}}, false);
    if (negligible > 0) integrator.neglect({negligible});
    Matrix s(2, 1);
    evaluations = 0;
    for (int step = 0; step < steps; ++step) integrator.integrate(s, end * step / steps, end * (step + 1) / steps, at, {1.0, w}, rtol);
    return s;
  };
  const Matrix exact = integrated(0, 3000);
  for (const double negligible : {0.0, 2.0}) {
    const Matrix found = integrated(negligible, 30);
    // Errors of thirty steps, each so many parts of what counts: of the largest so far, or of all that matters.
    const double counts = negligible > 0 ? negligible : 2 / (w * w);
    CAPTURE(negligible, evaluations);
    CHECK(std::fabs(found(0, 0) - exact(0, 0)) <= 30 * rtol * counts);
    CHECK(std::fabs(found(1, 0) - exact(1, 0)) <= 30 * rtol * counts * w);
    if (negligible > 0) CHECK(evaluations < 0.7 * strictly);
    strictly = evaluations;
  }
}

TEST_CASE("A that begins to bend while steps are not looked at is noticed") {
  // y' = a(t) y with a = 1 up to where steps have been found exact, and a frequency that grows from there: y = exp(t + 1 - cos(...)).
  VariationIntegrator integrator;
  integrator.begin(1, 1, {{0, 0}}, false);
  const double rtol = 1e-6;
  const auto phase = [](double t) { return t <= 1 ? 0 : 2 * (t - 1) * (t - 1) * (t - 1); };
  const auto at = [&](double t, Variation& variation) {
    variation.a[0] = 1 + (t <= 1 ? 0 : 6 * (t - 1) * (t - 1) * std::sin(phase(t)));
    variation.b(0, 0) = 0;
  };
  Matrix s(1, 1);
  s(0, 0) = 1;
  for (int step = 0; step < 60; ++step) integrator.integrate(s, 0.05 * step, 0.05 * (step + 1), at, {1.0}, rtol);
  CHECK(s(0, 0) == Approx(std::exp(3.0 + 1 - std::cos(phase(3)))).epsilon(30 * rtol));
}

TEST_CASE("a step beside which the equations have no solution is divided") {
  // (I - h W A) is singular for one length of the step where A has an unstable eigenvalue: y' = a y with a h a zero of the denominator.
  for (const double h : {3.0, 3.6377, 3.63783425, 4.0}) {
    VariationIntegrator integrator;
    integrator.begin(1, 1, {{0, 0}}, false);
    Matrix s(1, 1);
    s(0, 0) = 1;
    integrator.integrate(
        s, 0, h, [](double, Variation& variation) { variation.a[0] = 1, variation.b(0, 0) = 0; }, {1.0}, 1e-9);
    CHECK(s(0, 0) == Approx(std::exp(h)).epsilon(1e-7));
  }
}

}  // namespace
}  // namespace stribeck
