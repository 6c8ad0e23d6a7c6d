// Steady starts that dry friction, contacts and targets decide on (docs/guide/steady.md); the simple ones are in initial_values_test.cpp.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "whole_run.h"

using Catch::Matchers::Contains;
using namespace stribeck;
using namespace stribeck::test;

namespace {

std::string member(const std::string& name, const std::string& type, const std::string& parameters, const std::string& initial = "") {
  return "\"" + name + "\": {\"type\": \"" + type + "\", \"parameters\": {" + parameters + "}" +
         (initial.empty() ? "" : ", \"initial\": {" + initial + "}") + "}";
}

const std::string kSteady = R"("experiment": {"stop": 1, "interval": 0.1, "rtol": 1e-11, "atol": 1e-13, "steady_state": true})";
const std::string kWall = member("wall", "translational.ground", "");
const std::string kFriction = member("rub", "translational.dry_friction", "");  // 25 N hold, 20 N slide

/// Runs it; nothing may accelerate.
WholeRun steady(const std::string& components, const std::string& connections) {
  WholeRun run = run_text(diagram_text(components + ", " + kWall, connections, kSteady));
  REQUIRE(run.summary.steady);
  CHECK(std::fabs(run.summary.steady->left) <= 1e-9);
  for (const std::string body : {"m", "m2"}) {
    if (!run.trajectory.find(body + ".v")) continue;
    for (const double v : run[body + ".v"]) REQUIRE(v == Approx(run.first(body + ".v")).epsilon(1e-9).margin(1e-10));
  }
  return run;
}

/// 2 kg pushed by 50 N, on 200 N/m and on dry friction: at rest between 0.125 and 0.375 m.
std::string sprung(const std::string& x) {
  return member("m", "translational.mass", R"("mass": 2)") + ", " + member("push", "translational.force_source", R"("force": 50)") + ", " +
         member("spring", "translational.spring", R"("stiffness": 200)", x.empty() ? "" : "\"x\": " + x) + ", " + kFriction;
}
const std::string kSprung = R"(["m.M", "push.R", "spring.R", "rub.R"], ["wall.W", "push.C", "spring.C", "rub.C"])";

}  // namespace

TEST_CASE("where friction holds a range of positions the targets choose one, and a note says so", "[steady]") {
  const auto at = [](const std::string& x) { return steady(sprung(x), kSprung); };
  CHECK(at("").first("spring.x") == Approx(0.25).epsilon(1e-12));
  const WholeRun high = at("0.2");
  CHECK(high.first("spring.x") == 0.2);
  CHECK(high.first("rub.F") == Approx(10).epsilon(1e-9));
  CHECK(at(R"({"value": 0.3, "priority": "low"})").first("spring.x") == Approx(0.3).epsilon(1e-9));
  const WholeRun far = at(R"({"value": 0.5, "priority": "low"})");
  CHECK(far.first("spring.x") == Approx(0.375).epsilon(1e-6));
  CHECK(std::any_of(far.summary.notes.begin(), far.summary.notes.end(),
                    [](const Diagnostic& note) { return note.code == ErrorCode::initial_undetermined; }));
  CHECK(error_of([&] { at("0.5"); }) == "initial.conflict");
}

/// A gear to one and a spring across it: whatever strains the spring turns both shafts, until a flank of the play takes it. Begun within
/// the play, where nothing strains the spring; with its target, on a flank.
TEST_CASE("a target chooses among sets of modes, not only within one", "[steady]") {
  const std::string components =
      member("a", "rotational.inertia", R"("inertia": 0.2)") + ", " + member("b", "rotational.inertia", R"("inertia": 0.4)") + ", " +
      member("gear", "mechanisms.gear_box", R"("ratio": -2)") + ", " +
      member("spring", "rotational.spring", R"("stiffness": 16, "natural_angle": -0.3)", R"("phi": {"value": 0.34, "priority": "low"})") +
      ", " + member("play", "rotational.elastic_backlash", R"("backlash": 0.02, "stiffness": 5e4)") + ", " +
      member("wall", "rotational.ground", "");
  const WholeRun run = run_text(
      diagram_text(components, R"(["wall.W", "play.C"], ["a.I", "play.R", "spring.C", "gear.S"], ["b.I", "spring.R", "gear.O"])", kSteady));
  const double torque = 16 * (0.34 + 0.3);
  CHECK(run.first("spring.phi") == Approx(0.34).epsilon(1e-9));
  // -2 turns of a to one of b: on the shaft of a the torque of b counts half, and turned round.
  CHECK(run.first("play.T") == Approx(1.5 * torque).epsilon(1e-9));
  CHECK(run.first("play.phi") == Approx(0.01 + 1.5 * torque / 5e4).epsilon(1e-9));
  CHECK(run.last("spring.phi") == Approx(0.34).epsilon(1e-9));
}

/// 100 N/m strained by 0.2 m want 20 N. What rubs is pressed by 50 N of the load on a contact beside it, and holds 30 N.
TEST_CASE("a friction holds what it may under the load that a contact carries", "[steady]") {
  const std::string components =
      member("m", "translational.mass", "") + ", " +
      member("spring", "translational.spring", R"("stiffness": 100)", R"("x": {"value": 0.2, "priority": "low"})") + ", " +
      member("rub", "translational.dry_friction", R"("coulomb_coefficient": 0.5, "static_coefficient": 0.6, "normal_force": "signal")") +
      ", " + member("shoe", "translational.mass", "") + ", " + member("load", "translational.force_source", R"("force": -50)") + ", " +
      member("bed", "translational.contact", "") + ", " + member("cell", "translational.force_sensor", "") + ", " +
      member("size", "signals.gain", R"("gain": -1)") + ", " + kWall;
  const WholeRun run = run_text(diagram_text(components, R"(["m.M", "spring.R", "rub.R"],
    ["wall.W", "spring.C", "rub.C", "load.C", "cell.C"], ["shoe.M", "load.R", "bed.R"], ["bed.C", "cell.R"], ["cell.F", "size.u"],
    ["size.y", "rub.Fn"])",
                                             kSteady));
  CHECK(run.first("spring.x") == Approx(0.2).epsilon(1e-9));
  CHECK(run.last("spring.x") == Approx(0.2).epsilon(1e-9));
  CHECK(run.first("rub.F") == Approx(-20).epsilon(1e-9));
}

/// 10 N are borne at 0.05, 0.15 and 0.3 m.
TEST_CASE("a target chooses among the pieces of a table", "[steady]") {
  for (const auto& [target, found] : {std::pair(0.22, 0.15), std::pair(0.24, 0.3), std::pair(0.09, 0.05), std::pair(0.11, 0.15)}) {
    const WholeRun run = run_text(
        diagram_text(member("m", "translational.mass", "") + ", " + member("load", "translational.force_source", R"("force": 10)") + ", " +
                         member("spring", "translational.nonlinear_spring",
                                R"("law": "table", "deformations": [-1, 0, 0.1, 0.2, 1], "forces": [-100, 0, 20, 0, 80])",
                                R"("x": {"value": )" + std::to_string(target) + R"(, "priority": "low"})") +
                         ", " + kWall,
                     R"(["m.M", "spring.R", "load.R"], ["wall.W", "spring.C", "load.C"])",
                     R"("experiment": {"stop": 0.01, "interval": 0.01, "steady_state": true})"));
    CAPTURE(target);
    CHECK(run.first("spring.x") == Approx(found).epsilon(1e-9));
  }
}

TEST_CASE("where there are more sets of modes than are looked at a note says that there may be a nearer steady state", "[steady]") {
  std::string components = member("load", "translational.force_source", R"("force": 10)") + ", " +
                           member("spring", "translational.spring", R"("stiffness": 100)", R"("x": {"value": 5, "priority": "low"})");
  std::string joints = R"(["load.R", "m9.M", "spring.R", "play9.R"], ["wall.W", "load.C", "spring.C", "play0.C"])";
  for (int k = 0; k < 10; ++k) {
    const std::string i = std::to_string(k);
    components += ", " + member("m" + i, "translational.mass", "") + ", " +
                  member("play" + i, "translational.elastic_backlash", R"("backlash": 0.1, "stiffness": 1000)");
    if (k < 9) joints += R"(, ["m)" + i + R"(.M", "play)" + i + R"(.R", "play)" + std::to_string(k + 1) + R"(.C"])";
  }
  const WholeRun run = run_text(diagram_text(components + ", " + kWall, joints, kSteady));
  CHECK(run.first("spring.x") == Approx(0.1).epsilon(1e-9));
  CHECK(std::any_of(run.summary.notes.begin(), run.summary.notes.end(), [](const Diagnostic& note) {
    return note.code == ErrorCode::initial_undetermined && note.message.find("there may be a steady state nearer") != std::string::npos;
  }));
}

TEST_CASE("frictions share a load within what each can hold", "[steady]") {
  const WholeRun run =
      steady(member("m", "translational.mass", "") + ", " + member("m2", "translational.mass", "") + ", " +
                 member("push", "translational.force_source", R"("force": 30)") + ", " +
                 member("spring", "translational.spring", R"("stiffness": 1000)") + ", " +
                 member("weak", "translational.dry_friction", R"("coulomb_force": 4, "static_force": 5)") + ", " +
                 member("strong", "translational.dry_friction", R"("coulomb_force": 40, "static_force": 50)"),
             R"(["m.M", "push.R", "weak.R", "spring.R"], ["m2.M", "strong.R", "spring.C"], ["wall.W", "push.C", "weak.C", "strong.C"])");
  CHECK(run.first("weak.F") == Approx(5).epsilon(1e-6));
  CHECK(run.first("strong.F") == Approx(25).epsilon(1e-6));
}

TEST_CASE("what sticks to a pressed body and carries next to nothing is at rest as that is, to rounding", "[steady]") {
  struct Pressed {
    double load, mass, beside, stiffness, length, stop;
  };
  for (const Pressed& p : {Pressed{17.76, 0.863, 7.87, 883, 0.248, 504542}, Pressed{66.9, 0.81, 1.84, 543, 0.418, 489490},
                           Pressed{77.42, 0.102, 5.01, 1582, 0.114, 950744}, Pressed{90.64, 0.128, 1.23, 1312, 0.47, 443084}}) {
    const auto one = [](const std::string& name, double value) { return "\"" + name + "\": " + std::to_string(value); };
    const WholeRun run =
        steady(member("m", "translational.mass", one("mass", p.mass)) + ", " + member("m2", "translational.mass", one("mass", p.beside)) +
                   ", " + member("rub", "translational.dry_friction", R"("coulomb_force": 1.23, "static_force": 2.46)") + ", " +
                   member("spring", "translational.spring", one("stiffness", p.stiffness) + ", " + one("natural_length", p.length)) + ", " +
                   member("stop", "translational.hard_stop",
                          R"("upper_bound": 0.159, "lower_bound": -0.00712, "model": "damped_rebound", )" + one("upper_stiffness", p.stop) +
                              ", " + one("lower_stiffness", p.stop)) +
                   ", " + member("load", "translational.force_source", one("force", p.load)),
               R"(["wall.W", "stop.C", "load.C"], ["m.M", "rub.C", "spring.C", "stop.R"], ["m2.M", "rub.R"], ["spring.R", "load.R"])");
    INFO(p.load << " N");
    CHECK(std::fabs(run.first("spring.F")) == Approx(p.load).epsilon(1e-9));
    CHECK(std::fabs(run.first("rub.F")) <= 1e-9 * p.load);
  }
}

TEST_CASE("what nothing holds falls until something does", "[steady]") {
  SECTION("a contact") {
    const WholeRun run =
        steady(member("m", "translational.mass", "") + ", " + member("weight", "translational.force_source", R"("force": -9.81)") + ", " +
                   member("floor", "translational.contact", "", R"("x": {"value": 1, "priority": "low"})"),
               R"(["m.M", "weight.R", "floor.R"], ["wall.W", "weight.C", "floor.C"])");
    CHECK(run.first("floor.x") == 0);
    CHECK(run.first("floor.F") == Approx(-9.81).epsilon(1e-9));
  }
  SECTION("a flank of a play") {
    const WholeRun run =
        steady(member("m", "translational.mass", "") + ", " + member("weight", "translational.force_source", R"("force": -10)") + ", " +
                   member("play", "translational.elastic_backlash", R"("backlash": 0.1, "stiffness": 1e4)"),
               R"(["m.M", "weight.R", "play.R"], ["wall.W", "weight.C", "play.C"])");
    CHECK(run.first("play.F") == Approx(-10).epsilon(1e-9));
    CHECK(run.first("play.x") == Approx(-0.051).epsilon(1e-9));
  }
}

TEST_CASE("a velocity of high priority asks for the equilibrium at constant speed", "[steady]") {
  const auto pulled = [](const std::string& force) {
    return steady(member("m", "translational.mass", R"("mass": 50)", R"("v": 2)") + ", " +
                      member("m2", "translational.mass", R"("mass": 30)") + ", " +
                      member("pull", "translational.force_source", "\"force\": " + force) + ", " +
                      member("rope", "translational.spring", R"("stiffness": 1000)") + ", " + kFriction,
                  R"(["m.M", "pull.R", "rope.R"], ["m2.M", "rope.C", "rub.R"], ["wall.W", "pull.C", "rub.C"])");
  };
  const WholeRun run = pulled("20");
  CHECK(run.first("m.v") == 2);
  CHECK(run.first("m2.v") == Approx(2).epsilon(1e-9));
  CHECK(run.first("rope.x") == Approx(0.02).epsilon(1e-9));
  CHECK(error_of([&] { pulled("24"); }) == "initial.no_steady_state");  // which it holds at rest, but not at this speed
  CHECK(error_of([&] { pulled("26"); }) == "initial.no_steady_state");
}

TEST_CASE("what a controller drives evenly away from a contact is steady: its places grow together", "[steady]") {
  const WholeRun run =
      steady(member("m", "translational.mass", R"("mass": 5.42)") + ", " + member("stiff", "translational.spring", R"("stiffness": 4110)") +
                 ", " + member("soft", "translational.spring", R"("stiffness": 122)") + ", " +
                 member("stop", "translational.contact", R"("least_position": -0.00838)") + ", " +
                 member("drive", "translational.force_source", "") + ", " + member("sense", "translational.motion_sensor", "") + ", " +
                 member("want", "signals.constant", R"("value": 1.47)") + ", " + member("error", "signals.feedback", "") + ", " +
                 member("pi", "signals.pi_controller", R"("gain": 12.3, "integral_time": 1.79)"),
             R"(["wall.W", "stop.C", "drive.C", "sense.C"], ["stiff.C", "drive.R", "sense.R"], ["stiff.R", "soft.C"],
                                 ["m.M", "soft.R", "stop.R"], ["want.y", "error.u1"], ["sense.v", "error.u2"], ["error.y", "pi.u"],
                                 ["pi.y", "drive.S"])");
  CHECK(run.first("m.v") == Approx(1.47).epsilon(1e-9));
  CHECK(run.last("stop.x") == Approx(1.47).epsilon(1e-9));
}

TEST_CASE("an integrator has what friction and load take", "[steady]") {
  const WholeRun run = steady(
      member("m", "translational.mass", "") + ", " + member("drive", "translational.force_source", "") + ", " +
          member("load", "translational.force_source", R"("force": -7)") + ", " + member("seen", "translational.motion_sensor", "") + ", " +
          member("wanted", "signals.constant", R"("value": 0.3)") + ", " + member("error", "signals.feedback", "") + ", " +
          member("pi", "signals.pi_controller", R"("gain": 20, "integral_time": 2)") + ", " + kFriction,
      R"(["m.M", "drive.R", "load.R", "seen.R", "rub.R"], ["wall.W", "drive.C", "load.C", "seen.C", "rub.C"], ["wanted.y", "error.u1"],
         ["seen.x", "error.u2"], ["error.y", "pi.u"], ["pi.y", "drive.S"])");
  CHECK(run.first("seen.x") == Approx(0.3).epsilon(1e-12));
  CHECK(run.first("pi.y") == Approx(7).epsilon(1e-9));
  CHECK(run.first("rub.F") == Approx(0).margin(1e-9));
}

TEST_CASE("a refusal says what keeps accelerating, and by how much", "[steady]") {
  const std::string components = member("m", "translational.mass", R"("mass": 2)") + ", " +
                                 member("push", "translational.force_source", R"("force": 50)") + ", " + kFriction;
  try {
    steady(components, R"(["m.M", "push.R", "rub.R"], ["wall.W", "push.C", "rub.C"])");
    FAIL("it starts");
  } catch (const Failure& failure) {
    CHECK(failure.diagnostics().front().code == ErrorCode::initial_no_steady_state);
    CHECK_THAT(failure.diagnostics().front().message, Contains("m keeps accelerating, and der(m.v) stays at 15"));  // (50 - 20) N / 2 kg
  }
}

TEST_CASE("damping that grows with a speed without bound is no measure of a balance", "[steady]") {
  // 20.8 N pull a train that 2.2 N of friction hold.
  const auto pulled = [] {
    steady(member("m", "translational.mass", R"("mass": 0.507)") + ", " + member("m2", "translational.mass", R"("mass": 5.45)") + ", " +
               member("m3", "translational.mass", R"("mass": 0.124)") + ", " +
               member("spring", "translational.spring", R"("stiffness": 165, "natural_length": 0.292)") + ", " +
               member("stop", "translational.hard_stop",
                      R"("upper_bound": 0.00299, "lower_bound": -0.0524, "upper_stiffness": 112000, "lower_stiffness": 112000,
                         "model": "damped_rebound")") +
               ", " + member("pull", "translational.force_source", R"("force": -20.8)") + ", " +
               member("rub", "translational.dry_friction", R"("coulomb_force": 1.11, "static_force": 2.22)"),
           R"(["m.M", "spring.C", "stop.C"], ["m2.M", "spring.R", "pull.R"], ["m3.M", "stop.R", "rub.R"], ["wall.W", "pull.C", "rub.C"])");
  };
  CHECK(error_of(pulled) == "initial.no_steady_state");
}
