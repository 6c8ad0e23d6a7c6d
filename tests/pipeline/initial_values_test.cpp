// Initial targets: high ones exactly, low ones as nearly as possible, conflicts named; and starts from rest.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>
#include <utility>

#include "base/text.h"
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

TEST_CASE("a body that no target moves begins at rest, whatever its inertia and that of one that is moved") {
  // States are the relative speed at the stop and one body's: the other body moves by their difference, of which rounding is left.
  for (int i = 1; i <= 100; ++i) {
    const double moved = 0.113 * i, other = 3.3 - 0.029 * i, w = (i % 2 == 0 ? 1 : -1) * 0.076 * i;
    for (const auto& [one, two] : {std::pair{"R", "C"}, {"C", "R"}}) {
      char text[400];
      std::snprintf(text, sizeof text,
                    R"("moved": {"type": "rotational.inertia", "parameters": {"inertia": %.3f}, "initial": {"w": %.3f}},
                       "other": {"type": "rotational.inertia", "parameters": {"inertia": %.3f}})",
                    moved, w, other);
      const WholeRun run =
          run_text(diagram_text(text + std::string(R"(, "stop": {"type": "rotational.hard_stop", "parameters": {"model": "restitution"}},
                                 "limiter": {"type": "rotational.torque_limiter"}, "ground": {"type": "rotational.ground"})"),
                                std::string(R"(["moved.I", "limiter.R", "stop.)") + one + R"("], ["other.I", "stop.)" + two +
                                    R"("], ["limiter.C", "ground.W"])"));
      INFO(moved << " kg m^2 at " << w << " rad/s, " << other << " kg m^2, " << one);
      CHECK(std::fabs(run.first("other.w")) <= 1e-14 * std::fabs(w));  // dozens of roundings
      CHECK(run.first("moved.w") == Approx(w).epsilon(1e-15));
    }
  }
}

TEST_CASE("low targets that disagree are met in the sense of least squares") {
  const WholeRun run = run_text(geared(R"("w": {"value": 10, "priority": "low"})", R"("w": {"value": 3, "priority": "low"})"));
  // (5 u - 10)^2 + (u - 3)^2 is least at u = 53/26.
  CHECK(run.first("out.w") == Approx(53.0 / 26).epsilon(1e-9));
  CHECK(run.summary.notes.size() == 2);
}

TEST_CASE("low targets that disagree are weighed in the nominal units of their variables") {
  // v and w = 5 v of one body, whose nominal values are 0.1 and 1: ((v - 3)/0.1)^2 + (5 v - 10)^2 is least at v = 350/125.
  const WholeRun run = run_text(diagram_text(
      R"("b": {"type": "body", "initial": {"v": {"value": 3, "priority": "low"}, "w": {"value": 10, "priority": "low"}}})", "",
      R"json("definitions": {"body": {"doc": "A body that tells its speed twice.", "parameters": {"m": {"unit": "kg", "value": 1, "doc": "mass"}}, "ports": {"M": {"domain": "translational", "doc": "it"}},
         "variables": {"v": {"unit": "m/s", "doc": "speed", "nominal": 0.1}, "w": {"unit": "m/s", "doc": "five times that"}},
         "equations": {"speed": "v = M.v", "five": "w = 5*v", "law": "M.F = m*der(v)"}, "stores": "0.5*m*v^2"}})json"));
  CHECK(run.first("b.v") == Approx(2.8).epsilon(1e-9));
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

TEST_CASE("positions that nothing determines start where their names say, whatever the order, and a note tells it") {
  // Around the triangle ground, a, b only one displacement is given: the elastic gap keeps its start, the stop is their sum.
  const std::string parts[] = {
      R"("place": {"type": "translational.absolute_motion_sensor", "initial": {"x": 0.3}})",
      R"("gap": {"type": "translational.elasto_gap", "parameters": {"natural_length": -1}})", R"("tie": {"type": "translational.spring"})",
      R"("a": {"type": "translational.mass"}, "b": {"type": "translational.mass"})", R"("wall": {"type": "translational.ground"})"};
  for (std::size_t turn = 0; turn < std::size(parts); ++turn) {
    std::string components;
    for (std::size_t k = 0; k < std::size(parts); ++k) components += (k > 0 ? ", " : "") + parts[(k + turn) % std::size(parts)];
    const WholeRun run =
        run_text(diagram_text(components, R"(["a.M", "place.R", "tie.R"], ["tie.C", "b.M", "gap.R"], ["gap.C", "wall.W"])"));
    CHECK(run.first("place.x") == 0.3);
    CHECK(run.first("gap.x") == 0);
    CHECK(run.first("tie.x") == Approx(0.3).epsilon(1e-15));
    REQUIRE(run.summary.notes.size() == 1);
    CHECK(run.summary.notes[0].code == ErrorCode::initial_undetermined);
    CHECK(run.summary.notes[0].message.find("gap.x") != std::string::npos);
  }
}

/// A drive turns 3 kg m^2 as far as 1 kg is from another mass, which starts at -2 m/s: the first starts so that v^2/2 + 3 (v + 2)^2/2 is
/// least, whichever of the velocities, the sensor's rate among them, is a state.
TEST_CASE("start speeds behind a measured position are those of least energy, whatever the order of the components") {
  std::vector<std::string> parts = {R"("near": {"type": "translational.mass"})",
                                    R"("far": {"type": "translational.mass", "initial": {"v": -2}})",
                                    R"("sensor": {"type": "translational.motion_sensor"})",
                                    R"_("law": {"type": "signals.expression", "parameters": {"expression": "tanh(u1)"}})_",
                                    R"("drive": {"type": "rotational.position_source"})",
                                    R"("wheel": {"type": "rotational.inertia", "parameters": {"inertia": 3}})",
                                    R"("wall": {"type": "rotational.ground"})"};
  for (const bool turned : {false, true}) {
    for (std::size_t turn = 0; turn < parts.size(); ++turn) {
      std::rotate(parts.begin(), parts.begin() + 1, parts.end());
      std::string components;
      for (const std::string& part : parts) components += (components.empty() ? "" : ", ") + part;
      const std::string drive =
          turned ? R"(["wheel.I", "drive.R"], ["wall.W", "drive.C"])" : R"(["drive.R", "wheel.I"], ["drive.C", "wall.W"])";
      const WholeRun run = run_text(diagram_text(
          components, R"(["near.M", "sensor.R"], ["far.M", "sensor.C"], ["sensor.x", "law.u1"], ["law.y", "drive.S"], )" + drive));
      CHECK(run.first("far.v") == -2);
      CHECK(run.first("near.v") == Approx(-1.5).epsilon(1e-9));
    }
    std::reverse(parts.begin(), parts.end());
  }
}

/// The sun of 1 kg m^2 and the carrier of 3 kg m^2 are free to share what the ring asks for, 3 w_C = w_S + 2 w_R at w_R = 1 rad/s: the
/// energy w_S^2/2 + 3 w_C^2/2 is least at w_C = 1/2 rad/s.
TEST_CASE("start speeds that nothing determines are those of least energy, whatever the order of the components") {
  const std::string drive = R"("drive": {"type": "rotational.velocity_source", "parameters": {"velocity": 1}})",
                    ring = R"("ring": {"type": "rotational.inertia", "initial": {"w": )";
  std::vector<std::string> parts = {R"("gear": {"type": "mechanisms.planetary_gear", "parameters": {"ring_to_sun_ratio": 2}})",
                                    R"("sun": {"type": "rotational.inertia", "parameters": {"inertia": 1}})",
                                    R"("carrier": {"type": "rotational.inertia", "parameters": {"inertia": 3}})",
                                    R"("housing": {"type": "rotational.ground"})"};
  for (const std::string& ring_part : {drive, ring + "1}}", ring + R"({"value": 1, "priority": "low"}}})"}) {
    const std::string connections =
        ring_part[1] == 'd' ? R"(["drive.R", "gear.R"], ["drive.C", "housing.W"], )" : R"(["ring.I", "gear.R"], )";
    CAPTURE(ring_part);
    parts.push_back(ring_part);
    for (std::size_t turn = 0; turn < 2 * parts.size(); ++turn) {
      if (turn == parts.size()) std::reverse(parts.begin(), parts.end());
      std::rotate(parts.begin(), parts.begin() + 1, parts.end());
      std::string components;
      for (const std::string& part : parts) components += (components.empty() ? "" : ", ") + part;
      const WholeRun run = run_text(diagram_text(components, connections + R"(["gear.S", "sun.I"], ["gear.C", "carrier.I"])"));
      // A low target's dependence on the states is found by finite differences.
      CHECK(run.first("sun.w") == Approx(-0.5).epsilon(1e-9));
      CHECK(run.first("carrier.w") == Approx(0.5).epsilon(1e-9));
    }
    std::erase(parts, ring_part);
  }
}

/// r = 0.1 m, l = 0.2 m, so that x lies between 0.1 and 0.3 m.
std::string crank(const std::string& target, const std::string& priority, double stop) {
  return diagram_text(R"("j": {"type": "rotational.inertia", "parameters": {"inertia": 1}, "initial": {"w": 1}},
                         "m": {"type": "translational.mass", "parameters": {"mass": 1}},
                         "crank": {"type": "mechanisms.slider_crank", "initial": {)" +
                          target + R"(, "priority": ")" + priority + R"("}}}, "housing": {"type": "translational.ground"})",
                      R"(["j.I", "crank.C"], ["m.M", "crank.S"])",
                      R"("experiment": {"stop": )" + std::to_string(stop) + R"(, "interval": 0.1, "rtol": 1e-10, "atol": 1e-12})");
}

// Between the source and the friction there is no mass whose energy could decide. The source has a law for the rate of its speed, and
// declares how it starts; the friction has neither.
TEST_CASE("a speed whose rate has a law starts as declared, one that only follows does not, whatever the order of the components") {
  const std::string first = R"("body": {"type": "translational.mass", "initial": {"v": -0.67}},
     "drive": {"type": "translational.acceleration_source"})";
  const std::string second = R"("slide": {"type": "translational.dry_friction", "parameters": {"coulomb_force": 20}},
     "wall": {"type": "translational.ground"}, "a": {"type": "translational.acceleration_sensor"})";
  const std::string connections = R"(["drive.R", "body.M"], ["drive.C", "slide.R", "a.R"], ["wall.W", "slide.C", "a.C"])";
  const std::string experiment = R"("experiment": {"stop": 0.01, "interval": 0.005})";
  for (const std::string& components : {first + ", " + second, second + ", " + first}) {
    const test::WholeRun run = test::run_text(test::diagram_text(components, connections, experiment));
    CHECK(run.at("drive.v", 0) == 0);
    CHECK(run.at("slide.v", 0) == -0.67);
    CHECK(run.at("body.v", 0.01) == Approx(-0.67 + 20 * 0.01).epsilon(1e-6));  // rtol as it is by default
  }
}

TEST_CASE("of two speeds that sum to a given one and whose rates both have laws the first by name starts as declared") {
  const std::string near = R"("b_drive": {"type": "translational.acceleration_source", "parameters": {"acceleration": 1}})";
  const std::string far = R"("a_drive": {"type": "translational.acceleration_source", "parameters": {"acceleration": 0.5}})";
  const std::string rest = R"("slide": {"type": "translational.dry_friction", "parameters": {"coulomb_force": 5}},
     "a": {"type": "translational.acceleration_sensor"},
     "body": {"type": "translational.mass", "initial": {"v": 1}}, "wall": {"type": "translational.ground"})";
  for (const std::string& components : {near + ", " + far + ", " + rest, rest + ", " + far + ", " + near}) {
    const test::WholeRun run = test::run_text(test::diagram_text(
        components, R"(["body.M", "b_drive.R", "a.R"], ["b_drive.C", "a_drive.R", "slide.R", "a.C"], ["a_drive.C", "slide.C", "wall.W"])",
        R"("experiment": {"stop": 0.1, "interval": 0.1})"));
    CHECK(run.at("a_drive.v", 0) == 0);
    CHECK(run.at("b_drive.v", 0) == 1);
    CHECK(run.at("slide.v", 0.1) == Approx(0.05).epsilon(1e-9));
  }
}

TEST_CASE("a low target on a stroke is met as closely as the mechanism can, at the nearest angle") {
  for (const double asked : {0.05, 0.1, 0.11, 0.2, 0.29, 0.3, 0.4}) {
    INFO("x = " << asked);
    const WholeRun run = run_text(crank(R"("x": {"value": )" + std::to_string(asked), "low", 0.1));
    CHECK(run.first("crank.x") == Approx(std::clamp(asked, 0.1, 0.3)).margin(1e-8));
    CHECK(std::fabs(run.first("crank.phi")) <= M_PI * (1 + 1e-6));
    CHECK(run.first("j.w") == 1);
  }
}

TEST_CASE("a stroke out of reach is refused with what it can be, whatever the speed is to be") {
  for (const auto& [asked, speed] : {std::pair{"0.31", ""}, std::pair{"0.05", R"(, "initial": {"v": 0.1})"}}) {
    const std::string text =
        diagram_text(R"("j": {"type": "rotational.inertia"}, "m": {"type": "translational.mass")" + std::string(speed) +
                         R"(}, "crank": {"type": "mechanisms.slider_crank", "initial": {"x": )" + asked + "}}",
                     R"(["j.I", "crank.C"], ["m.M", "crank.S"])");
    const std::optional<Diagnostic> fault = test::fault_of([&] { run_text(text); });
    REQUIRE(fault);
    CHECK(fault->message.find("out of reach: it can be between 0.1 m and 0.3 m") != std::string::npos);
  }
}

TEST_CASE("of several angles that meet the targets the nearest to where the diagram begins is taken") {
  for (const double start : {-8.0, -2.0, 1.0, 3.5, 20.0})
    for (const std::string priority : {"high", "low"}) {
      INFO("from " << start << " with " << priority);
      const std::string wheel = R"("j": {"type": "rotational.inertia", "initial": {"phi": {"value": )" + std::to_string(start) +
                                R"(, "priority": "none"}}}, "m": {"type": "translational.mass"})";
      const WholeRun run = run_text(diagram_text(
          wheel + R"(, "yoke": {"type": "mechanisms.scotch_yoke", "initial": {"x": {"value": 0.05, "priority": ")" + priority + R"("}}})",
          R"(["j.I", "yoke.C"], ["m.M", "yoke.Y"])"));
      // 0.1 sin(phi) = 0.05 at pi/6 and 5 pi/6, and whole turns from there.
      double nearest = HUGE_VAL;
      for (int turn = -4; turn <= 4; ++turn)
        for (const double angle : {M_PI / 6, 5 * M_PI / 6})
          if (std::fabs(angle + 2 * M_PI * turn - start) < std::fabs(nearest - start)) nearest = angle + 2 * M_PI * turn;
      CHECK(run.first("yoke.phi") == Approx(nearest).epsilon(1e-8));
    }
}

TEST_CASE("at a dead centre that its stroke asks for a crank has the speed that its shaft asks for") {
  const WholeRun run = run_text(diagram_text(
      R"("j": {"type": "rotational.inertia", "initial": {"w": -12.7}}, "m": {"type": "translational.mass"},
         "joint": {"type": "mechanisms.universal_joint", "parameters": {"joint_angle": "50 deg"}}, "behind": {"type": "rotational.inertia"},
         "crank": {"type": "mechanisms.slider_crank", "initial": {"x": 0.1}})",
      R"(["j.I", "joint.A"], ["joint.B", "crank.C", "behind.I"], ["m.M", "crank.S"])", R"("outputs": ["j.w", "joint.turned", "m.v"])"));
  CHECK(run.first("j.w") == Approx(-12.7).epsilon(1e-9));
  CHECK(std::fabs(run.first("joint.turned")) == Approx(M_PI).margin(1e-4));
  CHECK(run.first("m.v") == Approx(0).margin(1e-3));
}

TEST_CASE("a crank that starts at a dead centre by its stroke moves as one that starts there by its angle") {
  for (const auto& [stroke, angle] : {std::pair{"0.3", 0.0}, std::pair{"0.1", M_PI}}) {
    const WholeRun by_stroke = run_text(crank(R"("x": {"value": )" + std::string(stroke), "high", 5));
    char text[64];
    std::snprintf(text, sizeof text, "\"phi\": {\"value\": %.17g", angle);
    const WholeRun by_angle = run_text(crank(text, "high", 5));
    // The stroke tells the angle to the root of its rounding only.
    const double turns = std::round((by_stroke.first("crank.phi") - angle) / (2 * M_PI)) * 2 * M_PI;
    for (const double t : {0.0, 1.0, 2.5, 5.0}) {
      CHECK(by_stroke.at("crank.phi", t) - turns == Approx(by_angle.at("crank.phi", t)).margin(1e-6));
      CHECK(by_stroke.at("j.w", t) == Approx(by_angle.at("j.w", t)).margin(1e-6));
    }
  }
}

/// Joins texts with commas.
void add(std::string& list, const std::string& entry) { list += (list.empty() ? "" : ", ") + entry; }

TEST_CASE("targets on thousands of pairs of masses are met pair by pair") {
  // Solved for together they would be a dense matrix of 2000 by 4000, found column by column.
  constexpr int kPairs = 2000;
  std::string components, connections;
  for (int i = 0; i < kPairs; ++i) {
    const std::string n = std::to_string(i);
    const std::string speed = std::to_string(i + 1);
    add(components, R"("a)" + n + R"(": {"type": "translational.mass"}, "b)" + n + R"(": {"type": "translational.mass"}, "k)" + n +
                        R"(": {"type": "translational.spring", "initial": {"v": )" + speed + "}}");
    add(connections, R"(["a)" + n + R"(.M", "k)" + n + R"(.R"], ["k)" + n + R"(.C", "b)" + n + R"(.M"])");
  }
  const WholeRun run =
      run_text(diagram_text(components, connections, R"("experiment": {"stop": 1e-6, "interval": 1e-6}, "outputs": ["*.v"])"));
  for (int i = 0; i < kPairs; ++i) {  // the smallest change from rest: half of the relative speed each
    REQUIRE(run.first("a" + std::to_string(i) + ".v") == Approx(0.5 * (i + 1)).epsilon(1e-9));
    REQUIRE(run.first("b" + std::to_string(i) + ".v") == Approx(-0.5 * (i + 1)).epsilon(1e-9));
  }
}

TEST_CASE("every spring of a grid may have its length set, where the lengths agree") {
  constexpr int kSide = 40;
  std::string components, connections;
  const auto mass = [](int row, int column) { return "m" + std::to_string(row * kSide + column); };
  const auto tie = [&](const std::string& from, const std::string& to, const std::string& length) {
    add(components, "\"" + from + to + R"(": {"type": "translational.spring", "initial": {"x": )" + length + "}}");
    add(connections, "[\"" + from + ".M\", \"" + from + to + ".R\"], [\"" + from + to + ".C\", \"" + to + ".M\"]");
  };
  for (int row = 0; row < kSide; ++row)
    for (int column = 0; column < kSide; ++column) {
      add(components, "\"" + mass(row, column) + R"(": {"type": "translational.mass"})");
      if (column + 1 < kSide) tie(mass(row, column), mass(row, column + 1), "0.25");
      if (row + 1 < kSide) tie(mass(row, column), mass(row + 1, column), "-0.125");
    }
  const WholeRun run =
      run_text(diagram_text(components, connections, R"("experiment": {"stop": 1e-6, "interval": 1e-6}, "outputs": ["*.x"])"));
  for (int row = 1; row < kSide; ++row) {
    REQUIRE(run.first(mass(row - 1, kSide - 1) + mass(row, kSide - 1) + ".x") == Approx(-0.125).epsilon(1e-12));
    REQUIRE(run.first(mass(row, 0) + mass(row, 1) + ".x") == Approx(0.25).epsilon(1e-12));
  }
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

/// 2 kg, pushed by 50 N or less, with what else acts on it.
std::string pushed(double force, const std::string& components, const std::string& at_mass, const std::string& at_wall) {
  return diagram_text(R"("m": {"type": "translational.mass", "parameters": {"mass": 2}},
                         "push": {"type": "translational.force_source", "parameters": {"force": )" +
                          std::to_string(force) + R"(}}, "wall": {"type": "translational.ground"}, )" + components,
                      "[\"m.M\", \"push.R\", " + at_mass + "], [\"wall.W\", \"push.C\", " + at_wall + "]",
                      R"("experiment": {"stop": 0.5, "interval": 0.1, "steady_state": true})");
}

void require_rest(const WholeRun& run) {
  for (const double v : run["m.v"]) REQUIRE(std::fabs(v) < 1e-12);  // of 2 kg: less than 1e-11 N was left over
}

TEST_CASE("a steady state has the forces of dry friction and contacts in it, as little of them as it takes") {
  const std::string friction = R"("rub": {"type": "translational.dry_friction"})";  // 25 N hold, 20 N slide
  SECTION("a spring takes what it can move to take") {
    const WholeRun run = run_text(pushed(50, friction + R"(, "spring": {"type": "translational.spring", "parameters": {"stiffness": 200}})",
                                         R"("rub.R", "spring.R")", R"("rub.C", "spring.C")"));
    require_rest(run);
    CHECK(run.first("spring.x") == Approx(0.25).epsilon(1e-12));
    CHECK(run.first("rub.F") == Approx(0).margin(1e-9));
  }
  SECTION("friction takes what nothing else can") {
    const WholeRun run = run_text(pushed(24, friction, R"("rub.R")", R"("rub.C")"));
    require_rest(run);
    CHECK(run.first("rub.F") == Approx(24).epsilon(1e-12));
  }
  SECTION("frictions of masses on one spring share what it is, however different the masses") {
    for (const double other : {2.0, 0.01, 1e-4, 1e4}) {
      const std::string components = friction + R"(, "second": {"type": "translational.mass", "parameters": {"mass": )" +
                                     short_number(other) + R"(}}, "brake": {"type": "translational.dry_friction"},
        "spring": {"type": "translational.spring", "parameters": {"stiffness": 1000}})";
      const WholeRun run = run_text(diagram_text(R"("m": {"type": "translational.mass", "parameters": {"mass": 2}},
                                   "push": {"type": "translational.force_source", "parameters": {"force": 30}},
                                   "wall": {"type": "translational.ground"}, )" +
                                                     components,
                                                 R"(["m.M", "push.R", "rub.R", "spring.R"], ["second.M", "brake.R", "spring.C"],
                                   ["wall.W", "push.C", "rub.C", "brake.C"])",
                                                 R"("experiment": {"stop": 0.5, "interval": 0.1, "steady_state": true})"));
      INFO("the other mass: " << other << " kg");
      require_rest(run);
      CHECK(run.first("rub.F") == Approx(15).epsilon(1e-9));  // 30 N, split with the least sum of squares
      CHECK(run.first("brake.F") == Approx(15).epsilon(1e-9));
      CHECK(run.first("spring.x") == Approx(0.015).epsilon(1e-9));
    }
  }
  SECTION("friction does not take more than it can") {
    CHECK(error_of([&] { run_text(pushed(26, friction, R"("rub.R")", R"("rub.C")")); }) == "initial.no_steady_state");
  }
  SECTION("what slides may slide steadily") {
    const WholeRun run = run_text(pushed(50, friction + R"(, "damper": {"type": "translational.damper", "parameters": {"damping": 10}})",
                                         R"("rub.R", "damper.R")", R"("rub.C", "damper.C")"));
    CHECK(run.first("m.v") == Approx(3).epsilon(1e-12));
    CHECK(run.last("m.v") == Approx(3).epsilon(1e-9));
  }
  SECTION("a closed contact pushes, and does not pull") {
    const auto on_contact = [](double force) {
      return pushed(force, R"("stop": {"type": "translational.contact"})", R"("stop.R")", R"("stop.C")");
    };
    const WholeRun run = run_text(on_contact(-50));
    require_rest(run);
    CHECK(run.first("stop.F") == Approx(-50).epsilon(1e-12));
    CHECK(error_of([&] { run_text(on_contact(50)); }) == "initial.no_steady_state");
  }
  SECTION("a high target holds or is refused") {
    const auto sprung = [](const std::string& x) {
      return pushed(50, R"("spring": {"type": "translational.spring", "parameters": {"stiffness": 200}, "initial": {"x": )" + x + "}}",
                    R"("spring.R")", R"("spring.C")");
    };
    require_rest(run_text(sprung("0.25")));
    require_rest(run_text(sprung(R"({"value": 0.3, "priority": "low"})")));
    CHECK(error_of([&] { run_text(sprung("0.3")); }) == "initial.conflict");
  }
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
