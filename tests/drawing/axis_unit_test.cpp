#include "drawing/axis_unit.h"

#include <catch2/catch.hpp>

using namespace stribeck;

TEST_CASE("a unit is written one way") {
  CHECK(pretty_unit("N*m/(rad/s)") == "N·m·s/rad");
  CHECK(pretty_unit("N*m*s/rad") == "N·m·s/rad");
  CHECK(pretty_unit("N/(m/s)") == "N·s/m");
  CHECK(pretty_unit("1/(rad/s)") == "s/rad");
  CHECK(pretty_unit("kg*m^2") == "kg·m²");
  CHECK(pretty_unit("W/(m^2*K)") == "W/(m²·K)");
}

TEST_CASE("axes: the prefix keeps numbers short") {
  CHECK(axis_unit("N", "", 25e3).symbol == "kN");
  CHECK(axis_unit("N", "", 25e3).shown(25e3) == 25);
  CHECK(axis_unit("m", "", 0.045).symbol == "mm");
  CHECK(axis_unit("m", "", 0.045).shown(0.045) == Approx(45));
  CHECK(axis_unit("N*m", "", 2e6).symbol == "MN*m");
  CHECK(axis_unit("m", "", 0.2).symbol == "m");   // reads well as it is
  CHECK(axis_unit("N", "", 1500).symbol == "N");  // so does this
  CHECK(axis_unit("m", "", 0).symbol == "m");
}

TEST_CASE("axes: no prefix where it would not multiply the unit once") {
  CHECK(axis_unit("m^2", "", 1e-6).symbol == "m^2");  // 1 mm^2 is (1e-3)^2 m^2
  CHECK(axis_unit("1/s", "", 1e6).symbol == "1/s");   // nor ks^-1
  CHECK(axis_unit("kg", "", 1e6).symbol == "kg");     // it has one
  CHECK(axis_unit("s", "", 86400).symbol == "s");     // nobody counts in kiloseconds
  CHECK(axis_unit("1", "", 1e-6).symbol.empty());
  CHECK(axis_unit("any", "", 1e9).symbol.empty());
}

TEST_CASE("axes: the unit asked for") {
  const AxisUnit rpm = axis_unit("rad/s", "rpm", 1000);
  CHECK(rpm.symbol == "rpm");
  CHECK(rpm.shown(2 * 3.14159265358979) == Approx(60));
  const AxisUnit celsius = axis_unit("K", "degC", 300);
  CHECK(celsius.shown(273.15) == Approx(0).margin(1e-9));
}

TEST_CASE("axes: labels") {
  CHECK(axis_label(quantity_of("N*m"), axis_unit("N*m", "", 1)) == "torque [N·m]");
  CHECK(axis_label(quantity_of("K"), axis_unit("K", "", 300)) == "[K]");
  CHECK(axis_label("", axis_unit("1", "", 1)).empty());
  CHECK(pretty_unit("N*m/(rad/s^2)") == "N·m·s²/rad");
  CHECK(pretty_unit("m^-1") == "m⁻¹");
}
