// Motions far smaller than one in their unit. Where no nominal value is declared a state is weighed by the size that it has had so far, so
// that what is a micrometre long is as accurate, in its own measure, as what is a metre long.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "whole_run.h"

namespace stribeck {
namespace {

constexpr double kRtol = 1e-6;  // of a diagram that names no tolerance

test::WholeRun swing(double from, const std::string& solver) {
  return test::run_text(fmt::format(R"({{"format": "stribeck/1", "components": {{"ground": {{"type": "translational.ground"}},
    "mass": {{"type": "translational.mass", "parameters": {{"mass": 1}}, "initial": {{"v": 0}}}},
    "spring": {{"type": "translational.spring", "parameters": {{"stiffness": 1e4}}, "initial": {{"x": {}}}}}}},
    "connections": [["mass.M", "spring.R"], ["ground.W", "spring.C"]], "outputs": ["spring.x", "mass.v"],
    "experiment": {{"stop": 0.0628, "solver": "{}"}}}})",
                                    from, solver));
}

TEST_CASE("what swings by micrometres is as accurate as what swings by metres, with every integrator") {
  for (const std::string solver : {"auto", "dopri5", "bs23", "cvode", "arkode", "rosenbrock4"})
    for (const double from : {1.0, 1e-3, 1e-5, 1e-7}) {
      CAPTURE(solver, from);
      const test::WholeRun run = swing(from, solver);
      double error = 0;
      for (std::size_t i = 0; i < run.times().size(); ++i) {
        const double phase = 100 * run.times()[i];
        error = std::max(error, std::fabs(run["spring.x"][i] / from - std::cos(phase)));
        error = std::max(error, std::fabs(run["mass.v"][i] / (100 * from) + std::sin(phase)));
      }
      CHECK(error < 10 * kRtol);
    }
}

test::WholeRun hold_by_bristles(const std::string& accuracy) {
  return test::run_text(R"({"format": "stribeck/1", "components": {"ground": {"type": "translational.ground"},
    "mass": {"type": "translational.mass", "parameters": {"mass": 1}, "initial": {"v": 0}},
    "friction": {"type": "translational.lugre_friction", "parameters": {"bristle_stiffness": 1e7, "bristle_damping": 1000}},
    "push": {"type": "translational.force_source"}, "sine": {"type": "signals.sine", "parameters": {"amplitude": 24, "frequency": 5}}},
    "connections": [["mass.M", "friction.R", "push.R"], ["ground.W", "friction.C", "push.C"], ["sine.y", "push.S"]],
    "outputs": ["friction.F", "friction.z", "mass.v"], "experiment": {"stop": 0.2, )" +
                        accuracy + "}}");
}

TEST_CASE("bristles that bend by micrometres are followed to the relative tolerance") {
  const test::WholeRun exact = hold_by_bristles(R"("solver": "rosenbrock4", "rtol": 1e-11, "atol": 1e-15)");
  for (const std::string solver : {"auto", "dopri5", "cvode", "arkode", "rosenbrock4"}) {
    const test::WholeRun run = hold_by_bristles(fmt::format(R"("solver": "{}")", solver));
    for (const std::string output : {"friction.F", "friction.z", "mass.v"}) {
      CAPTURE(solver, output);
      REQUIRE(run[output].size() == exact[output].size());
      const auto [least, most] = std::minmax_element(exact[output].begin(), exact[output].end());
      double error = 0;
      for (std::size_t i = 0; i < exact[output].size(); ++i) error = std::max(error, std::fabs(run[output][i] - exact[output][i]));
      CHECK(error < 10 * kRtol * (*most - *least));
    }
  }
}

/// A load that a spring holds, shaken by so little that what rounding leaves of the two forces is as large.
std::int64_t steps_in_balance(double stiffness, double load, double shaking, const std::string& accuracy) {
  const test::WholeRun run = test::run_text(fmt::format(
      R"({{"format": "stribeck/1", "components": {{"ground": {{"type": "translational.ground"}}, "mass": {{"type": "translational.mass"}},
    "spring": {{"type": "translational.spring_damper", "parameters": {{"stiffness": {}, "damping": 100}}}},
    "push": {{"type": "translational.force_source"}},
    "sine": {{"type": "signals.sine", "parameters": {{"amplitude": {}, "frequency": 1, "offset": {}}}}}}},
    "connections": [["mass.M", "spring.R", "push.R"], ["ground.W", "spring.C", "push.C"], ["sine.y", "push.S"]],
    "outputs": ["mass.v"], "experiment": {{"stop": 2, "steady_state": true, {}}}}})",
      stiffness, shaking, load, accuracy));
  return run.summary.statistics.steps;
}

TEST_CASE("steps do not follow what rounding leaves of large forces in balance, with any implicit integrator") {
  struct Balance {
    double stiffness, load, shaking;
  };
  for (const Balance& of : {Balance{1e9, 1e6, 1e-6}, Balance{1e6, 1e4, 1e-9}, Balance{1e9, 1e8, 1e-3}})
    for (const std::string solver : {"cvode", "arkode", "rosenbrock4"}) {
      CAPTURE(of.stiffness, of.load, of.shaking, solver);
      const auto steps = [&](const std::string& atol) {
        return steps_in_balance(of.stiffness, of.load, of.shaking, fmt::format(R"("solver": "{}"{})", solver, atol));
      };
      // With an absolute tolerance that is given a few steps do; without a measure of rounding it took thousands, or no end.
      CHECK(steps("") < 10 * steps(R"(, "atol": 1e-9)"));
    }
}

double residual(const std::string& components, const std::string& connections) {
  RunOptions options;
  options.verify = true;
  const std::string experiment = R"(, "experiment": {"stop": 0.5, "interval": 0.025, "rtol": 1e-8, "atol": 1e-10}})";
  const std::string text = R"({"format": "stribeck/1", "components": {)" + components + R"(}, "connections": [)" + connections + "]";
  const test::WholeRun run = test::run_text(text + experiment, options);
  CAPTURE(run.summary.verification->equation);
  return run.summary.verification->residual;
}

/// Two bodies turn together at 16 rad/s, held by a brake: their relative velocity is rounding, and so is its sign.
TEST_CASE("the sign of a velocity that is rounding is held right either way") {
  CHECK(residual(R"("brake": {"type": "rotational.band_brake"}, "press": {"type": "signals.constant", "parameters": {"value": 33.7}},
                    "rub": {"type": "rotational.dahl_friction"}, "planets": {"type": "mechanisms.planetary_gear"},
                    "drum": {"type": "rotational.inertia"}, "sun": {"type": "rotational.inertia"}, "rotor": {"type": "rotational.inertia"},
                    "ring": {"type": "rotational.inertia"}, "motor": {"type": "rotational.torque_source"},
                    "torque": {"type": "signals.step"})",
                 R"(["brake.R", "rub.R", "drum.I"], ["planets.S", "sun.I"], ["rotor.I", "motor.R"], ["planets.R", "ring.I"],
                    ["brake.C", "rub.C", "planets.C", "motor.C"], ["press.y", "brake.S"], ["torque.y", "motor.S"])") < 1e-9);
}

/// A gap that is closed at the start and opens at once: at the event it has moved by 1e-33 rad, and it has never been larger in a row.
TEST_CASE("what has hardly moved may be on either side of its edge") {
  CHECK(residual(R"("gap": {"type": "rotational.elasto_gap"}, "body": {"type": "rotational.inertia", "initial": {"w": 0.57}})",
                 R"(["gap.C", "body.I"])") < 1e-9);
}

}  // namespace
}  // namespace stribeck
