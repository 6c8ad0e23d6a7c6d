// KINSOL as the last resort of a loop of several unknowns, on systems whose solutions are known.
#include "program/kinsol.h"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>

namespace stribeck {
namespace {

/// A circle of radius 5 and the line y = x - 1, which meet in (4, 3), with its equations in units that differ by `first` and `second`.
NonlinearProblem circle_and_line(double first, double second) {
  return {.size = 2,
          .residual =
              [=](const double* x, double* residual) {
                residual[0] = first * (x[0] * x[0] + x[1] * x[1] - 25);
                residual[1] = second * (x[0] - x[1] - 1);
                return true;
              },
          .matrix =
              [=](const double* x, double* matrix) {
                matrix[0] = first * 2 * x[0], matrix[1] = second;
                matrix[2] = first * 2 * x[1], matrix[3] = -second;
              }};
}

// KINSOL stops where the scaled residual is below the cube root of the rounding, 6e-6; the slopes of the equations are about one to eight.
constexpr double kAccuracy = 1e-5;

TEST_CASE("a circle and a line meet where they do, whatever the units of the equations") {
  for (const double first : {1.0, 1e9, 1e-9})
    for (const double second : {1.0, 1e6}) {
      INFO(first << ", " << second);
      std::array<double, 2> x{1, 0.5};
      REQUIRE(solve_by_kinsol(circle_and_line(first, second), x.data()));
      CHECK(x[0] == Approx(4).margin(kAccuracy));
      CHECK(x[1] == Approx(3).margin(kAccuracy));
    }
}

TEST_CASE("a search that would leave where the equations have values turns back") {
  // log u = -3: from u = 1 Newton's step ends at -2, where there is no logarithm.
  const NonlinearProblem problem{
      .size = 2,
      .residual =
          [](const double* x, double* residual) {
            residual[0] = std::log(x[0]) + 3;
            residual[1] = x[1] - x[0];
            return std::isfinite(residual[0]);
          },
      .matrix = [](const double* x, double* matrix) { matrix[0] = 1 / x[0], matrix[1] = -1, matrix[2] = 0, matrix[3] = 1; }};
  std::array<double, 2> x{1, 1};
  REQUIRE(solve_by_kinsol(problem, x.data()));
  CHECK(x[0] == Approx(std::exp(-3)).margin(kAccuracy));
  CHECK(x[1] == Approx(std::exp(-3)).margin(kAccuracy));
  std::array<double, 2> outside{-1, 1};
  CHECK_FALSE(solve_by_kinsol(problem, outside.data()));
}

TEST_CASE("a row of zeros where the search starts does not spoil the scales of the others") {
  // x y = 6 has no slope at the origin; x = 2.
  const NonlinearProblem problem{
      .size = 2,
      .residual =
          [](const double* x, double* residual) {
            residual[0] = x[0] * x[1] - 6;
            residual[1] = x[0] - 2;
            return true;
          },
      .matrix = [](const double* x, double* matrix) { matrix[0] = x[1], matrix[1] = 1, matrix[2] = x[0], matrix[3] = 0; }};
  std::array<double, 2> near{1, 0};
  REQUIRE(solve_by_kinsol(problem, near.data()));
  CHECK(near[0] == Approx(2).margin(kAccuracy));
  CHECK(near[1] == Approx(3).margin(kAccuracy));
  std::array<double, 2> origin{0, 0};
  CHECK_FALSE(solve_by_kinsol(problem, origin.data()));  // a singular matrix, and no value that is not finite
  CHECK(std::isfinite(origin[0]));
  CHECK(std::isfinite(origin[1]));
}

}  // namespace
}  // namespace stribeck
