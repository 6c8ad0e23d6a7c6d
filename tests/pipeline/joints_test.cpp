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
      const test::WholeRun rectangle =
          test::run_text(driven_planar(parameters.str() + R"(, "contact": "rectangle")", 3 * scale, 4 * scale, 0));
      CHECK(rectangle.last("joint.slide2_F") == Approx(0.6 * force).epsilon(1e-12));
      CHECK(rectangle.last("joint.slide3_F") == Approx(0.8 * force).epsilon(1e-12));
      CHECK(std::fabs(rectangle.last("joint.turn_T")) <= 1e-16);        // a sum of four sides that cancel
      if (0.1 * scale / v0 < 1e5 && 0.1 * scale / v0 > 1e-5) continue;  // neither creep nor Coulomb friction
      const test::WholeRun spun =
          test::run_text(driven_planar(parameters.str() + R"(, "contact": "disc", "outer_radius": 0.1)", 0, 0, scale));
      const double rim = 0.1 * scale / v0;  // creep: mean of r^2/v0, else 2/3 R
      CHECK(spun.last("joint.turn_T") == Approx(rim < 1 ? 0.05 * rim : 0.2 / 3).epsilon(2e-5));
    }
}

/// Of a rectangle with even pressure that turns about a place in its plane, for the limit 1: int e x grad r dA and the moment about its own
/// centre, from r = |X - place| along the sides, int r t dl and int r (X - place).n/3 dl, which are elementary.
struct TurningRectangle {
  double force_2 = 0, force_3 = 0, torque = 0;
  TurningRectangle(double length, double width, double x, double y) {
    const double corner_x[] = {length / 2, -length / 2, -length / 2, length / 2},
                 corner_y[] = {width / 2, width / 2, -width / 2, -width / 2};
    for (int k = 0; k < 4; ++k) {
      const int next = (k + 1) % 4;
      const double dx = corner_x[next] - corner_x[k], dy = corner_y[next] - corner_y[k], side = std::hypot(dx, dy);
      const double off = ((corner_x[k] - x) * dy - (corner_y[k] - y) * dx) / side;
      const double from = ((corner_x[k] - x) * dx + (corner_y[k] - y) * dy) / side;
      const auto up_to = [&](double way) { return (way * std::hypot(off, way) + off * off * std::asinh(way / std::fabs(off))) / 2; };
      const double mean = (up_to(from + side) - up_to(from)) / (length * width);
      force_2 += dx / side * mean, force_3 += dy / side * mean, torque += off * mean / 3;
    }
    torque += x * force_3 - y * force_2;
  }
};

TEST_CASE("a rectangle rubs as the integral over its sides says, the nearer the more points there are", "[joints]") {
  // Places inside, near the middle of a side, near a corner and outside; those nearest to a side are the worst.
  const std::pair<double, double> places[] = {{0.001, 0.002},    {0.03, 0.01},      {0.03, 0.0249},    {-0.02, -0.02501},
                                              {0.0488, 0.02449}, {0.0499, -0.0246}, {0.0501, -0.0232}, {0.08, 0.05}};
  const double turn = 1e-3;  // rad/s, by which it turns a millionth while it is watched
  const std::pair<int, double> expected[] = {{4, 6e-3}, {8, 7e-4}, {16, 4e-5}};
  for (const auto& [points, within] : expected) {
    double worst = 0;
    for (const auto& [x, y] : places) {
      CAPTURE(points, x, y);
      const TurningRectangle exact(0.1, 0.05, x, y);
      const std::string law = R"("load": 10, "characteristic_velocity": "1e-9 mm/s", "rim_points": )" + std::to_string(points);
      const test::WholeRun run = test::run_text(driven_planar(law + R"(, "contact": "rectangle")", turn * y, -turn * x, turn));
      const double off =
          std::max({std::fabs(run.last("joint.slide2_F") - exact.force_2), std::fabs(run.last("joint.slide3_F") - exact.force_3),
                    std::fabs(run.last("joint.turn_T") - exact.torque) / 0.05});
      CHECK(off < within);
      worst = std::max(worst, off);
      if (points != 8) continue;
      // The same rectangle as a polygon far from the centre of the joint: F stays, T has F times the way besides.
      const test::WholeRun far = test::run_text(driven_planar(
          law + R"(, "contact": "polygon", "corners_x": [0.37, 0.27, 0.27, 0.37], "corners_y": [-0.175, -0.175, -0.225, -0.225])",
          turn * (y - 0.2), -turn * (x + 0.32), turn));
      CHECK(far.last("joint.slide2_F") == Approx(exact.force_2).margin(within));
      CHECK(far.last("joint.slide3_F") == Approx(exact.force_3).margin(within));
      CHECK(far.last("joint.turn_T") == Approx(exact.torque + 0.32 * exact.force_3 + 0.2 * exact.force_2).margin(0.4 * within));
    }
    CHECK(worst > within / 20);  // what is said of it is not far too much
  }
}

TEST_CASE("a rectangle that slides along and hardly turns resists turning in proportion", "[joints]") {
  // To first order only slip across the way is turned round: T = mu N w int x^2 dA/(A v) = w a^2/(12 v).
  for (const double turn : {1e-1, 1e-2, 1e-3, 1e-5, 1e-8, 1e-12}) {
    CAPTURE(turn);
    const test::WholeRun run =
        test::run_text(driven_planar(R"("load": 10, "characteristic_velocity": "1e-9 mm/s", "contact": "rectangle")", 1, 0, turn));
    CHECK(run.last("joint.turn_T") / turn == Approx(0.1 * 0.1 / 12).epsilon(1e-4));  // the next term is (w a/v)^2 of it
    CHECK(run.last("joint.slide2_F") == Approx(1).epsilon(1e-4));
  }
}

/// 1 kg and R = 0.1 m, thrown with 1 m/s at 7.5 degrees and spun with 20 rad/s onto a table; it sticks exactly.
test::WholeRun thrown(const std::string& contact) {
  return test::run_text(diagram_text(
      R"("area": {"type": "joints.planar", "parameters": {"friction_coefficient": 0.1, "load": "9.81 N", "friction": "exact", )" + contact +
          R"(}}, "m2": {"type": "translational.mass", "initial": {"v": 0.99144486137381041}},
        "m3": {"type": "translational.mass", "initial": {"v": 0.13052619222005159}},
        "j": {"type": "rotational.inertia", "parameters": {"inertia": 0.005}, "initial": {"w": 20}},
        "bed": {"type": "translational.ground"}, "frame": {"type": "rotational.ground"})",
      R"(["m2.M", "area.slide2_R"], ["m3.M", "area.slide3_R"], ["j.I", "area.turn_R"], ["bed.W", "area.slide2_C", "area.slide3_C"],
        ["frame.W", "area.turn_C"])",
      R"("outputs": ["*"], "experiment": {"stop": 2, "interval": 0.001, "rtol": 1e-8, "atol": 1e-11})"));
}

TEST_CASE("a polygon of many corners slides, spins and stops as the disc of its radius of gyration does", "[joints]") {
  constexpr int kCorners = 16;
  constexpr double kStep = 2 * M_PI / kCorners;
  // Its mean of r^2 is R^2 (2 + cos(step))/6, that of a disc R^2/2: what differs are the fourth powers, by some step^4/30 = 8e-4.
  const double radius = 0.1 * std::sqrt(3 / (2 + std::cos(kStep)));
  std::ostringstream corners_x, corners_y;
  corners_x.precision(17), corners_y.precision(17);
  for (int k = 0; k < kCorners; ++k) {
    corners_x << (k > 0 ? ", " : "") << radius * std::cos(k * kStep);
    corners_y << (k > 0 ? ", " : "") << radius * std::sin(k * kStep);
  }
  const test::WholeRun disc = thrown(R"("contact": "disc", "outer_radius": 0.1)");
  const test::WholeRun polygon =
      thrown(R"("contact": "polygon", "rim_points": 4, "corners_x": [)" + corners_x.str() + R"(], "corners_y": [)" + corners_y.str() + "]");
  for (const double t : {0.5, 1.0, 1.5, 1.9}) {
    CAPTURE(t);
    CHECK(polygon.at("m2.v", t) == Approx(disc.at("m2.v", t)).margin(8e-4));
    CHECK(polygon.at("m3.v", t) == Approx(disc.at("m3.v", t)).margin(8e-4));
    CHECK(polygon.at("j.w", t) == Approx(disc.at("j.w", t)).margin(8e-3));
    CHECK(polygon.at("area.mode", t) == 1);
  }
  const auto stops_at = [](const test::WholeRun& run) {
    double t = 1.9;
    while (run.at("area.mode", t) > 0.5 && t < 1.99) t += 1e-3;
    return t;
  };
  CHECK(stops_at(disc) == Approx(1.940082).margin(2e-3));  // joints_planar_disc_sticks.json has where this is from
  CHECK(stops_at(polygon) == Approx(stops_at(disc)).margin(2e-3));
  for (const char* speed : {"m2.v", "m3.v", "j.w"}) CHECK(std::fabs(polygon.last(speed)) < 1e-9);
  CHECK(polygon.last("area.heat") == Approx(0.5 * 1 + 0.5 * 0.005 * 400).epsilon(1e-6));
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
test::WholeRun shaken_ring(const std::string& stop, const std::string& parameters) {
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
  return test::run_text(
      diagram_text(components, wires + bed + "], " + frame + "]", R"("experiment": {"solver": "dopri5", "stop": )" + stop + "}"));
}

TEST_CASE("a joint between two bodies that move breaks loose once, and in few evaluations", "[joints]") {
  // The bodies move with 0.1 m/s when it does: their slip is known to some 1e-7 m/s.
  const RunSummary usual = shaken_ring("1", "").summary;
  CHECK(usual.event_instants < 20);
  CHECK(usual.statistics.evaluations < 20 * usual.statistics.steps);  // a step takes six
  // With a speed of rest as small as that noise steps are too long for the friction that settles within a microsecond, and the dense output
  // of such a step says nothing of the events in it: searched for one share of the step after the other they took 2500 evaluations a step.
  const RunSummary noisy = shaken_ring("0.01", R"(, "rest_speed": 5.6e-7)").summary;
  CHECK(noisy.reached_s == 0.01);  // it breaks loose at 0.005 s
  CHECK(noisy.statistics.evaluations < 100 * (noisy.statistics.steps + noisy.statistics.rejected));
}

}  // namespace
}  // namespace stribeck
