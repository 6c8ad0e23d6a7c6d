// Pieces of tables and whole numbers that are held between the instants at which an argument that is linear in time reaches the next.
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "base/text.h"
#include "compiled.h"

namespace stribeck {
namespace {

/// A mass pushed by a force of the time that a component in JSON gives by its law, in newtons; f is a table: 0 at 0, 2 at 1
/// and -2 at 3.
std::string pushed(const std::string& force, double rate, double offset) {
  return test::diagram_text(
      R"("mass": {"type": "translational.mass"}, "wall": {"type": "translational.ground"},
         "push": {"type": "push", "parameters": {"rate": )" +
          number_text(rate) + R"(, "offset": )" + number_text(offset) + "}}",
      R"(["push.R", "mass.M"], ["push.C", "wall.W"])",
      R"json("definitions": {"push": {"doc": "A force.",
        "ports": {"R": {"domain": "translational", "doc": "rod"}, "C": {"domain": "translational", "doc": "case"}},
        "parameters": {"rate": {"unit": "1/s", "doc": "rate"}, "offset": {"unit": "1", "doc": "offset"},
                       "unit": {"unit": "N", "value": 1, "doc": "unit"}},
        "lists": {"over": {"unit": "1", "doc": "arguments", "values": [0, 1, 3], "ascending": true},
                  "of": {"unit": "1", "doc": "values", "values": [0, 2, -2]}},
        "tables": {"f": {"over": "over", "of": "of", "ends": "extend"}}, "variables": {"F": {"unit": "N", "doc": "force"}},
        "equations": {"law": "F = unit*)json" +
          force + R"json(", "rod": "R.F = -F", "case": "C.F = F"}}})json");
}
std::string by_table(double rate, double offset) { return pushed("f(rate*time + offset)", rate, offset); }
std::string by_floor(double rate, double offset) { return pushed("floor(rate*time + offset)", rate, offset); }

double value_at(test::Compiled& compiled, double t) {
  const double velocity = 0;
  double acceleration = 0;
  compiled.machine.derivatives(t, &velocity, &acceleration);
  return compiled.value("push", "F");
}

TEST_CASE("a table is read piece by piece, forwards and backwards in time") {
  SECTION("forwards") {
    test::Compiled compiled(by_table(2, -1));  // at the points at 0.5, 1 and 2 s
    CHECK(compiled.machine.hold_tables(0) == 0.5);
    CHECK(compiled.machine.hold_tables(0.5) == 1);
    CHECK(compiled.machine.hold_tables(0.75) == 1);
    CHECK(value_at(compiled, 1.1) == Approx(2 * 1.2));  // the piece goes on until the next is held
    CHECK(compiled.machine.hold_tables(1) == 2);
    CHECK(value_at(compiled, 1.1) == Approx(2 - 2 * 0.2));
    CHECK(compiled.machine.hold_tables(2) == HUGE_VAL);
  }
  SECTION("backwards") {
    test::Compiled compiled(by_table(-2, 4));  // at the points at 0.5, 1.5 and 2 s
    CHECK(compiled.machine.hold_tables(0) == 0.5);
    CHECK(compiled.machine.hold_tables(0.5) == 1.5);
    CHECK(compiled.machine.hold_tables(1) == 1.5);
    CHECK(value_at(compiled, 1.6) == Approx(2 - 2 * -0.2));
    CHECK(compiled.machine.hold_tables(1.5) == 2);
    CHECK(value_at(compiled, 1.6) == Approx(2 * 0.8));
    CHECK(compiled.machine.hold_tables(2) == HUGE_VAL);
  }
  SECTION("at one place, where the rate is a parameter that is zero") {
    test::Compiled compiled(by_table(0, 0.5));
    CHECK(compiled.machine.hold_tables(0) == HUGE_VAL);
    CHECK(value_at(compiled, 5) == Approx(1));
  }
}

TEST_CASE("what does not go along a line in time is looked up wherever it is") {
  test::Compiled compiled(pushed("f(rate*time*(rate*time) + offset)", 1, 0));
  CHECK(compiled.program.held_tables.empty());
  for (const double t : {0.5, 1.0, 1.5}) CHECK(value_at(compiled, t) == Approx(t <= 1 ? 2 * t * t : 2 - 2 * (t * t - 1)).margin(1e-15));
}

TEST_CASE("a whole number is held until the argument reaches the next, upwards and downwards") {
  SECTION("upwards") {
    test::Compiled compiled(by_floor(2, 0.5));
    CHECK(compiled.machine.hold_floors(0) == 0.25);
    CHECK(value_at(compiled, 0.2) == 0);
    CHECK(compiled.machine.hold_floors(0.25) == 0.75);
    CHECK(value_at(compiled, 0.3) == 1);
  }
  SECTION("downwards") {
    test::Compiled compiled(by_floor(-2, 5.5));
    CHECK(compiled.machine.hold_floors(0) == 0.25);
    CHECK(value_at(compiled, 0.2) == 5);
    CHECK(compiled.machine.hold_floors(0.25) == 0.75);
    CHECK(value_at(compiled, 0.3) == 4);
  }
  SECTION("standing still, where the rate is a parameter that is zero") {
    test::Compiled compiled(by_floor(0, 2.5));
    CHECK(compiled.machine.hold_floors(0) == HUGE_VAL);
    CHECK(value_at(compiled, 5) == 2);
  }
}

TEST_CASE("whatever the rounding of its rate, a step that ends where the argument reaches a point has reached it") {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> draw(-3, 3);
  for (int round = 0; round < 60; ++round) {
    const double rate = draw(random), offset = draw(random);
    CAPTURE(rate, offset);
    std::vector<double> points{0, 1, 3};
    if (rate < 0) points = {3, 1, 0};
    test::Compiled table(by_table(rate, offset)), whole(by_floor(rate, offset));
    for (std::size_t k = 0; k < 3; ++k)
      CHECK(table.machine.hold_tables((points[k] - offset) / rate) == (k < 2 ? (points[k + 1] - offset) / rate : HUGE_VAL));
    const double up = rate > 0 ? 1 : -1;
    for (double number = -3 * up; number != 4 * up; number += up)
      CHECK(whole.machine.hold_floors((number - offset) / rate) == (number + up - offset) / rate);
  }
}

}  // namespace
}  // namespace stribeck
