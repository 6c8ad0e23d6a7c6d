// Derivatives of external functions against difference quotients of their values: what is right is let pass whatever its shape, what is
// wrong by more than a smoothed map's derivative is not.
#include "base/wrong_derivative.h"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>

namespace stribeck {
namespace {

using Value = ExternalFunction::Value;

template <double (*f)(double)>
double of_one(void*, const double* x, const char**) {
  return f(x[0]);
}

ExternalFunction with_derivative(Value value, Value derivative) {
  ExternalFunction function;
  function.value = value;
  auto slope = std::make_shared<ExternalFunction>();
  slope->value = derivative;
  function.derivatives[0] = std::move(slope);
  return function;
}

template <double (*f)(double), double (*slope)(double)>
bool is_wrong(double x) {
  return wrong_derivative(with_derivative(of_one<f>, of_one<slope>), std::array{x}).has_value();
}

double cube(double x) { return x * x * x; }
double cube_slope(double x) { return 3 * x * x; }
double cube_slope_much_too_large(double x) { return 1e6 * cube_slope(x); }
double cube_slope_twice(double x) { return 2 * cube_slope(x); }
double negative_cube_slope(double x) { return -cube_slope(x); }
double zero(double) { return 0; }

double magnitude(double x) { return std::fabs(x); }
double sign(double x) { return x < 0 ? -1 : 1; }
double stairs(double x) { return std::floor(x); }
double steep(double x) { return std::tanh(x / 1e-9); }
double steep_slope(double x) { return 1e9 / std::pow(std::cosh(x / 1e-9), 2); }
double flat(double x) { return 1e6 + 1e-3 * x; }
double flat_slope(double) { return 1e-3; }
double root(double x) { return std::sqrt(x); }
double root_slope(double x) { return 0.5 / std::sqrt(x); }
double pole(double x) { return 1 / x; }
double pole_slope(double x) { return -1 / (x * x); }
double wave(double x) { return std::sin(1e5 * x); }
double wave_slope(double x) { return 1e5 * std::cos(1e5 * x); }

TEST_CASE("derivatives of smooth functions, kinks, steps, poles and ends of the range are let pass") {
  for (const double x : {-2e5, -3.0, -1.0, -1e-3, 0.0, 1e-12, 1e-9, 0.5, 1.0, 7.0, 3e4, 1e8}) {
    CAPTURE(x);
    CHECK_FALSE(is_wrong<cube, cube_slope>(x));
    CHECK_FALSE(is_wrong<magnitude, sign>(x));
    CHECK_FALSE(is_wrong<stairs, zero>(x));
    CHECK_FALSE(is_wrong<steep, steep_slope>(x));
    CHECK_FALSE(is_wrong<flat, flat_slope>(x));
    CHECK_FALSE(is_wrong<root, root_slope>(x));
    CHECK_FALSE(is_wrong<pole, pole_slope>(x));
    CHECK_FALSE(is_wrong<wave, wave_slope>(x));
  }
}

TEST_CASE("derivatives that are wrong are found, with both numbers") {
  for (const double x : {-3.0, 0.5, 1.0, 7.0, 3e4}) {
    CAPTURE(x);
    CHECK(is_wrong<cube, cube_slope_much_too_large>(x));
    CHECK(is_wrong<cube, cube_slope_twice>(x));
    CHECK(is_wrong<cube, negative_cube_slope>(x));
    CHECK(is_wrong<cube, zero>(x));
  }
  CHECK(is_wrong<steep, zero>(0));
  const auto wrong = wrong_derivative(with_derivative(of_one<cube>, of_one<cube_slope_twice>), std::array{2.0});
  REQUIRE(wrong);
  CHECK(wrong->argument == 0);
  CHECK(wrong->given == 24);
  CHECK(wrong->quotient == Approx(12).epsilon(1e-3));
}

TEST_CASE("a function of several arguments is judged by each of them") {
  const Value product = [](void*, const double* x, const char**) { return x[0] * x[1]; };
  ExternalFunction function = with_derivative(product, [](void*, const double* x, const char**) { return x[1]; });
  function.argument_count = 2;
  CHECK_FALSE(wrong_derivative(function, std::array{3.0, 5.0}));
  auto slope = std::make_shared<ExternalFunction>();
  slope->value = [](void*, const double* x, const char**) { return x[1]; };
  function.derivatives[1] = std::move(slope);
  const auto wrong = wrong_derivative(function, std::array{3.0, 5.0});
  REQUIRE(wrong);
  CHECK(wrong->argument == 1);
}

}  // namespace
}  // namespace stribeck
