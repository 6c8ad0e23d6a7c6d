// Algebraic loops whose terms are far from size one, or grow from nothing: what the search takes for rounding follows the terms.
#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "files.h"
#include "whole_run.h"

namespace stribeck {
namespace {

/// The diagram of diagrams/verify/mechanisms_lossy_gear_power_turns.json with torques so many times as large: T of the input side is
/// -2 s (t - t0)/0.95 before t0 and -2 s (t - t0) 0.95 behind it, with s the slope of the torque that drives the output.
std::string gear_of(double times, double offset, double slope) {
  const auto number = [](double value) { return std::to_string(value); };
  return R"({"format": "stribeck/1", "components": {
    "drive": {"type": "rotational.velocity_source", "parameters": {"velocity": "2.5 rad/s"}},
    "gear": {"type": "mechanisms.lossy_gear", "parameters": {"ratio": 0.5, "friction": "exact", "efficiency": 0.95,
      "back_efficiency": 0.95, "output_damping": )" +
         number(3 * times) + R"(}},
    "torque": {"type": "signals.ramp", "parameters": {"offset": )" +
         number(offset * times) + R"(, "height": )" + number(slope * times) + R"(, "duration": "1 s"}},
    "load": {"type": "rotational.torque_source"}, "housing": {"type": "rotational.ground"}},
  "connections": [["drive.R", "gear.S"], ["gear.O", "load.R"], ["torque.y", "load.S"], ["housing.W", "drive.C", "load.C"]],
  "experiment": {"stop": "1 s", "interval": "10 ms"}, "outputs": ["gear.T"]})";
}

double worst_of(const test::WholeRun& run, double turns_s, double slope) {
  double worst = 0;
  for (std::size_t i = 0; i < run.times().size(); ++i) {
    const double torque = -2 * slope * (run.times()[i] - turns_s), exact = torque > 0 ? torque / 0.95 : torque * 0.95;
    worst = std::max(worst, std::fabs(run.trajectory.values(0)[i] - exact));
  }
  return worst;
}

TEST_CASE("power that turns round in a large gear is no end of the loop's solution") {
  for (const double times : {1.0, 64.0, 4096.0}) {
    const test::WholeRun run = test::run_text(gear_of(times, 14.8, 1));
    CAPTURE(times);
    CHECK(worst_of(run, 0.2, times) <= 1e-12 * 15 * times);  // of the terms, 15 N*m, which rounding is a share of
    CHECK(run.summary.notes.empty());
  }
}

TEST_CASE("the torque of a loop that grows from nothing goes on along its solution") {
  for (const double slope : {1.0, 1e3}) {
    const test::WholeRun run = test::run_text(gear_of(1, 15, slope));
    CAPTURE(slope);
    CHECK(worst_of(run, 0, slope) <= 1e-12 * (15 + slope));
    CHECK(run.summary.notes.empty());
  }
}

// A brake that answers to the acceleration: J a = load - 33.1 tanh(a) has one solution at any load. It grows from nothing to a million
// times the floor of what counts as zero within one step, so that even in the shortest stretch of that step it changes by many times
// itself.
TEST_CASE("what grows from nothing by far more than any floor within a step is no end of the loop's solution") {
  const test::WholeRun run = test::run_text(R"json({"format": "stribeck/1", "components": {
    "body": {"type": "rotational.inertia", "parameters": {"inertia": 0.01}}, "wall": {"type": "rotational.ground"},
    "load": {"type": "rotational.torque_source"}, "brake": {"type": "rotational.torque_source"},
    "torque": {"type": "signals.ramp", "parameters": {"height": 1e6, "duration": 1e-3}},
    "sensor": {"type": "rotational.acceleration_sensor"},
    "law": {"type": "signals.expression", "parameters": {"expression": "-33.1*tanh(u1)"}}},
  "connections": [["body.I", "load.R", "brake.R", "sensor.R"], ["wall.W", "load.C", "brake.C", "sensor.C"], ["torque.y", "load.S"],
    ["sensor.a", "law.u1"], ["law.y", "brake.S"]],
  "experiment": {"stop": 1e-3, "interval": 1e-4, "solver": "rk4", "step": 1e-4}, "outputs": ["sensor.a"]})json");
  CHECK(run.summary.notes.empty());
  CHECK(run.times().size() == 11);  // no event
  for (std::size_t i = 1; i < run.times().size(); ++i)
    CHECK(run.trajectory.values(0)[i] == Approx((1e9 * run.times()[i] - 33.1) / 0.01).epsilon(1e-12));
}

}  // namespace
}  // namespace stribeck
