// Solutions of nonlinear equations by continuation in a load.
#include "program/load_path.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <catch2/catch.hpp>

namespace stribeck {
namespace {

using Vector = LoadPath::Vector;
using Matrix = LoadPath::Matrix;

/// Bodies without mass between laws w -> steepness * w + height * w * exp(-(w/width)^2) that rise, and fall over a part, under given
/// forces.
struct Network {
  Matrix ends;  // a row for each law: the combination of velocities that it feels
  Vector steepness, height, width, forces;

  explicit Network(unsigned seed) {
    std::mt19937 draw(seed);
    std::uniform_real_distribution<double> share(0, 1);
    const Eigen::Index n = 1 + static_cast<Eigen::Index>(draw() % 6), laws = n + 1 + static_cast<Eigen::Index>(draw() % 3);
    const auto size = [&](double low, double high) { return low * std::pow(high / low, share(draw)); };
    ends.setZero(laws, n);
    for (Eigen::Index k = 0; k < laws; ++k) {
      if (k < n) ends(k, k) = 1;  // a chain from the ground, and laws beside it
      if (k > 0 && k <= n) ends(k, k - 1) = -1;
      if (k > n) ends(k, static_cast<Eigen::Index>(draw()) % n) = 1;
    }
    steepness = height = width = Vector(laws);
    for (Eigen::Index k = 0; k < laws; ++k) steepness(k) = size(0.01, 1), height(k) = size(1, 1000), width(k) = size(0.01, 1);
    forces = Vector(n);
    for (Eigen::Index k = 0; k < n; ++k) forces(k) = size(0.1, 30) * (share(draw) < 0.5 ? -1 : 1);
  }
  bool operator()(const Vector& x, Vector& r, Matrix& slopes) const {
    const Vector w = ends * x, u = w.cwiseQuotient(width), bell = height.cwiseProduct((-u.cwiseAbs2()).array().exp().matrix());
    r = ends.transpose() * (steepness + bell).cwiseProduct(w) - forces;
    slopes = ends.transpose() * (steepness + bell.cwiseProduct((1 - 2 * u.array().square()).matrix())).asDiagonal() * ends;
    return r.allFinite() && slopes.allFinite();
  }
};

/// Newton's iteration; false if it does not arrive close by.
template <typename Laws>
bool polish(const Laws& laws, Vector& x) {
  const Vector from = x;
  Vector r;
  Matrix slopes;
  for (int k = 0; k < 50; ++k) {
    if (!laws(x, r, slopes)) return false;
    const Vector step = slopes.partialPivLu().solve(r);
    x -= step;
    if (step.norm() <= 1e-13 * (1e-3 + x.norm())) return (x - from).norm() <= 0.5 * (1e-3 + from.norm());
  }
  return false;
}

TEST_CASE("load paths: laws that fall over a part lead to a solution, from any of the widths of the lines or another") {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    const Network network(seed);
    const std::vector<double> rest(static_cast<std::size_t>(network.forces.size()), 0.0);
    int found = 0;
    for (const double width : {1.0, 0.1, 10.0, 0.01, 100.0}) {
      LoadPath path(network, rest, width);
      for (Vector x; path.next(x);)
        if (polish(network, x)) ++found;
    }
    INFO("seed " << seed);
    CHECK(found > 0);
  }
}

/// x^3 - 3 x + 0.5 = 0.
bool cubic(const Vector& x, Vector& r, Matrix& slopes) {
  r = x.array().cube() - 3 * x.array() + 0.5;
  slopes = (3 * x.array().square() - 3).matrix().asDiagonal();
  return true;
}
/// Viete: 2 cos((angle + 2 pi k)/3), where cos(angle) = -0.5/2.
std::vector<double> cubic_solutions() {
  std::vector<double> solutions;
  for (int k = 0; k < 3; ++k) solutions.push_back(2 * std::cos((std::acos(-0.25) + 2 * M_PI * k) / 3));
  std::sort(solutions.begin(), solutions.end());
  return solutions;
}

TEST_CASE("load paths: from any solution of a cubic, loads of both signs lead to all others") {
  const std::vector<double> all = cubic_solutions();
  for (const double from : all) {
    std::vector<bool> is_found(all.size());
    for (const double size : {0.5, -0.5}) {
      LoadPath path(cubic, std::vector{from}, 0, size);
      for (Vector x; path.next(x);) {
        REQUIRE(polish(cubic, x));
        const auto which = std::find_if(all.begin(), all.end(), [&](double e) { return std::fabs(e - x(0)) < 1e-12; });
        REQUIRE(which != all.end());
        is_found[static_cast<std::size_t>(which - all.begin())] = true;
      }
    }
    INFO("from " << from);
    for (std::size_t k = 0; k < all.size(); ++k) CHECK((is_found[k] || all[k] == from));
  }
}

TEST_CASE("load paths: a curve passes solutions of a cubic, and nothing else") {
  const auto& laws = cubic;
  const std::vector<double> start{-3};
  LoadPath path(laws, start, 0.001);
  std::vector<double> found;
  for (Vector x; path.next(x);) {
    REQUIRE(polish(laws, x));
    found.push_back(x(0));
  }
  const std::vector<double> expected = cubic_solutions();
  REQUIRE(found.size() >= 1);
  for (const double x : found) CHECK(std::any_of(expected.begin(), expected.end(), [&](double e) { return std::fabs(e - x) < 1e-12; }));
}

}  // namespace
}  // namespace stribeck
