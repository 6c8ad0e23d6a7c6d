// What a careless hand connects and gives: right, or refused with a reason.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "choices.h"
#include "whole_run.h"

namespace stribeck {
namespace {

using test::diagram_text;

TEST_CASE("whether a loop locks does not depend on the order of its parts and connections", "[odd]") {
  // A worm of 25 and a planetary gear tie the same two shafts by different ratios once the third shaft is held.
  const std::vector<std::string> parts = {R"("worm": {"type": "mechanisms.worm_gear"})",
                                          R"("planets": {"type": "mechanisms.planetary_gear"})",
                                          R"("wall": {"type": "rotational.ground"})"};
  const std::vector<std::string> joints = {R"(["worm.W", "planets.C"])", R"(["worm.G", "planets.R"])", R"(["planets.S", "wall.W"])"};
  std::array<std::size_t, 3> order{0, 1, 2}, other{0, 1, 2};
  do {
    do {
      const auto listed = [](const std::vector<std::string>& words, const std::array<std::size_t, 3>& in) {
        return words[in[0]] + ", " + words[in[1]] + ", " + words[in[2]];
      };
      CHECK(test::error_of([&] { test::run_text(diagram_text(listed(parts, order), listed(joints, other))); }) ==
            "structure.contradiction");
    } while (std::next_permutation(other.begin(), other.end()));
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST_CASE("parts that hold on to nothing are told", "[odd]") {
  const auto notes = [](const std::string& joints) {
    const test::WholeRun run = test::run_text(diagram_text(
        R"("motor": {"type": "rotational.torque_source", "parameters": {"torque": 1}}, "bearing": {"type": "rotational.damper"},
           "rotor": {"type": "rotational.inertia"}, "shaft": {"type": "rotational.spring"}, "load": {"type": "rotational.inertia"},
           "wall": {"type": "rotational.ground"})",
        joints, R"("experiment": {"stop": 0.1})"));
    std::vector<std::string> said;
    for (const Diagnostic& note : run.summary.notes)
      if (note.code == ErrorCode::connection_idle) said.push_back(note.message);
    return said;
  };
  CHECK(notes(R"(["motor.R", "bearing.R", "rotor.I", "shaft.R"], ["shaft.C", "load.I"], ["motor.C", "bearing.C", "wall.W"])").empty());
  const auto said = notes(R"(["motor.R", "bearing.R", "rotor.I", "shaft.R"], ["shaft.C", "load.I"], ["motor.C", "bearing.C"])");
  // A test bench: the source turns the damper against the wall.
  CHECK(notes(R"(["motor.R", "bearing.R"], ["motor.C", "bearing.C", "wall.W"], ["rotor.I", "shaft.R"], ["shaft.C", "load.I"])").empty());
  REQUIRE(said.size() == 1);
  CHECK(said[0] == "motor.C, bearing.C are tied to each other, but to no ground and nothing that has a mass or inertia");
}

TEST_CASE("a fixed step that nobody chose is told", "[odd]") {
  const auto warnings = [](const std::string& experiment) {
    const test::WholeRun run = test::run_text(diagram_text(
        R"("m": {"type": "translational.mass", "initial": {"v": 1}}, "d": {"type": "translational.damper", "parameters": {"damping": 1}},
           "wall": {"type": "translational.ground"})",
        R"(["m.M", "d.R"], ["d.C", "wall.W"])", R"("experiment": {"stop": 1, "interval": 0.5, )" + experiment + "}"));
    return std::count_if(run.summary.notes.begin(), run.summary.notes.end(),
                         [](const Diagnostic& note) { return note.code == ErrorCode::experiment_bad_time; });
  };
  for (const std::string solver : {"rk4", "implicit_euler"}) {
    CHECK(warnings(R"("solver": ")" + solver + '"') == 1);
    CHECK(warnings(R"("step": 0.01, "solver": ")" + solver + '"') == 0);
  }
  CHECK(warnings(R"("solver": "dopri5")") == 0);
}

TEST_CASE("two masses at one node move as one", "[odd]") {
  const test::WholeRun run = test::run_text(diagram_text(
      R"("a": {"type": "translational.mass", "parameters": {"mass": 1}}, "b": {"type": "translational.mass", "parameters": {"mass": 2}},
    "push": {"type": "translational.force_source", "parameters": {"force": 6}}, "wall": {"type": "translational.ground"})",
      R"(["a.M", "b.M", "push.R"], ["push.C", "wall.W"])", R"("experiment": {"stop": 1})"));
  CHECK(run.last("a.v") == Approx(2).epsilon(1e-9));
  CHECK(run.last("b.v") == Approx(2).epsilon(1e-9));
}

TEST_CASE("a body by the switch model that is two bodies moves as one", "[odd]") {
  // Whatever it does within its band, where the force on it depends on its own acceleration.
  const auto run = [](const std::string& mass, const std::string& more, const std::string& node) {
    return test::run_text(diagram_text(R"("body": {"type": "translational.switch_mass", "parameters": {"mass": )" + mass + "}}, " + more +
                                           R"("force": {"type": "translational.force_source"}, "wall": {"type": "translational.ground"},
               "sine": {"type": "signals.sine", "parameters": {"amplitude": 16.7, "frequency": 2.77, "offset": 16.7}})",
                                       R"(["body.M", "force.R")" + node + R"(], ["force.C", "wall.W"], ["sine.y", "force.S"])",
                                       R"("experiment": {"stop": 1, "interval": 0.01, "rtol": 1e-9, "atol": 1e-11})"));
  };
  const test::WholeRun one = run("2", "", ""), two = run("1", R"("more": {"type": "translational.mass"}, )", R"(, "more.M")");
  for (int k = 0; k <= 100; ++k) {
    CAPTURE(k);
    CHECK(two.at("body.v", 0.01 * k) == Approx(one.at("body.v", 0.01 * k)).epsilon(1e-6).margin(1e-8));
  }
}

TEST_CASE("a spring and a damper to themselves do nothing", "[odd]") {
  const test::WholeRun run = test::run_text(
      diagram_text(R"("m": {"type": "translational.mass", "parameters": {"mass": 1}, "initial": {"v": 3}},
    "s": {"type": "translational.spring", "parameters": {"natural_length": 0.5}}, "d": {"type": "translational.damper"})",
                   R"(["m.M", "s.R", "s.C", "d.R", "d.C"])", R"("experiment": {"stop": 1}, "outputs": ["m.v", "s.x", "d.v"])"));
  CHECK(run.last("m.v") == Approx(3).epsilon(1e-12));
  CHECK(run.last("s.x") == 0);
  CHECK(run.last("d.v") == 0);
  CHECK(std::fabs(run.summary.audit.residual) < 1e-12);
}

TEST_CASE("nothing where something may be nothing, and a reason where it may not", "[odd]") {
  const auto around = [](const std::string& parameters_of_mass, const std::string& parameters_of_spring) {
    return diagram_text(R"("m": {"type": "translational.mass", "parameters": {)" + parameters_of_mass +
                            R"(}, "initial": {"v": 1}}, "s": {"type": "translational.spring", "parameters": {)" + parameters_of_spring +
                            R"(}}, "wall": {"type": "translational.ground"})",
                        R"(["m.M", "s.R"], ["s.C", "wall.W"])", R"("experiment": {"stop": 1})");
  };
  const auto error = [&](const std::string& mass, const std::string& spring) {
    return test::error_of([&] { test::run_text(around(mass, spring)); });
  };
  CHECK(test::run_text(around(R"("mass": 1)", R"("stiffness": 0)")).last("m.v") == Approx(1).epsilon(1e-12));
  CHECK(error(R"("mass": 0)", R"("stiffness": 1)") == "value.out_of_range");
  CHECK(error(R"("mass": -1)", R"("stiffness": 1)") == "value.out_of_range");
  CHECK(error(R"("mass": 1)", R"("stiffness": -1)") == "value.out_of_range");
  CHECK(error(R"("mass": 1e999)", R"("stiffness": 1)") == "value.not_finite");
  CHECK(error(R"("mass": "=1/0")", R"("stiffness": 1)") != "");
  CHECK(error(R"("mass": 1)", R"("stiffness": "=10^400")") != "");
}

TEST_CASE("a billionth of a kilogram beside a billion", "[odd]") {
  // A speck on a spring to a giant that a force of 1e9 N moves at 1 m/s^2: w = sqrt(1e-5/1e-9) = 100 rad/s about -a/w^2.
  const test::WholeRun run = test::run_text(diagram_text(
      R"("giant": {"type": "translational.mass", "parameters": {"mass": 1e9}}, "speck": {"type": "translational.mass", "parameters": {"mass": 1e-9}},
    "s": {"type": "translational.spring", "parameters": {"stiffness": 1e-5}},
    "push": {"type": "translational.force_source", "parameters": {"force": 1e9}}, "wall": {"type": "translational.ground"})",
      R"(["speck.M", "s.R"], ["giant.M", "s.C", "push.R"], ["push.C", "wall.W"])",
      R"("experiment": {"stop": 1, "rtol": 1e-9, "atol": 1e-12}, "outputs": ["giant.v", "s.x"])"));
  for (std::size_t i = 0; i < run.times().size(); ++i) {
    const double t = run.times()[i];
    REQUIRE(run["giant.v"][i] == Approx(t).margin(1e-9));
    REQUIRE(run["s.x"][i] == Approx(-1e-4 * (1 - std::cos(100 * t))).margin(1e-9));
  }
  CHECK(run.summary.audit.relative() < 1e-6);
}

TEST_CASE("limits that cannot hold are refused", "[odd]") {
  const auto error = [](const std::string& component, const std::string& parameters) {
    return test::error_of(
        [&] { test::run_text(diagram_text(R"("odd": {"type": ")" + component + R"(", "parameters": {)" + parameters + "}}", "")); });
  };
  CHECK(error("mechanisms.lossy_gear", R"("efficiency": 1.01)") == "value.out_of_range");
  CHECK(error("mechanisms.lossy_gear", R"("ratio": 0)") == "value.out_of_range");
  CHECK(error("translational.hard_stop", R"("upper_bound": -1, "lower_bound": 1)") == "value.out_of_range");
  CHECK(error("signals.limiter", R"("upper_bound": -1, "lower_bound": 1)") == "value.out_of_range");
  CHECK(error("rotational.damper", R"("damping": -1)") == "value.out_of_range");
  CHECK(error("rotational.friction", R"("coulomb_torque": 30, "breakaway_torque": 25)") == "value.out_of_range");
  CHECK(error("mechanisms.slider_crank", R"("crank_radius": 2, "rod_length": 1)") == "value.out_of_range");
}

TEST_CASE("a cam whose profile has a kink where it closes is refused when it passes there, and not before") {
  const auto turning = [](const std::string& profile, double speed) {
    return diagram_text(R"("drive": {"type": "rotational.velocity_source", "parameters": {"velocity": )" + std::to_string(speed) + R"(}},
        "cam": {"type": "mechanisms.cam")" +
                            profile + R"(}, "valve": {"type": "translational.mass"}, "wall": {"type": "rotational.ground"})",
                        R"(["drive.R", "cam.C"], ["drive.C", "wall.W"], ["cam.F", "valve.M"])", R"("experiment": {"stop": 1})");
  };
  const std::string kinked = R"(, "parameters": {"angles": [0, 2, 4, 6.283185307179586], "lifts": [0, 0, 0.01, 0]})";
  CHECK(test::error_of([&] { test::run_text(turning(kinked, 7)); }) == "run.assertion");
  CHECK(test::error_of([&] { test::run_text(turning(kinked, -1)); }) == "run.assertion");
  CHECK(test::run_text(turning(kinked, 6)).at("cam.phi", 1) == Approx(6));
  // The profile that it has by default: 10 mm at half a turn, and still before and after it.
  const test::WholeRun closed = test::run_text(turning("", 12));
  CHECK(closed.at("cam.x", M_PI / 12) == Approx(0.01).epsilon(1e-4));
  CHECK(std::fabs(closed.at("valve.v", 2 * M_PI / 12)) < 1e-12);
}

TEST_CASE("a signal that may have any unit is shown in that of what it feeds") {
  const auto unit_of_source = [](const std::string& fed) {
    const test::WholeRun run = test::run_text(
        R"({"format": "stribeck/1", "components": {"source": {"type": "signals.step"},
          "push": {"type": "translational.force_source"}, "turn": {"type": "rotational.torque_source"},
          "mass": {"type": "translational.mass"}, "inertia": {"type": "rotational.inertia"}, "wall": {"type": "translational.ground"},
          "frame": {"type": "rotational.ground"}},
          "connections": [["push.R", "mass.M"], ["push.C", "wall.W"], ["turn.R", "inertia.I"], ["turn.C", "frame.W"],
          ["source.y", ")" +
        fed + R"("]], "experiment": {"stop": 1, "interval": 1}, "outputs": ["source.y"]})");
    return run.trajectory.columns().at(0).unit;
  };
  CHECK(unit_of_source("push.S") == "N");
  CHECK(unit_of_source("turn.S") == "N*m");
}

TEST_CASE("laws near their zeros are verified to what the rounding of their arguments makes of them") {
  RunOptions verified;
  verified.verify = true;
  const auto residual = [&](const std::string& components, const std::string& connections) {
    const test::WholeRun run = test::run_text(
        diagram_text(components, connections, R"("experiment": {"stop": 0.5, "interval": 0.025, "rtol": 1e-8, "atol": 1e-10})"), verified);
    CHECK(run.summary.events > 0);
    return run.summary.verification.value().residual;
  };
  // The sine of the detent at its edge, and the capacity of a converter whose wheels have the same speed.
  CHECK(residual(R"("notch": {"type": "translational.detent", "parameters": {"width": "0.0257 m"}}, "one": {"type": "translational.mass"},
        "other": {"type": "translational.mass", "initial": {"v": 0.84}})",
                 R"(["notch.R", "one.M"], ["notch.C", "other.M"])") < 1e-9);
  CHECK(residual(R"("converter": {"type": "mechanisms.torque_converter"}, "turbine": {"type": "rotational.inertia", "initial": {"w": 0.19}},
        "impeller": {"type": "rotational.inertia"}, "spring": {"type": "rotational.spring_damper"})",
                 R"(["converter.T", "turbine.I", "spring.R"], ["converter.I", "impeller.I", "spring.C"])") < 1e-9);
}

// Its open side goes with the body, by abs(v) = 0. There is no slope at the solution, and none ends there.
TEST_CASE("a load that is the same whichever way it goes may hang on a body by one side", "[odd]") {
  for (const char* const solver : {"dopri5", "bs23", "rosenbrock4", "cvode", "arkode", "implicit_euler"}) {
    const test::WholeRun run = test::run_text(diagram_text(
        R"("wind": {"type": "translational.speed_load", "parameters": {"direction": "one"}},
           "body": {"type": "translational.mass", "initial": {"v": 0.1}})",
        R"(["wind.R", "body.M"])", R"("experiment": {"stop": 0.5, "interval": 0.025, "solver": ")" + std::string(solver) + R"("})"));
    CAPTURE(solver);
    CHECK(run.times().size() == 21);  // no event
    CHECK(run.summary.statistics.steps <= 20);
    CHECK(run.trajectory.values(*run.trajectory.find("wind.v")).back() == 0);
    CHECK(run.trajectory.values(*run.trajectory.find("body.v")).back() == 0.1);
  }
}

/// A parameter that a formula names is part of its text: a study of thousands of values has as many records.
TEST_CASE("what is recorded of a formula is kept as long as a model that has it") {
  const auto model_with = [](int value) {
    const std::string text = R"({"format": "stribeck/1", "parameters": {"k": )" + std::to_string(value) + R"(}, "components": {
      "one": {"type": "signals.constant", "parameters": {"value": 1}},
      "law": {"type": "signals.expression", "parameters": {"expression": "k*u1"}}},
      "connections": [["one.y", "law.u1"]], "experiment": {"stop": 1}})";
    return load(test::builtin_registry(), "formula.json", {}, &text);
  };
  ModelPtr first = model_with(1), again = model_with(1);
  const std::weak_ptr<const ComponentRecord> record = diagram_of(*first).own_records.at(0);
  CHECK(diagram_of(*again).own_records.at(0) == record.lock());
  first.reset();
  CHECK_FALSE(record.expired());
  again.reset();
  CHECK(record.expired());
  for (int value = 2; value < 40; ++value) {
    Trajectory rows;
    run(*model_with(value), rows, {});
    CHECK(rows.values(*rows.find("law.y")).back() == value);
  }
}

}  // namespace
}  // namespace stribeck
