// Dry friction whose side has no inertia, against small masses there and against closed forms; and what presses itself on.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <utility>

#include "whole_run.h"

namespace stribeck {
namespace {

/// Elements of one spring and one friction each, side by side between a driven body and the ground (Iwan 1966, J. Appl. Mech. 33, 893-900).
std::string iwan(double node_mass) {
  std::string components = R"("drive": {"type": "translational.position_source"},
     "path": {"type": "signals.sine", "parameters": {"amplitude": 0.01, "frequency": 1}},
     "wall": {"type": "translational.ground"})";
  std::string connections = R"(["path.y", "drive.S"], ["drive.C", "wall.W"])";
  for (int k = 1; k <= 4; ++k) {
    const std::string n = std::to_string(k), level = std::to_string(0.5 * k);
    components += R"(, "spring)" + n + R"(": {"type": "translational.spring", "parameters": {"stiffness": 400}, "initial": {"x": 0}})";
    components += R"(, "pad)" + n + R"(": {"type": "translational.dry_friction", "parameters": {"static_force": )" + level +
                  R"(, "coulomb_force": )" + level + "}}";
    connections += R"(, ["drive.R", "spring)" + n + R"(.R"], ["spring)" + n + R"(.C", "pad)" + n + R"(.R")";
    if (node_mass > 0) {
      components += R"(, "node)" + n + R"(": {"type": "translational.mass", "parameters": {"mass": )" + std::to_string(node_mass) + "}}";
      connections += R"(, "node)" + n + R"(.M")";
    }
    connections += R"(], ["pad)" + n + R"(.C", "wall.W"])";
  }
  return test::diagram_text(components, connections, R"("experiment": {"stop": 2, "interval": 0.005, "rtol": 1e-8, "atol": 1e-11})");
}

double force(const test::WholeRun& run, double t) {
  double sum = 0;
  for (int k = 1; k <= 4; ++k) sum += run.at("spring" + std::to_string(k) + ".F", t);
  return sum;
}

TEST_CASE("elements without mass follow Masing's rules, and are the limit of small masses") {
  const test::WholeRun run = test::run_text(iwan(0));
  CHECK(run.summary.audit.relative() < 1e-8);
  // First loading: each carries 400 x up to 0.5 k. Afterwards, from the turn at 0.01 m, a change of twice the limit (Masing 1926).
  const auto virgin = [](double x) {
    double sum = 0;
    for (int k = 1; k <= 4; ++k) sum += std::copysign(std::min(400 * std::fabs(x), 0.5 * k), x);
    return sum;
  };
  for (double t = 0.02; t < 0.25; t += 0.03) CHECK(force(run, t) == Approx(virgin(0.01 * std::sin(2 * M_PI * t))).epsilon(1e-6));
  for (double t = 0.26; t < 0.75; t += 0.035) {
    const double back = 0.01 * std::sin(2 * M_PI * t) - 0.01;
    CHECK(force(run, t) == Approx(virgin(0.01) + 2 * virgin(back / 2)).margin(1e-6));
  }
  // A node of 1 g rings at 100 Hz within a few percent of the levels, and its mean is the same.
  const test::WholeRun small = test::run_text(iwan(1e-6));
  for (const double t : {0.1, 0.4, 0.9, 1.3, 1.77}) CHECK(force(small, t) == Approx(force(run, t)).margin(0.02));
}

// An input that is left open must not bring an acceleration into the law, for a node without mass has none of its own.
TEST_CASE("friction with open inputs is carried by a damper between nodes without mass") {
  const test::WholeRun run = test::run_text(test::diagram_text(
      R"("drive": {"type": "translational.velocity_source", "parameters": {"velocity": 0.1}},
         "link": {"type": "translational.spring_damper", "parameters": {"stiffness": 1000, "damping": 100}},
         "guide": {"type": "translational.guide_friction", "parameters": {"friction_coefficient": 0.5, "transverse_load": 100}},
         "wall": {"type": "translational.ground"})",
      R"(["drive.R", "link.R"], ["link.C", "guide.R"], ["guide.C", "drive.C", "wall.W"])",
      R"("experiment": {"stop": 1, "interval": 0.01, "rtol": 1e-9})"));
  // It holds 1000 N/m 0.1 m/s t + 10 N up to 50 N; then 100 dx/dt + 1000 x = 50 from x = 0.04 m on.
  CHECK(run.at("guide.v", 0.39) == 0);
  CHECK(run.at("link.F", 0.39) == Approx(49).epsilon(1e-9));
  for (const double t : {0.45, 0.6, 0.95}) CHECK(run.at("guide.v", t) == Approx(0.1 - 0.1 * std::exp(-10 * (t - 0.4))).epsilon(1e-6));

  // Side by side with the spring and damper that it hangs on: at rest, and nothing moves it.
  const test::WholeRun still = test::run_text(test::diagram_text(
      R"("brake": {"type": "translational.guide_friction", "parameters": {"friction": "table"}},
         "link": {"type": "translational.spring_damper"}, "body": {"type": "translational.mass", "initial": {"v": 1}})",
      R"(["brake.R", "link.C"], ["brake.C", "link.R", "body.M"])", R"("experiment": {"stop": 1})"));
  CHECK(still.at("body.v", 1) == 1);
  CHECK(still.at("brake.v", 1) == 0);
}

// How fast it slips under a given force its own law would say, but whether it sticks is asked of the network, where nothing answers.
TEST_CASE("a friction whose law depends on speed does not carry itself, and that is said before the run") {
  for (const char* law : {R"("law": "hyperbolic")", R"("law": "table")", R"("law": "stribeck", "viscous_coefficient": 3)"}) {
    INFO(law);
    const std::string text =
        test::diagram_text(std::string(R"("push": {"type": "translational.force_source"}, "wall": {"type": "translational.ground"},
           "body": {"type": "translational.mass"}, "pad": {"type": "translational.dry_friction", "parameters": {)") +
                               law + "}}",
                           R"(["body.M", "pad.R"], ["pad.C", "push.R"], ["push.C", "wall.W"])", R"("experiment": {"stop": 1})");
    CHECK(test::error_of([&] { test::run_text(text); }) == "structure.friction_without_inertia");
  }
}

// Behind the node without inertia a friction that takes up no more than its level: the spring draws on, and no velocity balances it.
TEST_CASE("a friction beside what takes up no more force is told of its side without inertia") {
  const std::string text = test::diagram_text(
      R"("motor": {"type": "rotational.torque_source", "parameters": {"torque": 60}}, "wall": {"type": "rotational.ground"},
         "press": {"type": "signals.ramp"}, "brake": {"type": "rotational.disc_brake", "parameters": {"friction": "table"}},
         "shaft": {"type": "rotational.spring"}, "limit": {"type": "rotational.gonthier_friction"},
         "rotor": {"type": "rotational.inertia"}, "load": {"type": "rotational.inertia"})",
      R"(["shaft.R", "brake.R", "rotor.I", "motor.R"], ["shaft.C", "brake.C", "limit.R"], ["limit.C", "load.I"], ["press.y", "brake.S"],
         ["motor.C", "wall.W"])",
      R"("experiment": {"stop": 0.5, "interval": 0.1})");
  try {
    test::run_text(text);
    FAIL("it ran");
  } catch (const Failure& failure) {
    const Diagnostic& told = failure.diagnostics().front();
    CHECK(told.code == ErrorCode::run_jammed);
    CHECK(told.because.find("no inertia") != std::string::npos);
  }
}

// Two rotors that friction of their own holds at rest share what turns their shaft in any way. The thread beside them does not jam.
TEST_CASE("loads that are shared in any way beside a thread leave the motion as it is") {
  const std::string text = test::diagram_text(
      R"("one": {"type": "rotational.karnopp_inertia"}, "other": {"type": "rotational.switch_inertia"}, "screw": {"type": "joints.screw"},
         "slide": {"type": "translational.mass", "initial": {"v": 1.5}}, "rotor": {"type": "rotational.inertia"},
         "motor": {"type": "rotational.torque_source"}, "wall": {"type": "rotational.ground"},
         "spring": {"type": "translational.spring_damper"})",
      R"(["screw.slide_C", "spring.C"], ["screw.slide_R", "slide.M", "spring.R"], ["screw.turn_C", "one.I", "other.I", "motor.R"],
         ["screw.turn_R", "rotor.I"], ["motor.C", "wall.W"])",
      R"("experiment": {"stop": 0.5, "interval": 0.1})");
  const test::WholeRun run = test::run_text(text);
  for (const char* still : {"one.w", "other.w", "screw.turn_w", "screw.slide_v"}) CHECK(run.last(still) == 0);
  CHECK(run.last("slide.v") == 1.5);
}

TEST_CASE("a network of frictions without mass is the same however it is written") {
  const std::string forwards = R"(["drive.R", "damper.R"], ["damper.C", "pad.R"], ["pad.C", "drive.C", "wall.W"])";
  const std::string backwards = R"(["wall.W", "drive.C", "pad.R"], ["pad.C", "damper.R"], ["damper.C", "drive.R"], ["wave.y", "drive.S"])";
  const std::string parts = R"("drive": {"type": "translational.velocity_source"},
     "wave": {"type": "signals.sine", "parameters": {"amplitude": 1, "frequency": 1}},
     "damper": {"type": "translational.damper", "parameters": {"damping": 10}},
     "pad": {"type": "translational.dry_friction", "parameters": {"static_force": 6, "coulomb_force": 5, "law": "stribeck",
             "stribeck_velocity": 10, "viscous_coefficient": 2}},
     "wall": {"type": "translational.ground"})";
  const std::string experiment = R"("experiment": {"stop": 2, "interval": 0.01})";
  const test::WholeRun one = test::run_text(test::diagram_text(parts, forwards + R"(, ["wave.y", "drive.S"])", experiment));
  const test::WholeRun other = test::run_text(test::diagram_text(parts, backwards, experiment));
  for (const double t : {0.05, 0.2, 0.33, 0.61, 0.8, 1.4}) CHECK(one.at("pad.v", t) == Approx(-other.at("pad.v", t)).margin(1e-9));
  CHECK(one.at("pad.v", 0.05) == 0);
  // While it slips: 10 (V - v) = 5 + exp(-(v/10)^2) + 2 v.
  const double v = one.at("pad.v", 0.2), drive = std::sin(0.4 * M_PI);
  CHECK(10 * (drive - v) == Approx(5 + std::exp(-v * v / 100) + 2 * v).epsilon(1e-9));
}

TEST_CASE("what is pressed on by its own force holds whatever pushes it") {
  // The limit is 2.5 F: no push is large enough.
  for (const char* push : {"10", "1e6"}) {
    const test::WholeRun run = test::run_text(test::diagram_text(
        std::string(R"("push": {"type": "translational.force_source", "parameters": {"force": )") + push + R"(}},
         "sensor": {"type": "translational.force_sensor"}, "slider": {"type": "translational.mass"},
         "pad": {"type": "translational.dry_friction", "parameters": {"normal_force": "signal", "static_coefficient": 2.5,
                 "coulomb_coefficient": 2}}, "wall": {"type": "translational.ground"})",
        R"(["push.R", "slider.M", "sensor.R"], ["sensor.C", "pad.R"], ["pad.C", "push.C", "wall.W"], ["sensor.F", "pad.Fn"])",
        R"("experiment": {"stop": 1})"));
    CHECK(run.last("slider.v") == 0);
    CHECK(run.last("pad.F") == Approx(std::stod(push)));
  }
}

/// A motor draws a slider by a rod beside the line of its guide, whose friction grows with the pull P: f = 6 mu |P|. It gives way to a
/// spring.
test::WholeRun drawn_beside_its_guide(const std::string& coefficient) {
  return test::run_text(test::diagram_text(
      R"("motor": {"type": "translational.velocity_source", "parameters": {"velocity": "-0.1 m/s"}}, "rod": {"type": "translational.force_sensor"},
         "offset": {"type": "signals.gain", "parameters": {"gain": "0.3 m"}}, "slider": {"type": "translational.mass"},
         "guide": {"type": "joints.prismatic", "parameters": {"friction_coefficient": )" +
          coefficient +
          R"(, "normal_force": "joint_forces", "moment_factor_3": "20 1/m", "friction": "exact"}},
         "load": {"type": "translational.spring", "parameters": {"stiffness": 100}, "initial": {"x": 0.1}},
         "frame": {"type": "translational.ground"})",
      R"(["motor.R", "rod.R"], ["rod.C", "slider.M", "guide.R", "load.R"], ["rod.F", "offset.u"], ["offset.y", "guide.M3"],
         ["motor.C", "guide.C", "load.C", "frame.W"])",
      R"("experiment": {"stop": 0.5, "interval": 0.1})"));
}

TEST_CASE("a slider that presses itself on is told of where its force raises its limit by more than itself") {
  for (const auto& [coefficient, slope] : {std::pair("0.1", 0.6), {"0.16", 0.96}, {"0.2", 1.2}}) {
    CAPTURE(coefficient);
    const test::WholeRun run = drawn_beside_its_guide(coefficient);
    for (std::size_t row = 0; row < run.times().size(); ++row)  // the spring pulls as the motor goes: P = k x - f
      CHECK(std::fabs(run["rod.F"][row]) == Approx(100 * run["load.x"][row] / (1 + slope)).epsilon(1e-9).margin(1e-9));
    const auto& notes = run.summary.notes;
    if (slope < 1) CHECK(notes.empty());
    if (slope < 1) continue;
    const auto jams = [](const Diagnostic& note) { return note.code == ErrorCode::run_jammed; };
    const auto jammed = std::find_if(notes.begin(), notes.end(), jams);
    REQUIRE(jammed != notes.end());
    CHECK(jammed->because.find("raises its limit by 1.2 times itself") != std::string::npos);
    // With the guide pressed the other way there is another solution, which is told, too.
    CHECK(std::any_of(notes.begin(), notes.end(), [](const Diagnostic& note) { return note.code == ErrorCode::initial_undetermined; }));
  }
}

// The force of the source moves the friction nowhere, so that the friction needs no acceleration. The body's own momentum does need it.
TEST_CASE("a body with friction of its own keeps its inertia where a source gives its motion") {
  const std::string source = GENERATE("acceleration_source", "velocity_source");
  const test::WholeRun run = test::run_text(test::diagram_text(
      R"("body": {"type": "translational.mass_with_stop_and_friction", "parameters": {"mass": 3, "stribeck_force": 0, "viscous_coefficient": 0}},
         "drive": {"type": "translational.)" +
          source + R"("}, "wall": {"type": "translational.ground"}, "none": {"type": "signals.constant", "parameters": {"value": 0}},
         "motion": {"type": "signals.expression", "parameters": {"expression": ")" +
          (source == "velocity_source" ? "2*t + t^2" : "2 + 2*t") + R"("}})",
      R"(["body.M", "drive.R"], ["drive.C", "wall.W"], ["motion.y", "drive.S"], ["none.y", "motion.u1"])",
      R"("experiment": {"stop": 1, "interval": 0.125, "rtol": 1e-9, "atol": 1e-11})"));
  CHECK(run.summary.notes.empty());
  for (const double t : {0.125, 0.5, 1.0}) {
    CHECK(run.at("body.v", t) == Approx(2 * t + t * t).epsilon(1e-9));
    CHECK(run.at("drive.F", t) ==
          Approx(-3 * (2 + 2 * t) - 5).epsilon(1e-12));  // m a and the Coulomb force, against which the source pushes
  }
}

// Bristles resist no velocity at once. Between them and a pad of which nothing else is known than that nothing pulls at it, all trial
// forces have no answer, of whatever size: what is at rest stays there.
TEST_CASE("a pad at rest beside bristles without damping sticks, whatever its level") {
  for (const char* const level : {"1 N", "20 kN", "20 MN"}) {
    CAPTURE(level);
    const test::WholeRun run = test::run_text(test::diagram_text(
        R"("bristles": {"type": "translational.bristle_friction"}, "body": {"type": "translational.mass", "initial": {"v": 0.1}},
           "pad": {"type": "translational.dry_friction", "parameters": {"static_force": ")" +
            std::string(level) + R"(", "coulomb_force": ")" + level + R"("}})",
        R"(["bristles.R", "pad.R"], ["bristles.C", "pad.C", "body.M"])", R"("experiment": {"stop": 0.5, "interval": 0.1})"));
    CHECK(run.trajectory.values(*run.trajectory.find("pad.v")).back() == 0);
    CHECK(run.trajectory.values(*run.trajectory.find("pad.F")).back() == 0);
    CHECK(run.trajectory.values(*run.trajectory.find("body.v")).back() == 0.1);
  }
}

TEST_CASE("the sled of the course notes takes at most 200 steps at rtol 1e-6, atol 1e-7") {
  for (const char* name : {"sled", "sled_metal"}) {
    RunOptions options;
    options.rtol = "1e-6", options.atol = "1e-7";
    const ModelPtr model =
        load(test::builtin_registry(), STRIBECK_ROOT "/diagrams/verify/translational_dry_friction_" + std::string(name) + ".json", options);
    Trajectory curves;
    CHECK(run(*model, curves, options).statistics.steps <= 200);
  }
}

}  // namespace
}  // namespace stribeck
