// Constants are shown by the formula that people know them by, and what is none of these stays a number.
#include "expression/closed_form.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <random>

#include "expression/pool.h"
#include "expression/print.h"

using namespace stribeck;

namespace {

std::string text_of(double value) {
  ExprPool pool;
  return to_text(pool, pool.constant(value), [](std::int32_t) { return std::string(); });
}

TEST_CASE("closed form: products of small numbers, pi, e and roots are told apart") {
  CHECK(text_of(std::sqrt(2 * std::numbers::e)) == "sqrt(2*e)");
  CHECK(text_of(std::sqrt(2.0)) == "sqrt(2)");
  CHECK(text_of(1 / std::sqrt(2.0)) == "1/sqrt(2)");
  CHECK(text_of(-std::sqrt(3.0) / 2) == "-sqrt(3)/2");
  CHECK(text_of(2 * std::numbers::pi) == "2*pi");
  CHECK(text_of(2 / std::numbers::pi) == "2/pi");
  CHECK(text_of(std::numbers::pi * std::numbers::pi / 4) == "pi^2/4");
  CHECK(text_of(1 / (2 * std::numbers::pi)) == "1/(2*pi)");
  CHECK(text_of(1 / std::sqrt(std::numbers::e)) == "1/sqrt(e)");
  CHECK(text_of(std::sqrt(6.0) * std::numbers::pi) == "pi*sqrt(6)");
}

TEST_CASE("closed form: factors are put together to the number that they are") {
  for (const double value :
       {std::sqrt(2 * std::numbers::e), 3 * std::sqrt(5.0) / 4, std::numbers::pi / 180, std::numbers::e, 5 / std::sqrt(7.0)}) {
    const ClosedForm form = closed_form(value);
    REQUIRE(form.times > 0);
    CHECK(form.times * std::pow(std::numbers::pi, form.pi) * std::exp(0.5 * form.halves_of_e) * std::sqrt(static_cast<double>(form.root)) /
              form.over ==
          Approx(value).epsilon(4e-16));  // the rounding that it allows
  }
}

TEST_CASE("closed form: other numbers have none") {
  for (const double value : {0.0, 1.0, 0.5, 1.0 / 3, 2.33164, 0.707107, 3.14159, 1.7320508, 1e300, 5e-324, 0.1})
    CHECK(closed_form(value).times == 0);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> any(0, 20);
  for (int k = 0; k < 20000; ++k) CHECK(closed_form(any(random)).times == 0);
  for (int k = 1; k < 20000; ++k) CHECK(closed_form(k * 1e-3).times == 0);  // what people write
}

}  // namespace
