// When things happen: scheduled times, crossings, short contacts, several at once, and what never ends.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "results/expectations.h"
#include "whole_run.h"

// After the recorder's own words, which the builder's would shadow.
#include "declared.h"

namespace stribeck {
namespace {

using test::diagram_text;
using test::run_text;
using test::WholeRun;

constexpr double kFreeFall = 9.81;

/// A body of 1 kg under its weight, thrown upwards, between stops; the stops' parameters are given.
std::string thrown(double speed, const std::string& stops, const std::string& experiment) {
  return diagram_text(R"("weight": {"type": "translational.force_source", "parameters": {"force": -9.81}},
                         "body": {"type": "translational.mass", "initial": {"v": )" +
                          std::to_string(speed) + R"(}}, "wall": {"type": "translational.ground"},
                         "stop": {"type": "translational.hard_stop", "initial": {"x": 0}, "parameters": {)" +
                          stops + "}}",
                      R"(["body.M", "weight.R", "stop.R"], ["wall.W", "weight.C", "stop.C"])", R"("experiment": {)" + experiment + "}");
}

std::size_t rows_at(const WholeRun& run, double time_s) {
  return static_cast<std::size_t>(std::count(run.times().begin(), run.times().end(), time_s));
}

TEST_CASE("scheduled changes are stepped to exactly, with a row before and one after") {
  for (const char* solver : {"auto", "dopri5", "cvode", "arkode", "rosenbrock4"}) {
    CAPTURE(solver);
    const WholeRun run = run_text(diagram_text(
        R"("step": {"type": "signals.step", "parameters": {"start_time": 0.3, "height": 2}}, "push": {"type": "translational.force_source"},
           "body": {"type": "translational.mass"}, "drag": {"type": "translational.damper"}, "wall": {"type": "translational.ground"})",
        R"(["step.y", "push.S"], ["push.R", "body.M", "drag.R"], ["wall.W", "push.C", "drag.C"])",
        R"("experiment": {"stop": 1, "interval": 0.25, "rtol": 1e-9, "atol": 1e-12, "solver": ")" + std::string(solver) + R"("})"));
    CHECK(rows_at(run, 0.3) == 2);
    CHECK(run.at("step.y", 0.3) == 2);
    CHECK(run.trajectory.at(*run.trajectory.find("step.y"), 0.3, EventSide::before) == 0);
    CHECK(run.at("body.v", 0.3) == 0);
    // v = F/d (1 - exp(-d t/m)) with d = 100 N s/m
    CHECK(run.last("body.v") == Approx(0.02 * -std::expm1(-70)).epsilon(1e-7));
    CHECK(run.summary.event_instants == 1);
  }
}

TEST_CASE("what happens at the stop time happens, and has its row before and its row after") {
  for (const char* solver : {"auto", "dopri5", "cvode", "arkode", "rosenbrock4", "rk4", "implicit_euler"}) {
    CAPTURE(solver);
    const WholeRun run = run_text(diagram_text(
        R"("step": {"type": "signals.step", "parameters": {"start_time": 1, "height": 2}}, "push": {"type": "translational.force_source"},
           "body": {"type": "translational.mass"}, "drag": {"type": "translational.damper"}, "wall": {"type": "translational.ground"})",
        R"(["step.y", "push.S"], ["push.R", "body.M", "drag.R"], ["wall.W", "push.C", "drag.C"])",
        R"("experiment": {"stop": 1, "interval": 0.25, "step": 0.001, "solver": ")" + std::string(solver) + R"("})"));
    CHECK(rows_at(run, 1) == 2);
    CHECK(run.last("step.y") == 2);
    CHECK(run.last("body.v") == 0);
    CHECK(run.summary.event_instants == 1);
    REQUIRE(run.trajectory.events().size() == 1);
    CHECK(run.trajectory.events()[0].label == "step: time >= start_time");
  }
}

TEST_CASE("a condition that ceases to hold is told as the opposite comparison, and found by the condition, too") {
  const WholeRun run = run_text(diagram_text(
      R"("wave": {"type": "signals.sine", "parameters": {"frequency": "1 Hz"}}, "above": {"type": "signals.comparison", "parameters": {"threshold": 0.5}})",
      R"(["wave.y", "above.u1"])", R"("experiment": {"stop": 1})"));
  REQUIRE(run.trajectory.events().size() == 2);
  const std::string rises = run.trajectory.events()[0].label, falls = run.trajectory.events()[1].label;
  CHECK(rises == "above: u1 > u2");
  CHECK(falls == "above: u1 <= u2");
  CHECK(is_event(rises, falls));
  CHECK(is_event("above", falls));
}

TEST_CASE("a kink at the stop time, where nothing jumps, has one row") {
  const WholeRun run =
      run_text(diagram_text(R"("c": {"type": "signals.ramp"})", "", R"("experiment": {"stop": 1, "interval": 0.1}, "outputs": ["c.y"])"));
  CHECK(run.times().size() == 11);
  CHECK(run.summary.rows == 11);
  CHECK(run.last("c.y") == 1);
}

TEST_CASE("a grid of decimals has each row once, and the stop as its last") {
  std::uint64_t state = 20;
  const auto decimal = [&](int digits, int largest) {  // as text, because it is the reading that rounds
    state = state * 6364136223846793005U + 1442695040888963407U;
    const auto number = static_cast<int>((state >> 33) % static_cast<std::uint64_t>(largest)) + 1;
    return std::pair(number, std::to_string(number) + "e-" + std::to_string(digits));
  };
  for (int k = 0; k < 300; ++k) {
    const auto [start, start_text] = decimal(1, 300);
    const auto [interval, interval_text] = decimal(1, 99);
    const int rows = 1 + k % 40, stop = start + rows * interval;
    const bool in_ms = k % 2 == 1;  // the same time, read with another rounding
    const std::string stop_text = in_ms ? '"' + std::to_string(stop * 100) + R"( ms")" : std::to_string(stop) + "e-1";
    CAPTURE(start_text, interval_text, stop_text);
    const WholeRun run = run_text(diagram_text(R"("c": {"type": "signals.constant", "parameters": {"value": 1}})", "",
                                               R"("experiment": {"start": )" + start_text + R"(, "stop": )" + stop_text +
                                                   R"(, "interval": )" + interval_text + R"(}, "outputs": ["c.y"])"));
    CHECK(run.times().size() == static_cast<std::size_t>(rows) + 1);
    CHECK(run.times().back() == run.summary.stop_s);
  }
}

TEST_CASE("the corners of a profile are stepped to exactly") {
  const WholeRun run = run_text(diagram_text(
      R"("profile": {"type": "signals.profile", "parameters": {"times": [0.1, 0.2, 0.7], "values": [0, 10, -40]}},
         "drive": {"type": "translational.force_source"}, "body": {"type": "translational.mass"},
         "wall": {"type": "translational.ground"})",
      R"(["profile.y", "drive.S"], ["drive.R", "body.M"], ["wall.W", "drive.C"])", R"("experiment": {"stop": 1, "interval": 0.5})"));
  for (const double corner : {0.1, 0.2, 0.7}) CHECK(rows_at(run, corner) == 2);
  // The area below the profile: a triangle to 10, a trapezoid from 10 to -40, and -40 for 0.3 s.
  CHECK(run.last("body.v") == Approx(0.5 - 7.5 - 12).epsilon(1e-12));
}

TEST_CASE("a fall onto a stop is found when it happens") {
  const double expected = std::sqrt(2 / kFreeFall);
  for (const char* solver : {"auto", "dopri5", "cvode", "arkode", "rosenbrock4"}) {
    CAPTURE(solver);
    const WholeRun run = run_text(thrown(0, R"("lower_bound": -1, "upper_bound": 1)",
                                         R"("stop": 0.46, "rtol": 1e-10, "atol": 1e-12, "solver": ")" + std::string(solver) + '"'));
    REQUIRE(run.trajectory.events().size() >= 1);
    CHECK(std::fabs(run.trajectory.events()[0].time_s - expected) <= 1e-10);
    // The row after stands on the far side.
    CHECK(run.at("stop.x", run.trajectory.events()[0].time_s) <= -1);
  }
}

TEST_CASE("a contact much shorter than a step is not missed") {
  // Thrown up with g * 1 s it turns at t = 1 s at g/2; the stop lies a hair below.
  for (const double overlap : {1e-4, 1e-8, 1e-11}) {
    CAPTURE(overlap);
    const WholeRun run = run_text(
        thrown(kFreeFall,
               R"("upper_stiffness": 1e-3, "upper_damping": 0, "lower_bound": -100, "model": "undamped_rebound", "upper_bound": )" +
                   std::to_string(1e12 * (kFreeFall / 2 - overlap)) + "e-12",
               R"("stop": 1.9, "rtol": 1e-6, "solver": "dopri5")"));
    const double half = std::sqrt(2 * overlap / kFreeFall);
    std::vector<double> touching;
    for (const EventRecord& event : run.trajectory.events())
      if (std::fabs(event.time_s - 1) > half / 2) touching.push_back(event.time_s);  // the turn itself is an event too
    REQUIRE(touching.size() >= 2);
    CHECK(touching.front() == Approx(1 - half).margin(1e-2 * half));
    CHECK(touching.back() == Approx(1 + half).margin(1e-2 * half));
  }
}

TEST_CASE("what happens at the same instant is one event") {
  const WholeRun run = run_text(diagram_text(
      R"("one": {"type": "signals.step", "parameters": {"start_time": 0.4}},
         "two": {"type": "signals.step", "parameters": {"start_time": 0.4, "height": 3}},
         "sum": {"type": "signals.sum"}, "push": {"type": "translational.force_source"}, "body": {"type": "translational.mass"},
         "wall": {"type": "translational.ground"})",
      R"(["one.y", "sum.u1"], ["two.y", "sum.u2"], ["sum.y", "push.S"], ["push.R", "body.M"], ["wall.W", "push.C"])",
      R"("experiment": {"stop": 1, "interval": 0.25})"));
  CHECK(run.summary.event_instants == 1);
  CHECK(rows_at(run, 0.4) == 2);
  CHECK(run.last("body.v") == Approx(4 * 0.6).epsilon(1e-12));
}

TEST_CASE("two stops that are hit together settle together") {
  const WholeRun run = run_text(diagram_text(
      R"("a": {"type": "translational.mass", "initial": {"v": 1}}, "b": {"type": "translational.mass", "initial": {"v": 1}},
         "wall": {"type": "translational.ground"}, "stop_a": {"type": "translational.hard_stop"},
         "stop_b": {"type": "translational.hard_stop"})",
      R"(["a.M", "stop_a.R"], ["b.M", "stop_b.R"], ["wall.W", "stop_a.C", "stop_b.C"])", R"("experiment": {"stop": 0.101})"));
  REQUIRE(run.trajectory.events().size() >= 2);
  CHECK(run.trajectory.events()[0].time_s == Approx(0.1).margin(1e-9));
  CHECK(run.trajectory.events()[1].time_s == Approx(0.1).margin(1e-9));
  CHECK(run["a.v"] == run["b.v"]);
}

/// y = 1 while u is negative, else -1: tied to itself it never settles.
void contrary(ComponentBuilder& c) {
  const Expression u = c.input("u", "1", "what is contradicted");
  const Expression y = c.output("y", "1", "the contradiction");
  c.relation("contrary", y == if_else(u < 0, 1, -1));
}
const stribeck_library* contrary_library() {
  static const stribeck_component kComponents[] = {{"test.contrary", test::run_declaration<contrary>, "Contradicts.", "events_test.cpp"}};
  static const stribeck_library kLibrary{sizeof(stribeck_library), STRIBECK_INTERFACE_MAJOR, STRIBECK_INTERFACE_MINOR, kComponents, 1};
  return &kLibrary;
}

TEST_CASE("conditions that alternate for ever end the run with their names") {
  Registry registry;
  add_builtin_components(registry);
  registry.add_library(contrary_library, "events_test.cpp");
  const std::string text = diagram_text(R"("relay": {"type": "test.contrary"}, "gain": {"type": "signals.gain"})",
                                        R"(["relay.y", "gain.u"], ["gain.y", "relay.u"])");
  const ModelPtr model = load(registry, "test.json", {}, &text);
  Trajectory rows;
  try {
    run(*model, rows, {});
    FAIL("it settled");
  } catch (const Failure& failure) {
    CHECK(describe(failure.diagnostics()[0].code).code == "run.event_limit");
    REQUIRE(failure.diagnostics()[0].details.size() == 1);
    CHECK(failure.diagnostics()[0].details[0].second.find("relay") != std::string::npos);
  }
}

TEST_CASE("what an integrator had to say stays when all has come to rest and nothing is left to integrate") {
  // v' = -(1 + v) from 2 m/s: at rest after ln 3.
  const WholeRun run = run_text(test::diagram_text(
      R"("block": {"type": "translational.mass", "parameters": {"mass": 1}, "initial": {"v": 2}}, "bed": {"type": "translational.ground"},
         "rub": {"type": "translational.dry_friction", "parameters": {"static_force": 2, "coulomb_force": 1, "viscous_coefficient": 1}})",
      R"(["block.M", "rub.R"], ["rub.C", "bed.W"])", R"("experiment": {"stop": 3, "interval": 1, "rtol": 1e-8, "atol": 1e-10})"));
  REQUIRE(run.trajectory.events().size() == 1);
  CHECK(run.trajectory.events()[0].time_s == Approx(std::log(3.0)).epsilon(1e-7));
  CHECK(run.last("block.v") == 0);
  CHECK(run.summary.solver_reason == "dopri5: stiffness shortened no step");
}

TEST_CASE("what is scheduled names its component: a profile its points, a wave its parts") {
  const auto labels_of = [](const std::string& source) {
    const WholeRun run = run_text(diagram_text(
        R"("source": {)" + source + R"(}, "push": {"type": "translational.force_source"}, "body": {"type": "translational.mass"},
           "wall": {"type": "translational.ground"})",
        R"(["source.y", "push.S"], ["push.R", "body.M"], ["wall.W", "push.C"])", R"("experiment": {"stop": 1})"));
    std::set<std::string> labels;
    for (const EventRecord& event : run.trajectory.events()) labels.insert(event.label);
    return labels;
  };
  CHECK(labels_of(R"("type": "signals.profile", "parameters": {"times": ["0 s", "0.3 s", "0.6 s"], "values": [0, 1, 0]})") ==
        std::set<std::string>{"source: passes one of its times"});
  CHECK(labels_of(R"("type": "signals.sawtooth", "parameters": {"period": "0.4 s"})") ==
        std::set<std::string>{"source: begins its next part"});
}

}  // namespace
}  // namespace stribeck
