// What is not a finite number never reaches a result; a value that does not exist beyond an edge does no harm before it; and motion that is
// prescribed with a kink.
#include <catch2/catch.hpp>
#include <cmath>

#include "base/text.h"
#include "whole_run.h"

namespace stribeck {
namespace {

using test::run_text;
using test::WholeRun;

Diagnostic fault_in(const std::string& text) {
  const std::optional<Diagnostic> fault = test::fault_of([&] { run_text(text); });
  REQUIRE(fault);
  return *fault;
}

std::string formula(const std::string& text) {
  return R"({"format": "stribeck/1", "components": {"y": {"type": "signals.expression", "parameters": {"inputs": 0, "expression": ")" +
         text + R"("}}}, "connections": [], "experiment": {"stop": 1, "interval": 0.25}, "outputs": ["y.y"]})";
}

TEST_CASE("an output that is not a number or infinite ends the run, wherever in a formula it comes from") {
  for (const char* text :
       {"max(sqrt(t - 0.5), 0.1)", "max(0.1, sqrt(t - 0.5))", "min(log(-t - 1), 3)", "min(3, log(-t - 1))", "1/(t - 0.5)", "exp(1000*t)",
        "sign(sqrt(0.4 - t))", "floor(sqrt(0.4 - t))", "if sqrt(0.4 - t) > 0.1 then 1 else 0"}) {
    CAPTURE(text);
    const Diagnostic fault = fault_in(formula(text));
    CHECK(describe(fault.code).code == "run.not_finite");
    CHECK(fault.message.find('y') != std::string::npos);
  }
}

TEST_CASE("an energy that overflows ends the run and names its component") {
  const Diagnostic fault = fault_in(
      R"({"format": "stribeck/1", "components": {"body": {"type": "rotational.inertia", "initial": {"w": 1e180}}, "oil": {"type": "rotational.damper"},
          "frame": {"type": "rotational.ground"}}, "connections": [["body.I", "oil.R"], ["oil.C", "frame.W"]], "experiment": {"stop": 0.2}})");
  CHECK(describe(fault.code).code == "run.not_finite");
  CHECK(fault.message.find("body") != std::string::npos);
}

/// A drop onto a spring whose force exists below the surface alone: x'' = -g, and -g + (k/m) (-x)^1.5 there. The energy is kept, and the
/// depth is that at which m g (h + d) = 2/5 k d^2.5.
TEST_CASE("a law that has no value beyond its edge is met by every integrator") {
  for (const char* solver : {"auto", "dopri5", "bs23", "rosenbrock4", "cvode", "arkode"}) {
    CAPTURE(solver);
    const WholeRun run = run_text(
        R"({"format": "stribeck/1", "definitions": {"ball": {"doc": "A ball.",
          "parameters": {"k": {"unit": "1", "value": 4000, "doc": "stiffness"}, "T": {"unit": "s", "value": 1, "doc": "unit of time"}},
          "variables": {"x": {"unit": "1", "doc": "height"}, "v": {"unit": "1", "doc": "velocity"}, "f": {"unit": "1", "doc": "force"}},
          "equations": ["T*der(x) = v", "T*der(v) = f - 10", "f = if x < 0 then k*(-x)^1.5 else 0"]}},
          "components": {"ball": {"type": "ball", "initial": {"x": 0.2, "v": 0}}}, "connections": [],
          "experiment": {"stop": 1.9, "interval": 0.01, "rtol": 1e-9, "atol": 1e-12, "solver": ")" +
        std::string(solver) + R"("}, "outputs": ["ball.x", "ball.v", "ball.f"]})");
    const double x = run.last("ball.x"), v = run.last("ball.v"), depth = std::max(-x, 0.0);
    CHECK(0.5 * v * v + 10 * x + 0.4 * 4000 * std::pow(depth, 2.5) == Approx(2).epsilon(1e-6));
    CHECK(run.trajectory.events().size() >= 8);
  }
}

/// x = 1/2 - t^2, where sqrt(x) is held, ends at t = 1/sqrt 2; before, y = t + t^2 passes 1/2 at t = (sqrt 3 - 1)/2. The one step of the
/// run goes beyond both: the level that y is compared with, which is another beyond the end of x > 0, must be back when it is taken back.
TEST_CASE("conditions that a step beyond an edge has seen otherwise change where they would without it") {
  const WholeRun run = run_text(
      R"({"format": "stribeck/1", "definitions": {"fall": {"doc": "Falls through a surface.",
        "parameters": {"T": {"unit": "s", "value": 1, "doc": "unit of time"}},
        "variables": {"x": {"unit": "1", "doc": "height"}, "v": {"unit": "1", "doc": "velocity"}, "y": {"unit": "1", "doc": "level"},
                      "z": {"unit": "1", "doc": "area"}, "high": {"unit": "1", "doc": "whether the level is high"}},
        "equations": ["T*der(x) = v", "T*der(v) = -2", "T*der(y) = 1 - v", "T*der(z) = if x > 0 then sqrt(x) else 0",
                      "high = if y > (if x > 0 then 0.5 else 9) then 1 else 0"]}},
        "components": {"fall": {"type": "fall", "initial": {"x": 0.5, "v": 0, "y": 0, "z": 0}}}, "connections": [],
        "experiment": {"stop": 1, "interval": 0.05, "solver": "rk4", "step": 1}, "outputs": ["fall.high"]})");
  std::vector<double> changes;
  for (std::size_t row = 1; row < run.times().size(); ++row)
    if (run["fall.high"][row] != run["fall.high"][row - 1]) changes.push_back(run.times()[row]);
  REQUIRE(changes.size() == 2);
  CHECK(changes[0] == Approx((std::sqrt(3) - 1) / 2).epsilon(1e-12));
  CHECK(changes[1] == Approx(std::sqrt(0.5)).epsilon(1e-12));
}

TEST_CASE("a kink of a prescribed position is named, and the work of its impulse is counted") {
  // 3 kg get 2 m/s at once at 0.25 s and lose it at 0.75 s: 6 J come from the source, and go back to it.
  const auto text = [](const char* stop) {
    return R"({"format": "stribeck/1", "components": {"ramp": {"type": "signals.ramp", "parameters": {"height": 1, "start_time": 0.25, "duration": 0.5}},
      "drive": {"type": "translational.position_source"}, "slide": {"type": "translational.mass", "parameters": {"mass": 3}},
      "wall": {"type": "translational.ground"}}, "connections": [["ramp.y", "drive.S"], ["drive.R", "slide.M"], ["drive.C", "wall.W"]],
      "experiment": {"interval": 0.1, "stop": )" +
           std::string(stop) + "}}";
  };
  for (const auto& [stop, work] : {std::pair{"0.5", 6.0}, std::pair{"1", 0.0}}) {
    CAPTURE(stop);
    const WholeRun run = run_text(text(stop));
    CHECK(run.summary.audit.supplied == Approx(work).margin(1e-9));
    CHECK(run.summary.audit.residual == Approx(0).margin(1e-9));
    const auto told = std::find_if(run.summary.notes.begin(), run.summary.notes.end(),
                                   [](const Diagnostic& note) { return note.code == ErrorCode::run_prescribed_kink; });
    REQUIRE(told != run.summary.notes.end());
    CHECK(told->message.find("t = 0.25 s slide") != std::string::npos);
    CHECK(told->message.find("drive") != std::string::npos);
    for (const Diagnostic& note : run.summary.notes) CHECK(note.code != ErrorCode::run_energy_unbalanced);
  }
}

/// A drive between 1 kg m^2 and 3 kg m^2, both free and both at 2 rad/s, turns one against the other at 4 rad/s at once: the sum of momenta
/// stays 8 N m s, so that they turn at 5 and 1 rad/s, and the drive's work is 14 J - 8 J.
TEST_CASE("the impulse of a velocity that is given between two bodies acts on both, whatever the order of the file") {
  std::vector<std::string> parts = {R"("one": {"type": "rotational.inertia", "parameters": {"inertia": 1}, "initial": {"w": 2}})",
                                    R"("other": {"type": "rotational.inertia", "parameters": {"inertia": 3}, "initial": {"w": 2}})",
                                    R"("drive": {"type": "rotational.velocity_source"})",
                                    R"("jump": {"type": "signals.step", "parameters": {"height": 4, "start_time": 0.3}})"};
  for (std::size_t turn = 0; turn < parts.size(); ++turn) {
    std::rotate(parts.begin(), parts.begin() + 1, parts.end());
    std::string components;
    for (const std::string& part : parts) components += (components.empty() ? "" : ", ") + part;
    const WholeRun run = run_text(test::diagram_text(components, R"(["drive.R", "one.I"], ["drive.C", "other.I"], ["jump.y", "drive.S"])"));
    CHECK(run.last("one.w") == Approx(5).epsilon(1e-12));
    CHECK(run.last("other.w") == Approx(1).epsilon(1e-12));
    CHECK(run.summary.audit.supplied == Approx(6).epsilon(1e-12));
  }
}

/// Two bodies after Karnopp of 1 kg each; at the second one hangs a third of 1 kg, on which t kN/s acts: where the relative velocity leaves
/// its band at once, by 1e-3 m/s, all momentum that there is remains the integral of the force, 500 N/s t^2.
TEST_CASE("where friction after Karnopp lets go the impulse is shared with what hangs on the bodies, whatever the order of the file") {
  std::vector<std::string> parts = {
      R"("pair": {"type": "translational.karnopp_pair"})", R"("body": {"type": "translational.mass"})",
      R"("free": {"type": "translational.free_end"})",     R"("drive": {"type": "translational.force_source"})",
      R"("wall": {"type": "translational.ground"})",       R"("rise": {"type": "signals.ramp", "parameters": {"height": 1000}})"};
  for (std::size_t turn = 0; turn < parts.size(); ++turn) {
    std::rotate(parts.begin(), parts.begin() + 1, parts.end());
    std::string components;
    for (const std::string& part : parts) components += (components.empty() ? "" : ", ") + part;
    const WholeRun run = run_text(test::diagram_text(
        components, R"(["pair.R", "free.R"], ["pair.C", "body.M", "drive.R"], ["drive.C", "wall.W"], ["rise.y", "drive.S"])",
        R"("experiment": {"stop": 0.5, "interval": 0.1, "rtol": 1e-9, "atol": 1e-12})"));
    CHECK(run.last("pair.v") < -1);
    CHECK(2 * run.last("pair.v_mean") + run.last("body.v") == Approx(125).epsilon(1e-8));  // ten times the tolerance
  }
}

/// The same between a stop that one side with 1 kg more hits, and a drive of 60 N sin(2 pi t) at the other: at an impact the relative
/// velocity stays as it is given, and leaves no momentum behind.
TEST_CASE(
    "an impact beside friction after Karnopp leaves the momentum that the forces and its impulse make, whatever the order of the file") {
  std::vector<std::string> parts = {R"("pair": {"type": "translational.karnopp_pair"})",
                                    R"("body": {"type": "translational.mass"})",
                                    R"("stop": {"type": "translational.hard_stop", "parameters": {"model": "restitution"}})",
                                    R"("drive": {"type": "translational.force_source"})",
                                    R"("wall": {"type": "translational.ground"})",
                                    R"("swing": {"type": "signals.sine", "parameters": {"amplitude": 60}})"};
  for (std::size_t turn = 0; turn < parts.size(); ++turn) {
    std::rotate(parts.begin(), parts.begin() + 1, parts.end());
    std::string components;
    for (const std::string& part : parts) components += (components.empty() ? "" : ", ") + part;
    const WholeRun run = run_text(test::diagram_text(
        components, R"(["pair.R", "drive.R"], ["pair.C", "body.M", "stop.R"], ["drive.C", "stop.C", "wall.W"], ["swing.y", "drive.S"])",
        R"("experiment": {"stop": 0.5, "interval": 0.1, "rtol": 1e-9, "atol": 1e-12})"));
    CHECK(run.last("stop.impulse") > 1);
    const double left = 2 * run.last("pair.v_mean") + run.last("body.v") + run.last("stop.impulse");
    CHECK(left == Approx(60 / M_PI).epsilon(1e-8));  // ten times the tolerance
  }
}

TEST_CASE("a prescribed position without kinks, or with nothing behind it that has mass, is not told of") {
  const std::string smooth =
      R"({"format": "stribeck/1", "components": {"sine": {"type": "signals.sine"}, "drive": {"type": "translational.position_source"},
        "slide": {"type": "translational.mass"}, "wall": {"type": "translational.ground"}, "count": {"type": "signals.edge_counter"}},
        "connections": [["sine.y", "drive.S", "count.u"], ["drive.R", "slide.M"], ["drive.C", "wall.W"]], "experiment": {"stop": 3}})";
  for (const Diagnostic& note : run_text(smooth).summary.notes) CHECK(note.code != ErrorCode::run_prescribed_kink);
  const std::string soft =
      R"({"format": "stribeck/1", "components": {"ramp": {"type": "signals.ramp", "parameters": {"start_time": 0.5}},
        "drive": {"type": "translational.position_source"}, "spring": {"type": "translational.spring"}, "slide": {"type": "translational.mass"},
        "wall": {"type": "translational.ground"}},
        "connections": [["ramp.y", "drive.S"], ["drive.R", "spring.R"], ["spring.C", "slide.M"], ["drive.C", "wall.W"]], "experiment": {"stop": 3}})";
  const WholeRun run = run_text(soft);
  for (const Diagnostic& note : run.summary.notes) CHECK(note.code != ErrorCode::run_prescribed_kink);
  CHECK(run.summary.event_instants >= 1);
}

/// Where flanks first touch they store what they are apart by at the instant that was found, next to nothing, and nothing before.
TEST_CASE("flanks that touch beside a prescribed motion are no kink of it") {
  const WholeRun run = run_text(test::diagram_text(
      R"("sine": {"type": "signals.sine"}, "drive": {"type": "rotational.position_source"}, "wheel": {"type": "rotational.inertia"},
        "wall": {"type": "rotational.ground"}, "one": {"type": "rotational.inertia", "initial": {"w": 2}},
        "play": {"type": "rotational.elastic_backlash", "parameters": {"stiffness": 1e4}, "initial": {"phi": 0}},
        "two": {"type": "rotational.inertia", "initial": {"w": 0}})",
      R"(["sine.y", "drive.S"], ["drive.R", "wheel.I"], ["drive.C", "wall.W"], ["one.I", "play.C"], ["play.R", "two.I"])"));
  CHECK(run.summary.event_instants >= 1);
  CHECK(run.last("one.w") + run.last("two.w") == Approx(2).epsilon(1e-9));
  for (const Diagnostic& note : run.summary.notes) CHECK(note.code != ErrorCode::run_prescribed_kink);
}

TEST_CASE("laws whose slope is infinite at the start, or that have no value on one side of it, are followed by every method") {
  // x' = -(1 + sqrt(-x)) from 0: with s = sqrt(-x), t = 2 (s - ln(1 + s)).
  const std::string end = number_text(2 * (1 - std::log(2.0)));
  const std::string text = R"({"format": "stribeck/1", "components": {"x": {"type": "signals.integrator"},
    "rate": {"type": "signals.expression", "parameters": {"expression": "-sqrt(-u1) - 1"}}},
    "connections": [["rate.y", "x.u"], ["x.y", "rate.u1"]],
    "experiment": {"stop": )" +
                           end + R"(, "interval": 1, "rtol": 1e-8, "atol": 1e-10}, "outputs": ["x.y"]})";
  // y' = sqrt(t) - y from 0, whose rate changes infinitely fast with time at first: y(1) = 1 - D(1), D(t) = exp(-t^2) int_0^t exp(s^2) ds
  // (Dawson's integral; Abramowitz, Stegun 1964, table 7.5: D(1) = 0.53807 95069).
  const std::string of_time = R"({"format": "stribeck/1", "components": {"y": {"type": "signals.integrator"},
    "rate": {"type": "signals.expression", "parameters": {"expression": "sqrt(t) - u1"}}},
    "connections": [["rate.y", "y.u"], ["y.y", "rate.u1"]],
    "experiment": {"stop": 1, "interval": 1, "rtol": 1e-8, "atol": 1e-10}, "outputs": ["y.y"]})";
  for (const char* solver : {"dopri5", "rosenbrock4", "cvode", "arkode"}) {
    CAPTURE(solver);
    RunOptions options;
    options.solver = solver;
    CHECK(run_text(text, options).last("x.y") == Approx(-1).margin(1e-7));  // ten tolerances
    CHECK(run_text(of_time, options).last("y.y") == Approx(1 - 0.5380795069).margin(1e-7));
  }
}

}  // namespace
}  // namespace stribeck
