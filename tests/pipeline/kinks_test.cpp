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

}  // namespace
}  // namespace stribeck
