// Discrete variables, what happens when a condition becomes true, resets, samples, and runs that components end.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "whole_run.h"

// After the recorder's own words, which the builder's would shadow.
#include "declared.h"

namespace stribeck {
namespace {

using test::diagram_text;
using test::run_declaration;

/// Falls, and where it meets the floor at x = 0 its velocity is set to -e times what it was: a rebound by a reset.
void reset_ball(ComponentBuilder& c) {
  auto e = c.parameter("e", 0.5, "1", "restitution");
  const Expression x = c.variable("x", "m", "height");
  const Expression v = c.variable("v", "m/s", "velocity");
  c.relation("fall", der(v) == c.parameter("a", -9.81, "m/s^2", "acceleration"));
  c.relation("velocity", der(x) == v);
  const Expression bounces = c.discrete("bounces", "1", "so far", 0);
  c.when("bounces", x < 0, {{v, -e * v}, {x, 0}, {bounces, bounces + 1}});
}

/// Two numbers that change places every second, and one that counts in terms of what was: all at once.
void swapper(ComponentBuilder& c) {
  const Expression a = c.discrete("a", "1", "one", 1);
  const Expression b = c.discrete("b", "1", "other", 2);
  const Expression sum = c.discrete("sum", "1", "of all a before", 0);
  auto period = c.parameter("period", 1, "s", "between changes");
  const Expression n = c.every("n", period, period, {{a, b}, {b, a}, {sum, sum + a}});
  // Chained: becomes true because of what another event assigned, at the same instant.
  const Expression third = c.discrete("third", "s", "when n became 3", -period);
  c.when("third", n >= 3, {{third, c.time()}});
}

/// Ends the run at a height.
void guard(ComponentBuilder& c) {
  const Expression u = c.input("u", "1", "what is watched");
  c.terminate_when(u > 2, "high enough");
  c.require(u < 3, "it must stay below 3");
}

/// Tries to set what follows from its input.
void no_state(ComponentBuilder& c) {
  const Expression u = c.input("u", "1", "decides");
  const Expression y = c.variable("y", "1", "follows");
  c.relation("follows", y == 2 * u);
  c.when("resets", u > 1, {{y, 0}});
}

const stribeck_library* library() {
  static const std::array kComponents{
      stribeck_component{"test.reset_ball", run_declaration<reset_ball>, "Bounces.", "discrete_test.cpp"},
      stribeck_component{"test.swapper", run_declaration<swapper>, "Swaps.", "discrete_test.cpp"},
      stribeck_component{"test.guard", run_declaration<guard>, "Guards.", "discrete_test.cpp"},
      stribeck_component{"test.no_state", run_declaration<no_state>, "Resets.", "discrete_test.cpp"},
  };
  static const stribeck_library kLibrary{sizeof(stribeck_library), STRIBECK_INTERFACE_MAJOR, STRIBECK_INTERFACE_MINOR, kComponents.data(),
                                         static_cast<int32_t>(kComponents.size())};
  return &kLibrary;
}

test::WholeRun run_with(const std::string& text, const RunOptions& options = {}) {
  Registry registry;
  add_builtin_components(registry);
  registry.add_library(library, "discrete_test.cpp");
  const ModelPtr model = load(registry, "test.json", options, &text);
  test::WholeRun result;
  result.summary = run(*model, result.trajectory, options);
  return result;
}

Diagnostic fault_of(const std::string& text) {
  const std::optional<Diagnostic> fault = test::fault_of([&] { run_with(text); });
  REQUIRE(fault);
  return *fault;
}

TEST_CASE("a reset at an event is a jump of the state") {
  for (const char* solver : {"auto", "dopri5", "cvode", "arkode", "rosenbrock4"}) {
    CAPTURE(solver);
    const test::WholeRun run =
        run_with(diagram_text(R"("ball": {"type": "test.reset_ball", "initial": {"x": 1, "v": 0}})", "",
                              R"("experiment": {"stop": 1.1, "rtol": 1e-10, "atol": 1e-12, "solver": ")" + std::string(solver) + R"("})"));
    const double fall = std::sqrt(2 / 9.81), u = 9.81 * fall;
    CHECK(run.last("ball.bounces") == 2);
    REQUIRE(run.trajectory.events().size() == 6);  // a condition, what it does, and the condition again, twice
    // A tenth of rtol; cvode, which takes the fall from order one on, a little more.
    CHECK(run.trajectory.events()[0].time_s == Approx(fall).epsilon(std::string(solver) == "cvode" ? 2e-11 : 1e-11));
    CHECK(run.trajectory.events()[5].time_s == Approx(2 * fall).epsilon(1e-10));
    const double t = 1.1 - 2 * fall;
    CHECK(run.last("ball.v") == Approx(0.25 * u - 9.81 * t).epsilon(1e-8));
  }
}

TEST_CASE("what happens at one instant is computed from what was before it") {
  const test::WholeRun run = run_with(diagram_text(R"("swap": {"type": "test.swapper"})", "", R"("experiment": {"stop": 4.5})"));
  // At 1, 2, 3, 4 s: a is 1, 2, 1, 2 before.
  CHECK(run.last("swap.a") == 1);
  CHECK(run.last("swap.b") == 2);
  CHECK(run.last("swap.sum") == 6);
  CHECK(run.at("swap.a", 1.5) == 2);
  CHECK(run.last("swap.third") == 3);
}

TEST_CASE("samples are taken on time however many there are, and where the run begins if that is later") {
  // 0.1 s is no binary fraction: the time of the sample number k is offset + k * period, not a sum of k periods.
  const std::string text =
      diagram_text(R"("clock": {"type": "signals.ramp", "parameters": {"height": 2000, "duration": "2000 s"}},
                                           "hold": {"type": "signals.sampler", "parameters": {"period": "0.1 s"}})",
                   R"(["clock.y", "hold.u"])",
                   R"("experiment": {"start": 0.25, "stop": 1000.05, "interval": 100}, "outputs": ["hold.samples", "hold.y"])");
  const test::WholeRun run = run_with(text);
  CHECK(run.last("hold.samples") == 10001);
  CHECK(run.last("hold.y") == 0.1 * 10000);
  CHECK(run.first("hold.y") == 0.25);
  CHECK(run.at("hold.y", 0.299) == 0.25);
  CHECK(run.at("hold.y", 0.35) == Approx(0.3).epsilon(1e-15));
}

TEST_CASE("what is stored in a clutch that lets go under load is lost, and booked") {
  // 50 N m twist the flanks by 5 mrad: half of the product, 0.125 J, is gone when they part.
  const test::WholeRun run = run_with(diagram_text(
      R"("command": {"type": "signals.profile", "parameters": {"times": [0, 1, 1.001, 1.002], "values": [1, 1, 0, 0]}},
         "drive": {"type": "rotational.torque_source", "parameters": {"torque": 50}}, "shaft": {"type": "rotational.inertia"},
         "drag": {"type": "rotational.damper", "parameters": {"damping": 1000}}, "frame": {"type": "rotational.ground"},
         "clutch": {"type": "rotational.dog_clutch", "parameters": {"clearance": "1 mrad", "damping": 100}, "initial": {"phi": 0}})",
      R"(["command.y", "clutch.S"], ["drive.R", "shaft.I", "drag.R", "clutch.R"], ["frame.W", "drive.C", "drag.C", "clutch.C"])",
      R"("experiment": {"stop": 2, "rtol": 1e-10, "atol": 1e-12})"));
  CHECK(run.summary.audit.relative() < 1e-9);
  CHECK(run.last("clutch.meshed") == 0);
  const auto clutch = std::find_if(run.summary.audit.components.begin(), run.summary.audit.components.end(),
                                   [](const EnergyRow& row) { return row.instance == "clutch"; });
  REQUIRE(clutch != run.summary.audit.components.end());
  CHECK(clutch->stored == Approx(0).margin(1e-12));
  CHECK(clutch->dissipated > 0.124);
}

TEST_CASE("a component ends the run, as planned or with an error") {
  const auto text = [](double height) {
    return diagram_text(R"("rise": {"type": "signals.ramp", "parameters": {"height": )" + std::to_string(height) +
                            R"(, "duration": "1 s"}}, "guard": {"type": "test.guard"})",
                        R"(["rise.y", "guard.u"])", R"("experiment": {"stop": 2})");
  };
  const test::WholeRun run = run_with(text(4));
  CHECK(run.summary.reached_s == Approx(0.5).epsilon(1e-12));
  CHECK_FALSE(run.summary.interrupted);
  CHECK(run.summary.end == "guard: high enough");
  CHECK(run.times().back() == run.summary.reached_s);
  // A step goes past both at once: the error counts.
  const Diagnostic fault = fault_of(diagram_text(R"("rise": {"type": "signals.step", "parameters": {"height": 4, "start_time": "1 s"}},
                                                    "guard": {"type": "test.guard"})",
                                                 R"(["rise.y", "guard.u"])", R"("experiment": {"stop": 2})"));
  CHECK(describe(fault.code).code == "run.assertion");
  CHECK(fault.message == "at t = 1 s guard: it must stay below 3");
  CHECK(fault.where.instance == "guard (test.guard)");
}

TEST_CASE("only what is integrated can be reset") {
  const Diagnostic fault =
      fault_of(diagram_text(R"("set": {"type": "signals.constant", "parameters": {"value": 2}}, "part": {"type": "test.no_state"})",
                            R"(["set.y", "part.u"])", R"("experiment": {"stop": 1})"));
  CHECK(describe(fault.code).code == "structure.no_reset");
  CHECK(fault.message.find("\"resets\"") != std::string::npos);
  CHECK(fault.where.instance == "part (test.no_state)");
}

}  // namespace
}  // namespace stribeck
