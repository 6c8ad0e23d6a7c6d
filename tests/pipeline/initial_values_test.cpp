// Initial targets: high ones exactly, low ones as nearly as possible, conflicts named; and starts from rest.
#include <catch2/catch.hpp>
#include <cmath>

#include "whole_run.h"

namespace stribeck {
namespace {

using test::diagram_text;
using test::error_of;
using test::run_text;
using test::WholeRun;

/// Two inertias, 1 and 2 kg m^2, geared 5 : 1, with the targets given.
std::string geared(const std::string& in, const std::string& out) {
  return diagram_text(R"("in": {"type": "rotational.inertia", "parameters": {"inertia": 1}, "initial": {)" + in +
                          R"(}}, "out": {"type": "rotational.inertia", "parameters": {"inertia": 2}, "initial": {)" + out +
                          R"(}}, "gear": {"type": "mechanisms.gear_box", "parameters": {"ratio": 5}})",
                      R"(["in.I", "gear.S"], ["gear.O", "out.I"])");
}

TEST_CASE("a target of high priority holds exactly") {
  const WholeRun run = run_text(geared(R"("w": "300 rpm")", ""));
  CHECK(run.first("in.w") == Approx(10 * M_PI).epsilon(1e-15));
  CHECK(run.first("out.w") == Approx(2 * M_PI).epsilon(1e-15));
}

TEST_CASE("two targets of high priority on one freedom agree, or are a conflict") {
  CHECK(run_text(geared(R"("w": 10)", R"("w": 2)")).first("out.w") == Approx(2).epsilon(1e-15));
  CHECK(error_of([] { run_text(geared(R"("w": 10)", R"("w": 3)")); }) == "initial.conflict");
}

TEST_CASE("a target of low priority gives way, and the summary says so") {
  const WholeRun run = run_text(geared(R"("w": 10)", R"("w": {"value": 3, "priority": "low"})"));
  CHECK(run.first("in.w") == Approx(10).epsilon(1e-15));
  REQUIRE(run.summary.notes.size() == 1);
  CHECK(run.summary.notes[0].message.find("out.w = 3") != std::string::npos);
  CHECK(run.summary.notes[0].message.find("starts at 2") != std::string::npos);
}

TEST_CASE("low targets that disagree are met in the sense of least squares") {
  const WholeRun run = run_text(geared(R"("w": {"value": 10, "priority": "low"})", R"("w": {"value": 3, "priority": "low"})"));
  // (5 u - 10)^2 + (u - 3)^2 is least at u = 53/26.
  CHECK(run.first("out.w") == Approx(53.0 / 26).epsilon(1e-9));
  CHECK(run.summary.notes.size() == 2);
}

TEST_CASE("a target on what the states only imply moves the states") {
  // The force in the damper is asked for: 6 N = 3 N s/m * v.
  const WholeRun run = run_text(diagram_text(
      R"("load": {"type": "translational.mass"}, "wall": {"type": "translational.ground"},
         "damper": {"type": "translational.damper", "parameters": {"damping": 3}, "initial": {"F": 6}})",
      R"(["load.M", "damper.R"], ["wall.W", "damper.C"])"));
  CHECK(run.first("load.v") == Approx(2).epsilon(1e-12));
}

TEST_CASE("parallel springs that start at different lengths are a conflict") {
  const auto parallel = [](const std::string& one, const std::string& two) {
    return diagram_text(R"("load": {"type": "translational.mass"}, "wall": {"type": "translational.ground"},
                           "one": {"type": "translational.spring", "initial": {"x": )" +
                            one + R"(}}, "two": {"type": "translational.spring", "initial": {"x": )" + two + "}}",
                        R"(["load.M", "one.R", "two.C"], ["wall.W", "one.C", "two.R"])");
  };
  CHECK(error_of([&] { run_text(parallel("0.1", "0.1")); }) == "initial.conflict");  // one the other way round
  CHECK(run_text(parallel("0.1", "-0.1")).first("two.x") == Approx(-0.1).epsilon(1e-15));
}

TEST_CASE("springs in a ring keep their sum exactly, however long they swing") {
  const WholeRun run = run_text(diagram_text(
      R"("a": {"type": "translational.mass"}, "b": {"type": "translational.mass"}, "c": {"type": "translational.mass"},
         "ab": {"type": "translational.spring", "initial": {"x": 0.1}}, "bc": {"type": "translational.spring", "initial": {"x": -0.3}},
         "ca": {"type": "translational.spring"})",
      R"(["a.M", "ab.R", "ca.C"], ["b.M", "ab.C", "bc.R"], ["c.M", "bc.C", "ca.R"])", R"("experiment": {"stop": 10})"));
  CHECK(run.summary.states == 5);  // three speeds, two lengths
  for (std::size_t row = 0; row < run.times().size(); ++row)
    REQUIRE(std::fabs(run["ab.x"][row] + run["bc.x"][row] + run["ca.x"][row]) <= 1e-16);
}

/// The largest change of a column over the run.
double drift(const WholeRun& run, const std::string& name) {
  double most = 0;
  for (const double value : run[name]) most = std::max(most, std::fabs(value - run.first(name)));
  return most;
}

TEST_CASE("a mass on a spring starts at its static deflection") {
  const WholeRun run = run_text(diagram_text(
      R"("weight": {"type": "translational.force_source", "parameters": {"force": -19.62}},
         "load": {"type": "translational.mass", "parameters": {"mass": 2}},
         "spring": {"type": "translational.spring", "parameters": {"stiffness": 100, "natural_length": 0.5}},
         "wall": {"type": "translational.ground"})",
      R"(["load.M", "spring.R", "weight.R"], ["wall.W", "spring.C", "weight.C"])", R"("experiment": {"stop": 3, "steady_state": true})"));
  CHECK(run.first("spring.x") == Approx(0.5 - 0.1962).epsilon(1e-12));
  CHECK(std::fabs(run.first("load.v")) <= 1e-12);
  CHECK(drift(run, "spring.x") <= 1e-12);
}

TEST_CASE("a drive through friction and a clutchless line starts in uniform motion") {
  const WholeRun run = run_text(diagram_text(
      R"("drive": {"type": "rotational.velocity_source", "parameters": {"velocity": 3}}, "friction": {"type": "rotational.friction"},
         "load": {"type": "rotational.inertia"}, "damper": {"type": "rotational.damper", "parameters": {"damping": 20}},
         "angle": {"type": "rotational.motion_sensor"}, "wall": {"type": "rotational.ground"})",
      R"(["drive.R", "friction.R"], ["friction.C", "load.I", "damper.R", "angle.R"], ["wall.W", "drive.C", "damper.C", "angle.C"])",
      R"("experiment": {"stop": 1, "steady_state": true, "rtol": 1e-10, "atol": 1e-12})"));
  const double w = run.first("load.w");
  CHECK(w > 1);
  CHECK(run.first("friction.T") == Approx(20 * w).epsilon(1e-9));
  CHECK(drift(run, "load.w") <= 1e-9);
  CHECK(run.last("angle.phi") == Approx(w).epsilon(1e-9));  // one second of it
}

TEST_CASE("a diagram without states is as steady as its sources") {
  const WholeRun run = run_text(diagram_text(R"("three": {"type": "signals.constant", "parameters": {"value": 3}})", "",
                                             R"("experiment": {"stop": 1, "steady_state": true})"));
  CHECK(run.summary.states == 0);
  CHECK(run.last("three.y") == 3);
}

TEST_CASE("a force on a free mass has no steady state") {
  const auto pushed = [] {
    run_text(
        diagram_text(R"("push": {"type": "translational.force_source", "parameters": {"force": 1}}, "load": {"type": "translational.mass"},
                             "wall": {"type": "translational.ground"})",
                     R"(["push.R", "load.M"], ["push.C", "wall.W"])", R"("experiment": {"steady_state": true})"));
  };
  CHECK(error_of(pushed) == "initial.no_steady_state");
}

}  // namespace
}  // namespace stribeck
