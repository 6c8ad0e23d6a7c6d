// Laws with a kink, written in three ways, against the closed form of the motion: a mass on a spring of 4 N/m when drawn and 100 N/m when
// pressed swings in halves of a sine, of pi/2 s and of pi/10 s. A step across the kink is of first order for every method.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "whole_run.h"

namespace stribeck {
namespace {

/// From rest at 1 m.
double position(double t) {
  using std::numbers::pi;
  const double phase = std::fmod(t + pi / 4, pi / 2 + pi / 10);
  return phase < pi / 2 ? std::sin(2 * phase) : -0.2 * std::sin(10 * (phase - pi / 2));
}

std::string by_formula(const std::string& force) {
  return R"("sensor": {"type": "translational.motion_sensor", "initial": {"x": 1}}, "push": {"type": "translational.force_source"},
    "law": {"type": "signals.expression", "parameters": {"inputs": 1, "expression": ")" +
         force + R"("}}}, "connections": [["mass.M", "sensor.R", "push.R"], ["ground.W", "sensor.C", "push.C"],
    ["sensor.x", "law.u1"], ["law.y", "push.S"]], "outputs": ["sensor.x"])";
}

std::string by_table() {
  return R"("spring": {"type": "translational.nonlinear_spring", "initial": {"x": 1},
    "parameters": {"law": "table", "deformations": [-2, 0, 2], "forces": [-200, 0, 8]}}},
    "connections": [["mass.M", "spring.R"], ["ground.W", "spring.C"]], "outputs": ["spring.x"])";
}

TEST_CASE("laws with kinks are as accurate as smooth ones, with every integrator") {
  const std::pair<std::string, std::string> laws[] = {
      {by_formula("max(-4*u1, -100*u1)"), "sensor.x"}, {by_formula("48*abs(u1) - 52*u1"), "sensor.x"}, {by_table(), "spring.x"}};
  for (const auto& [law, output] : laws)
    for (const std::string solver : {"auto", "dopri5", "bs23", "cvode", "arkode", "rosenbrock4"})
      for (const double rtol : {1e-4, 1e-6, 1e-8}) {
        CAPTURE(law, solver, rtol);
        const std::string accuracy = fmt::format(R"("solver": "{}", "rtol": {}, "atol": {})", solver, rtol, rtol / 1000);
        const test::WholeRun run = test::run_text(
            R"({"format": "stribeck/1", "components": {"ground": {"type": "translational.ground"},
            "mass": {"type": "translational.mass", "parameters": {"mass": 1}, "initial": {"v": 0}}, )" +
            law + R"(, "experiment": {"stop": 6, "interval": 0.05, )" + accuracy + "}}");
        double error = 0;
        for (std::size_t i = 0; i < run.times().size(); ++i) error = std::max(error, std::fabs(run[output][i] - position(run.times()[i])));
        CHECK(error < 10 * rtol * 1.2);  // ten tolerances of what it moves through
      }
}

TEST_CASE("a law with branches in a loop is put on the branch that has a solution of its own") {
  // A damper of F = |v| forwards, -|v| backwards, in series with friction that falls to 60 N far beyond its peak: on either branch Newton's
  // iteration comes to a solution that belongs to the other one (v = -57 m/s; v = 1.471 m/s), and one is left: F = v = V - 0.8 mm/s.
  const test::WholeRun run = test::run_text(test::diagram_text(
      R"("tyre": {"type": "translational.pacejka_friction"}, "damper": {"type": "translational.nonlinear_damper", "parameters": {"law": "table"}},
         "drive": {"type": "translational.velocity_source", "parameters": {"velocity": 1.47}}, "wall": {"type": "translational.ground"})",
      R"(["drive.R", "tyre.R"], ["tyre.C", "damper.R"], ["damper.C", "drive.C", "wall.W"])", R"("experiment": {"stop": 0.1})"));
  const double v = run.last("damper.v"), slip = run.last("tyre.v");
  const double shape = 2 - 2 / M_PI * std::asin(0.6 / 0.9), stiff = 2 / shape / 0.1;
  const double curvature = (2 / shape - std::tan(M_PI / (2 * shape))) / (2 / shape - std::atan(2 / shape)), u = stiff * slip;
  CHECK(v + slip == Approx(1.47).epsilon(1e-12));
  CHECK(90 * std::sin(shape * std::atan(u - curvature * (u - std::atan(u)))) == Approx(v).epsilon(1e-9));
}

}  // namespace
}  // namespace stribeck
