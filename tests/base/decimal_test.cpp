#include "base/decimal.h"

#include <rapidcheck.h>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <string>

#include "base/units.h"

using namespace stribeck;

namespace {

/// The nearest double of whole * 10^power, by the C library.
double by_text(std::int64_t whole, int power) {
  return std::strtod((std::to_string(whole) + "e" + std::to_string(power)).c_str(), nullptr);
}

}  // namespace

TEST_CASE("values in units that are powers of ten of the SI's are the nearest doubles to what was written") {
  CHECK(to_si(9, 1e-3, 0) == 0.009);
  CHECK(to_si(0.9, 1e-3, 0) == 0.0009);
  CHECK(parse_quantity("7 mm")->value == 0.007);
  CHECK(parse_quantity("1.1 kN")->value == 1100);
  CHECK(parse_quantity("0.3 N/mm")->value == 300);
  CHECK(parse_quantity("20 degC")->value == 293.15);
  CHECK(to_si(-0.0, 1e-3, 0) == 0);
  CHECK(std::isinf(to_si(1e308, 1e3, 0)));
  CHECK(to_si(3, 2 * 3.141592653589793 / 60, 0) == 3 * (2 * 3.141592653589793 / 60));
  const bool all = rc::check("any decimal, any prefix, there and back", [] {
    const auto digits = *rc::gen::inRange<std::int64_t>(-999'999'999'999'999, 999'999'999'999'999);
    const int power = *rc::gen::inRange(-30, 15), prefix = *rc::gen::inRange(-24, 25);
    const double value = by_text(digits, power), factor = by_text(1, prefix);
    const double si = to_si(value, factor, 0);
    RC_ASSERT(si == by_text(digits, power + prefix));
    RC_ASSERT(from_si(si, factor, 0) == value);
  });
  CHECK(all);
}

TEST_CASE("the instants of a grid are the nearest doubles to start and multiples of the interval") {
  CHECK(DecimalGrid(0, 0.001).at(9) == 0.009);
  CHECK(DecimalGrid(0.1, 0.1).at(2) == 0.3);
  CHECK(DecimalGrid(-0.3, 0.1).at(3) == 0);
  CHECK(DecimalGrid(0, 1.0 / 3).at(3) == 1);  // no decimal: the nearest to the multiple of the double
  CHECK(DecimalGrid(0, 1e300).at(7) == 7e300);
  CHECK(DecimalGrid(1e17, 0.1).at(1) == 1e17);
  CHECK(DecimalGrid::step_of(12.3, 500) == 0.0246);
  CHECK(DecimalGrid::step_of(0.3 - 0.1, 500) == 0.0004);
  CHECK(DecimalGrid::step_of(1, 3) == 1.0 / 3);
  const bool all = rc::check("any decimals", [] {
    const auto start = *rc::gen::inRange<std::int64_t>(-100'000, 100'000), step = *rc::gen::inRange<std::int64_t>(1, 100'000);
    const auto k = *rc::gen::inRange<std::int64_t>(0, 100'000'000);
    const int power = *rc::gen::inRange(-12, 3);
    const DecimalGrid grid(by_text(start, power), by_text(step, power));
    RC_ASSERT(grid.at(k) == by_text(start + k * step, power));
  });
  CHECK(all);
}

TEST_CASE("an instant that is a short decimal but for rounding is that decimal, any other is left alone") {
  CHECK(without_rounding(3 * 0.1) == 0.3);
  CHECK(without_rounding(9 * 0.001) == 0.009);
  CHECK(without_rounding(1.0 / 3) == 1.0 / 3);
  CHECK(without_rounding(0) == 0);
  CHECK(std::isinf(without_rounding(HUGE_VAL)));
  const bool all = rc::check("no further than rounding goes", [] {
    const double t = static_cast<double>(*rc::gen::inRange<std::int64_t>(1, std::int64_t{1} << 53)) / 1e12;
    RC_ASSERT(std::fabs(without_rounding(t) - t) <= 4 * 2.220446049250313e-16 * t);
  });
  CHECK(all);
}
