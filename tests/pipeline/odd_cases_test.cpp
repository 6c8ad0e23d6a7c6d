// What a careless hand connects and gives: right, or refused with a reason.
#include <catch2/catch.hpp>
#include <cmath>

#include "whole_run.h"

namespace stribeck {
namespace {

using test::diagram_text;

TEST_CASE("two masses at one node move as one", "[odd]") {
  const test::WholeRun run = test::run_text(diagram_text(
      R"("a": {"type": "translational.mass", "parameters": {"mass": 1}}, "b": {"type": "translational.mass", "parameters": {"mass": 2}},
    "push": {"type": "translational.force_source", "parameters": {"force": 6}}, "wall": {"type": "translational.ground"})",
      R"(["a.M", "b.M", "push.R"], ["push.C", "wall.W"])", R"("experiment": {"stop": 1})"));
  CHECK(run.last("a.v") == Approx(2).epsilon(1e-9));
  CHECK(run.last("b.v") == Approx(2).epsilon(1e-9));
}

TEST_CASE("a spring and a damper to themselves do nothing", "[odd]") {
  const test::WholeRun run = test::run_text(
      diagram_text(R"("m": {"type": "translational.mass", "parameters": {"mass": 1}, "initial": {"v": 3}},
    "s": {"type": "translational.spring", "parameters": {"natural_length": 0.5}}, "d": {"type": "translational.damper"})",
                   R"(["m.M", "s.R", "s.C", "d.R", "d.C"])", R"("experiment": {"stop": 1}, "outputs": ["m.v", "s.x", "d.v"])"));
  CHECK(run.last("m.v") == Approx(3).epsilon(1e-12));
  CHECK(run.last("s.x") == 0);
  CHECK(run.last("d.v") == 0);
  CHECK(std::fabs(run.summary.audit.residual) < 1e-12);
}

TEST_CASE("nothing where something may be nothing, and a reason where it may not", "[odd]") {
  const auto around = [](const std::string& parameters_of_mass, const std::string& parameters_of_spring) {
    return diagram_text(R"("m": {"type": "translational.mass", "parameters": {)" + parameters_of_mass +
                            R"(}, "initial": {"v": 1}}, "s": {"type": "translational.spring", "parameters": {)" + parameters_of_spring +
                            R"(}}, "wall": {"type": "translational.ground"})",
                        R"(["m.M", "s.R"], ["s.C", "wall.W"])", R"("experiment": {"stop": 1})");
  };
  const auto error = [&](const std::string& mass, const std::string& spring) {
    return test::error_of([&] { test::run_text(around(mass, spring)); });
  };
  CHECK(test::run_text(around(R"("mass": 1)", R"("stiffness": 0)")).last("m.v") == Approx(1).epsilon(1e-12));
  CHECK(error(R"("mass": 0)", R"("stiffness": 1)") == "value.out_of_range");
  CHECK(error(R"("mass": -1)", R"("stiffness": 1)") == "value.out_of_range");
  CHECK(error(R"("mass": 1)", R"("stiffness": -1)") == "value.out_of_range");
  CHECK(error(R"("mass": 1e999)", R"("stiffness": 1)") == "value.not_finite");
  CHECK(error(R"("mass": "=1/0")", R"("stiffness": 1)") != "");
  CHECK(error(R"("mass": 1)", R"("stiffness": "=10^400")") != "");
}

TEST_CASE("a billionth of a kilogram beside a billion", "[odd]") {
  // A speck on a spring to a giant that a force of 1e9 N moves at 1 m/s^2: w = sqrt(1e-5/1e-9) = 100 rad/s about -a/w^2.
  const test::WholeRun run = test::run_text(diagram_text(
      R"("giant": {"type": "translational.mass", "parameters": {"mass": 1e9}}, "speck": {"type": "translational.mass", "parameters": {"mass": 1e-9}},
    "s": {"type": "translational.spring", "parameters": {"stiffness": 1e-5}},
    "push": {"type": "translational.force_source", "parameters": {"force": 1e9}}, "wall": {"type": "translational.ground"})",
      R"(["speck.M", "s.R"], ["giant.M", "s.C", "push.R"], ["push.C", "wall.W"])",
      R"("experiment": {"stop": 1, "rtol": 1e-9, "atol": 1e-12}, "outputs": ["giant.v", "s.x"])"));
  for (std::size_t i = 0; i < run.times().size(); ++i) {
    const double t = run.times()[i];
    REQUIRE(run["giant.v"][i] == Approx(t).margin(1e-9));
    REQUIRE(run["s.x"][i] == Approx(-1e-4 * (1 - std::cos(100 * t))).margin(1e-9));
  }
  CHECK(run.summary.audit.relative() < 1e-6);
}

TEST_CASE("limits that cannot hold are refused", "[odd]") {
  const auto error = [](const std::string& component, const std::string& parameters) {
    return test::error_of(
        [&] { test::run_text(diagram_text(R"("odd": {"type": ")" + component + R"(", "parameters": {)" + parameters + "}}", "")); });
  };
  CHECK(error("mechanisms.lossy_gear", R"("efficiency": 1.01)") == "value.out_of_range");
  CHECK(error("mechanisms.lossy_gear", R"("ratio": 0)") == "value.out_of_range");
  CHECK(error("translational.hard_stop", R"("upper_bound": -1, "lower_bound": 1)") == "value.out_of_range");
  CHECK(error("signals.limiter", R"("upper_bound": -1, "lower_bound": 1)") == "value.out_of_range");
  CHECK(error("rotational.damper", R"("damping": -1)") == "value.out_of_range");
  CHECK(error("rotational.friction", R"("coulomb_torque": 30, "breakaway_torque": 25)") == "value.out_of_range");
  CHECK(error("mechanisms.slider_crank", R"("crank_radius": 2, "rod_length": 1)") == "value.out_of_range");
}

}  // namespace
}  // namespace stribeck
