// Rigid constraints: the forces that they need and the states that they cost, against closed forms.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "whole_run.h"

namespace stribeck {
namespace {

using test::diagram_text;
using test::run_text;
using test::WholeRun;

const std::string kExperiment = R"("experiment": {"stop": 2, "interval": 0.01, "rtol": 1e-9, "atol": 1e-12})";

TEST_CASE("a position source accelerates a mass with the second derivative of its signal") {
  const WholeRun run = run_text(diagram_text(
      R"("sine": {"type": "signals.sine", "parameters": {"amplitude": 0.1, "frequency": 1.5, "phase": 0.2}},
         "drive": {"type": "translational.position_source"}, "body": {"type": "translational.mass", "parameters": {"mass": 3}},
         "wall": {"type": "translational.ground"})",
      R"(["sine.y", "drive.S"], ["drive.R", "body.M"], ["wall.W", "drive.C"])", kExperiment));
  CHECK(run.summary.states == 0);
  const double rate = 3 * M_PI;
  for (std::size_t row = 0; row < run.times().size(); ++row) {
    const double t = run.times()[row];
    REQUIRE(run["drive.x"][row] == Approx(0.1 * std::sin(rate * t + 0.2)).margin(1e-14));
    REQUIRE(run["body.v"][row] == Approx(0.1 * rate * std::cos(rate * t + 0.2)).margin(1e-13));
    // F is transmitted from R to C: what pushes the body is -F = m a.
    REQUIRE(run["drive.F"][row] == Approx(3 * 0.1 * rate * rate * std::sin(rate * t + 0.2)).margin(1e-11));
  }
}

TEST_CASE("a geared inertia is felt divided by the square of the ratio") {
  const WholeRun run = run_text(diagram_text(
      R"("motor": {"type": "rotational.torque_source", "parameters": {"torque": 2}},
         "in": {"type": "rotational.inertia", "parameters": {"inertia": 0.5}},
         "gear": {"type": "mechanisms.gear_box", "parameters": {"ratio": -4}},
         "out": {"type": "rotational.inertia", "parameters": {"inertia": 8}},
         "housing": {"type": "rotational.ground"})",
      R"(["motor.R", "in.I", "gear.S"], ["gear.O", "out.I"], ["motor.C", "housing.W"])", kExperiment));
  CHECK(run.summary.states == 1);
  const double acceleration = 2 / (0.5 + 8.0 / 16);
  CHECK(run.last("in.w") == Approx(2 * acceleration).epsilon(1e-12));
  CHECK(run.last("out.w") == Approx(-2 * acceleration / 4).epsilon(1e-12));
}

TEST_CASE("two springs in series around a node without mass carry one force") {
  const WholeRun run = run_text(diagram_text(
      R"("body": {"type": "translational.mass", "parameters": {"mass": 2}, "initial": {"v": 1}},
         "soft": {"type": "translational.spring", "parameters": {"stiffness": 100}},
         "hard": {"type": "translational.spring", "parameters": {"stiffness": 300}},
         "wall": {"type": "translational.ground"})",
      R"(["body.M", "soft.R"], ["soft.C", "hard.R"], ["hard.C", "wall.W"])", kExperiment));
  CHECK(run.summary.states == 2);
  const double rate = std::sqrt(100.0 * 300 / 400 / 2);
  for (std::size_t row = 0; row < run.times().size(); ++row) {
    REQUIRE(run["soft.F"][row] == Approx(run["hard.F"][row]).margin(1e-12));
    REQUIRE(run["soft.x"][row] + run["hard.x"][row] == Approx(std::sin(rate * run.times()[row]) / rate).margin(1e-7));
  }
}

TEST_CASE("a force sensor between two bodies makes them one, and tells what the second one needs") {
  const WholeRun run = run_text(diagram_text(
      R"("sine": {"type": "signals.sine", "parameters": {"amplitude": 6, "frequency": 0.7}}, "push": {"type": "translational.force_source"},
         "front": {"type": "translational.mass", "parameters": {"mass": 1}}, "link": {"type": "translational.force_sensor"},
         "rear": {"type": "translational.mass", "parameters": {"mass": 2}}, "wall": {"type": "translational.ground"})",
      R"(["sine.y", "push.S"], ["push.R", "front.M", "link.R"], ["link.C", "rear.M"], ["push.C", "wall.W"])", kExperiment));
  CHECK(run.summary.states == 1);
  for (std::size_t row = 0; row < run.times().size(); ++row) {
    REQUIRE(run["link.F"][row] == Approx(6 * std::sin(1.4 * M_PI * run.times()[row]) * 2 / 3).margin(1e-12));
    REQUIRE(run["front.v"][row] == run["rear.v"][row]);
  }
}

TEST_CASE("a speed that is prescribed through a wheel and a gear needs the torque of everything behind it") {
  const WholeRun run = run_text(diagram_text(
      R"("ramp": {"type": "signals.ramp", "parameters": {"height": 10, "duration": 2}}, "drive": {"type": "rotational.velocity_source"},
         "gear": {"type": "mechanisms.gear_box", "parameters": {"ratio": 2}},
         "wheel": {"type": "mechanisms.wheel_and_axle", "parameters": {"radius": 0.3}},
         "car": {"type": "translational.mass", "parameters": {"mass": 40}}, "housing": {"type": "rotational.ground"})",
      R"(["ramp.y", "drive.S"], ["drive.R", "gear.S"], ["gear.O", "wheel.A"], ["wheel.P", "car.M"], ["drive.C", "housing.W"])",
      kExperiment));
  // dw/dt = 5 rad/s^2 at the drive, 0.75 m/s^2 at the car, 30 N there, 9 N m at the axle, 4.5 N m at the drive; T is what goes from R to C.
  CHECK(run.at("drive.T", 1) == Approx(-4.5).epsilon(1e-12));
  CHECK(run.at("car.v", 1) == Approx(0.75).epsilon(1e-12));
  CHECK(run.summary.states == 0);
}

TEST_CASE("two planetary gears on one sun and one ring turn their carriers alike, whatever the parts are called") {
  // 4 w_C = w_S + 3 w_R in both: the speeds of sun and ring together say nothing of what tells both gears apart. The carriers are one body
  // of 2 J; with u = (1, 3)/4, J and the torque tau on the sun, (J 1 + 2 J u u') w' = (tau, 0).
  std::vector<std::string> names{"a", "b", "c", "d"};
  do {
    const std::string &sun = names[0], &ring = names[1], &first = names[2], &second = names[3];
    CAPTURE(sun, ring, first, second);
    std::string components = R"("motor": {"type": "rotational.torque_source", "parameters": {"torque": 3}},
        "one": {"type": "mechanisms.planetary_gear", "parameters": {"ring_to_sun_ratio": 3}},
        "two": {"type": "mechanisms.planetary_gear", "parameters": {"ring_to_sun_ratio": 3}}, "housing": {"type": "rotational.ground"})";
    for (const std::string& name : names)
      components += ", \"" + name + R"(": {"type": "rotational.inertia", "parameters": {"inertia": 0.5}})";
    const WholeRun run = run_text(diagram_text(components,
                                               R"(["motor.C", "housing.W"], ["motor.R", "one.S", "two.S", ")" + sun + R"(.I"],
                                                  ["one.R", "two.R", ")" +
                                                   ring + R"(.I"], ["one.C", ")" + first + R"(.I"], ["two.C", ")" + second + R"(.I"])",
                                               kExperiment));
    CHECK(run.summary.states == 2);
    // u u' = (1, 3; 3, 9)/16: 0.5 (1 + 2/16, 6/16; 6/16, 1 + 18/16) w' = (3, 0), of determinant 0.25 (18 * 34 - 36)/256.
    const double determinant = 0.25 * (18 * 34 - 36) / 256, of_sun = 3 * 0.5 * 34 / 16 / determinant,
                 of_ring = -3 * 0.5 * 6 / 16 / determinant;
    CHECK(run.last(sun + ".w") == Approx(2 * of_sun).epsilon(1e-9));
    CHECK(run.last(ring + ".w") == Approx(2 * of_ring).epsilon(1e-9));
    CHECK(run.last(first + ".w") == Approx(2 * (of_sun + 3 * of_ring) / 4).epsilon(1e-9));
    CHECK(run.last(second + ".w") == Approx(run.last(first + ".w")).epsilon(1e-9));
  } while (std::next_permutation(names.begin(), names.end()));
}

TEST_CASE("two sources that hold one speed, and a speed that nothing determines, are named") {
  const auto error = [](const std::string& components, const std::string& connections) {
    return test::error_of([&] { run_text(diagram_text(components, connections)); });
  };
  CHECK(error(R"("a": {"type": "rotational.velocity_source", "parameters": {"velocity": 1}}, "b": {"type": "rotational.velocity_source"},
                 "wall": {"type": "rotational.ground"})",
              R"(["a.R", "b.R"], ["a.C", "b.C", "wall.W"])") == "structure.singular");
  CHECK(
      error(
          R"("push": {"type": "rotational.torque_source"}, "damper": {"type": "rotational.damper"}, "wall": {"type": "rotational.ground"})",
          R"(["push.R", "damper.R"], ["push.C", "wall.W"])") == "structure.singular");
}

}  // namespace
}  // namespace stribeck
