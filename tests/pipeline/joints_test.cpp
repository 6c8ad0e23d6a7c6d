// Friction in the six joints, where a diagram to read would show little: what is refused, what is said, values at the edge of the numbers.
#include <catch2/catch.hpp>
#include <cmath>
#include <sstream>

#include "whole_run.h"

namespace stribeck {
namespace {

using test::diagram_text;

/// A planar joint driven at given speeds of sliding and turning.
std::string driven_planar(const std::string& parameters, double v, double u, double w) {
  const auto speed = [](const char* domain, double value) {
    std::ostringstream text;
    text.precision(17);
    text << R"({"type": ")" << domain << R"(.velocity_source", "parameters": {"velocity": )" << value << "}}";
    return text.str();
  };
  return diagram_text(R"("joint": {"type": "joints.planar", "parameters": {"friction_coefficient": 0.1, )" + parameters + R"(}}, "v": )" +
                          speed("translational", v) + R"(, "u": )" + speed("translational", u) + R"(, "w": )" + speed("rotational", w) +
                          R"(, "bed": {"type": "translational.ground"}, "frame": {"type": "rotational.ground"})",
                      R"(["v.R", "joint.slide2_R"], ["u.R", "joint.slide3_R"], ["w.R", "joint.turn_R"],
      ["v.C", "u.C", "joint.slide2_C", "joint.slide3_C", "bed.W"], ["w.C", "joint.turn_C", "frame.W"])",
                      R"("experiment": {"stop": 1e-3}, "outputs": ["joint.slide*_F", "joint.turn_T", "joint.N"])");
}

TEST_CASE("a joint rubs at any magnitude of slip as the law says", "[joints]") {
  for (const double scale : {1e-300, 1e-160, 1e-20, 1.0, 1e20, 1e160, 1e300})
    for (const double v0 : {1e-160, 1e-3, 1.0}) {
      if (scale / v0 > 1e303) continue;  // the quotient itself is no number
      CAPTURE(scale, v0);
      std::ostringstream parameters;
      parameters.precision(17);
      parameters << R"("load": 10, "characteristic_velocity": ")" << v0 << R"( m/s")";
      const double u = 5 * scale / v0, force = -std::expm1(-u);  // of |(3, 4)|
      const test::WholeRun centre = test::run_text(driven_planar(parameters.str(), 3 * scale, 4 * scale, 0));
      CHECK(centre.last("joint.slide2_F") == Approx(0.6 * force).epsilon(1e-13));
      CHECK(centre.last("joint.slide3_F") == Approx(0.8 * force).epsilon(1e-13));
      const test::WholeRun disc =
          test::run_text(driven_planar(parameters.str() + R"(, "contact": "disc", "outer_radius": 0.1)", 3 * scale, 4 * scale, 0));
      CHECK(disc.last("joint.slide2_F") == Approx(0.6 * force).epsilon(1e-12));
      CHECK(disc.last("joint.turn_T") == 0);
      if (0.1 * scale / v0 < 1e5 && 0.1 * scale / v0 > 1e-5) continue;  // neither creep nor Coulomb friction
      const test::WholeRun spun =
          test::run_text(driven_planar(parameters.str() + R"(, "contact": "disc", "outer_radius": 0.1)", 0, 0, scale));
      const double rim = 0.1 * scale / v0;  // creep: mean of r^2/v0, else 2/3 R
      CHECK(spun.last("joint.turn_T") == Approx(rim < 1 ? 0.05 * rim : 0.2 / 3).epsilon(2e-5));
    }
}

TEST_CASE("a joint is pressed at any magnitude of its force", "[joints]") {
  for (const double scale : {1e-250, 1e-160, 1e-15, 1.0, 1e160, 1e300}) {
    std::ostringstream sources;
    sources.precision(17);
    for (int axis = 1; axis <= 3; ++axis)
      sources << R"("f)" << axis << R"(": {"type": "signals.constant", "parameters": {"value": )"
              << (axis == 1   ? 3
                  : axis == 2 ? 4
                              : 12) *
                     scale
              << "}}, ";
    const test::WholeRun run = test::run_text(
        diagram_text(sources.str() + R"("pin": {"type": "joints.hinge", "parameters": {"normal_force": "joint_forces"}},
          "turn": {"type": "rotational.velocity_source"}, "frame": {"type": "rotational.ground"})",
                     R"(["f1.y", "pin.F1"], ["f2.y", "pin.F2"], ["f3.y", "pin.F3"], ["turn.R", "pin.R"], ["turn.C", "pin.C", "frame.W"])",
                     R"("experiment": {"stop": 1e-3}, "outputs": ["pin.N"])"));
    CAPTURE(scale);
    CHECK(run.last("pin.N") / scale == Approx(13).epsilon(1e-14));
  }
}

TEST_CASE("areas that are none and directions that point nowhere are refused", "[joints]") {
  const auto error = [](const std::string& parameters) {
    return test::error_of([&] { test::run_text(driven_planar(parameters, 0.3, 0.1, 5)); });
  };
  CHECK(error(R"("contact": "points", "points_weight": [2, 1])").empty());
  CHECK(error(R"("contact": "points", "points_weight": [2, 0])").empty());
  CHECK(error(R"("contact": "points", "points_weight": [2, -1])") == "value.out_of_range");
  CHECK(error(R"("contact": "points", "points_weight": [0, 0])") == "run.assertion");
  CHECK(error(R"("contact": "polygon", "corners_x": [0.05, -0.05, -0.05], "corners_y": [0, 0.05, -0.05])").empty());
  CHECK(error(R"("contact": "polygon", "corners_x": [0.05, -0.05, -0.05], "corners_y": [0, -0.05, 0.05])") == "run.assertion");
  CHECK(error(R"("normal_force": "pads", "pad_normals_1": [1, 0], "pad_normals_2": [0, 0], "pad_normals_3": [0, 0])") == "run.assertion");
  CHECK(error(R"("normal_force": "pads", "pad_normals_1": [1, 0], "pad_normals_2": [0, 2], "pad_normals_3": [0, 0])").empty());
  const auto guided = [](const std::string& parameters) {
    return test::error_of([&] {
      test::run_text(diagram_text(R"("guide": {"type": "joints.prismatic", "parameters": {"normal_force": "direction", )" + parameters +
                                      R"(}}, "m": {"type": "translational.mass"}, "bed": {"type": "translational.ground"})",
                                  R"(["m.M", "guide.R"], ["guide.C", "bed.W"])", R"("experiment": {"stop": 1e-3})"));
    });
  };
  CHECK(guided(R"("direction_2": 2)").empty());
  CHECK(guided(R"("direction_2": 0)") == "run.assertion");
  const auto screw = [](const std::string& starts) {
    return test::error_of([&] {
      test::run_text(diagram_text(
          R"("screw": {"type": "joints.screw", "parameters": {"starts": )" + starts +
              R"(}}, "j": {"type": "rotational.inertia"}, "m": {"type": "translational.mass"}, "bed": {"type": "translational.ground"},
          "frame": {"type": "rotational.ground"})",
          R"(["m.M", "screw.slide_R"], ["screw.slide_C", "bed.W"], ["j.I", "screw.turn_R"], ["screw.turn_C", "frame.W"])",
          R"("experiment": {"stop": 1e-3})"));
    });
  };
  CHECK(screw("2").empty());
  CHECK(!screw("1.5").empty());
  CHECK(!screw("0").empty());
}

TEST_CASE("what stands between two things that do not move shares no load", "[joints]") {
  const auto joint_on = [](const char* sides_of_3) {
    return test::run_text(
        diagram_text(R"("disc": {"type": "joints.planar", "parameters": {"contact": "disc", "friction": "exact", "load": 10}},
        "m": {"type": "translational.mass"}, "n": {"type": "translational.mass"}, "j": {"type": "rotational.inertia"},
        "bed": {"type": "translational.ground"}, "frame": {"type": "rotational.ground"})",
                     R"(["m.M", "disc.slide2_R"], ["j.I", "disc.turn_R"], ["disc.turn_C", "frame.W"],
        ["bed.W", "disc.slide2_C", "disc.slide3_C")" +
                         std::string(sides_of_3),
                     R"("experiment": {"stop": 0.1})"));
  };
  CHECK(joint_on(R"(, "disc.slide3_R"])").summary.notes.empty());
  CHECK(joint_on(R"(], ["n.M", "disc.slide3_R"])").summary.notes.empty());
}

/// A ring between two bodies that are pushed about, at the tolerances of a diagram that asks for none.
test::WholeRun shaken_ring(const std::string& parameters) {
  std::string components =
      R"("ring": {"type": "joints.planar", "parameters": {"contact": "annulus", "friction": "exact", "outer_radius": 0.082,
    "inner_radius": 0.03, "friction_coefficient": 0.08, "load": 0.39, "sliding_resistance": 0.48, "sticking_ratio": 1.72)" +
      parameters + R"(}}, "bed": {"type": "translational.ground"}, "frame": {"type": "rotational.ground"})";
  std::string wires, bed = R"(["bed.W")", frame = R"(["frame.W")";
  int number = 1;
  for (const std::string port : {"slide2_R", "slide2_C", "slide3_R", "slide3_C", "turn_R", "turn_C"}) {
    const bool turns = port.starts_with("turn");
    const std::string domain = turns ? "rotational" : "translational", body = turns ? "inertia" : "mass", own = "_" + port + "\"";
    components += ", \"body" + own + R"(: {"type": ")" + domain + "." + body + R"(", "parameters": {")" + body + R"(": 0.7}}, "damper)" +
                  own + R"(: {"type": ")" + domain + R"(.damper", "parameters": {"damping": 1.5}}, "push)" + own + R"(: {"type": ")" +
                  domain + (turns ? ".torque_source" : ".force_source") + R"("}, "sine)" + own +
                  R"(: {"type": "signals.sine", "parameters": {"amplitude": 20, "phase": 0.4, "frequency": )" +
                  std::to_string(std::sqrt(++number)) + "}}";
    wires += R"(["sine_)" + port + R"(.y", "push_)" + port + R"(.S"], ["ring.)" + port + R"(", "body_)" + port + (turns ? ".I" : ".M") +
             R"(", "damper_)" + port + R"(.R", "push_)" + port + R"(.R"], )";
    (turns ? frame : bed) += R"(, "damper_)" + port + R"(.C", "push_)" + port + R"(.C")";
  }
  return test::run_text(diagram_text(components, wires + bed + "], " + frame + "]", R"("experiment": {"stop": 1, "solver": "dopri5"})"));
}

TEST_CASE("a joint between two bodies that move breaks loose once, and in few evaluations", "[joints]") {
  // The bodies move with 0.1 m/s when it does: their slip is known to some 1e-7 m/s.
  const RunSummary usual = shaken_ring("").summary;
  CHECK(usual.event_instants < 20);
  CHECK(usual.statistics.evaluations < 20 * usual.statistics.steps);  // a step takes six
  // With a speed of rest as small as that noise steps are too long for the friction that settles within a microsecond, and the dense output
  // of such a step says nothing of the events in it: searched for one share of the step after the other they took 2500 evaluations a step.
  const RunSummary noisy = shaken_ring(R"(, "rest_speed": 5.6e-7)").summary;
  CHECK(noisy.reached_s == 1);
  CHECK(noisy.statistics.evaluations < 100 * (noisy.statistics.steps + noisy.statistics.rejected));
}

}  // namespace
}  // namespace stribeck
