// Where the diagram leaves open where a motion begins: a rule that the order does not change, and a note.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>

#include "whole_run.h"

namespace stribeck {
namespace {

using test::diagram_text;
using test::run_text;
using test::WholeRun;

bool has_open_start(const WholeRun& run) {
  return std::any_of(run.summary.notes.begin(), run.summary.notes.end(),
                     [](const Diagnostic& note) { return note.code == ErrorCode::initial_undetermined; });
}

// A rod about the origin whose end a spring ties to itself: of its two coordinates and their difference, one starts as declared.
TEST_CASE("where a constraint leaves open which position keeps its start, no order decides, and it is said") {
  const std::string rod = R"("rod": {"type": "mechanisms.swinging_rod"})", spring = R"("bar": {"type": "translational.spring_damper"})";
  const std::string nodes = R"(["rod.X", "bar.C"], ["rod.Y", "bar.R"])", experiment = R"("experiment": {"stop": 0.1, "interval": 0.1})";
  const WholeRun one = run_text(diagram_text(rod + ", " + spring, nodes, experiment));
  const WholeRun other = run_text(diagram_text(spring + ", " + rod, R"(["bar.R", "rod.Y"], ["bar.C", "rod.X"])", experiment));
  // The spring's name comes before the rod's: it starts relaxed, so that the rod stands at an eighth of a turn.
  for (const WholeRun* run : {&one, &other}) {
    CHECK(run->first("bar.x") == 0);
    CHECK(run->first("rod.x") == Approx(std::sqrt(0.5)));
    CHECK(has_open_start(*run));
  }
  // With a target there is nothing to say.
  const WholeRun told = run_text(
      diagram_text(R"("rod": {"type": "mechanisms.swinging_rod", "initial": {"x": 0.6, "y": -0.8}}, )" + spring, nodes, experiment));
  CHECK(told.first("rod.y") == Approx(-0.8));
  CHECK_FALSE(has_open_start(told));
}

// Round a loop with a given turn in it two springs share the turn, or one of them has it all: that of the last name, whatever it is.
TEST_CASE("where a given position closes a loop, which of the others takes it is said") {
  const auto run = [](const std::string& initial) {
    return run_text(diagram_text(
        R"("turn": {"type": "rotational.position_source", "parameters": {"angle": "0.5 rad"}}, "one": {"type": "rotational.spring"},
           "two": {"type": "rotational.spring")" +
            initial + R"(}, "a": {"type": "rotational.inertia"}, "b": {"type": "rotational.inertia"}, "c": {"type": "rotational.inertia"})",
        R"(["turn.C", "one.R", "a.I"], ["one.C", "two.R", "b.I"], ["turn.R", "two.C", "c.I"])", R"("experiment": {"stop": 0.01})"));
  };
  const WholeRun open = run(""), told = run(R"(, "initial": {"phi": -0.2})");
  CHECK(has_open_start(open));
  CHECK(open.first("one.phi") == 0);
  CHECK(open.first("two.phi") == Approx(-0.5));
  CHECK_FALSE(has_open_start(told));
  CHECK(told.first("two.phi") == Approx(-0.2));
  CHECK(told.first("one.phi") == Approx(-0.3));
}

TEST_CASE("where a rod may stand or hang, a spring or a crank take either share, and a slider begin at any angle, it is said") {
  const std::string experiment = R"("experiment": {"stop": 0.1, "interval": 0.1})";
  const auto rod = [&](const std::string& initial) {
    return run_text(diagram_text(R"("wall": {"type": "translational.ground"}, "bar": {"type": "translational.spring_damper"},
                                    "rod": {"type": "mechanisms.swinging_rod")" +
                                     initial + "}",
                                 R"(["wall.W", "rod.X", "bar.R"], ["rod.Y", "bar.C"])", experiment));
  };
  CHECK(has_open_start(rod("")));
  const WholeRun hangs = rod(R"(, "initial": {"y": -1})");
  CHECK_FALSE(has_open_start(hangs));
  CHECK(hangs.first("rod.y") == Approx(-1));
  // The slider of the crank is 0.3 m from the origin: that is in the spring or between its other end and the wall.
  const auto series = [&](const std::string& initial) {
    return run_text(diagram_text(R"("crank": {"type": "mechanisms.slider_crank"}, "wheel": {"type": "rotational.inertia"},
                        "near": {"type": "translational.spring"}, "far": {"type": "translational.spring")" +
                                     initial + R"(}, "body": {"type": "translational.mass"}, "wall": {"type": "translational.ground"})",
                                 R"(["crank.C", "wheel.I"], ["crank.S", "near.C"], ["near.R", "far.R", "body.M"], ["far.C", "wall.W"])",
                                 experiment));
  };
  CHECK(has_open_start(series("")));
  CHECK_FALSE(has_open_start(series(R"(, "initial": {"x": 0.3})")));
  // At its dead centre, where it would begin, a crank moves no slider.
  const auto slider = [&](const std::string& initial) {
    return run_text(diagram_text(R"("wheel": {"type": "rotational.inertia"}, "body": {"type": "translational.mass", "initial": {"v": 0.5}},
                                    "crank": {"type": "mechanisms.slider_crank")" +
                                     initial + "}",
                                 R"(["crank.C", "wheel.I"], ["crank.S", "body.M"])", experiment));
  };
  CHECK(has_open_start(slider("")));
  CHECK_FALSE(has_open_start(slider(R"(, "initial": {"phi": 4})")));
}

TEST_CASE("speeds alone say where a rod is, in every order") {
  // x vx + y vy = 0 at x^2 + y^2 = 1. A whole step of Newton's method from x or y = 0 leads beyond the rod's length.
  const std::string across = R"("across": {"type": "translational.mass", "initial": {"v": 0.27}})",
                    up = R"("up": {"type": "translational.mass", "initial": {"v": -0.96}})",
                    rod = R"("rod": {"type": "mechanisms.swinging_rod"})";
  const std::string nodes = R"(["across.M", "rod.X"], ["up.M", "rod.Y"])", turned = R"(["rod.Y", "up.M"], ["rod.X", "across.M"])";
  for (const std::string& components : {rod + ", " + across + ", " + up, up + ", " + rod + ", " + across, across + ", " + up + ", " + rod})
    for (const std::string& connections : {nodes, turned}) {
      const WholeRun run = run_text(diagram_text(components, connections, R"("experiment": {"stop": 0.1, "interval": 0.1})"));
      const double size = std::hypot(0.27, 0.96);
      CHECK(std::fabs(run.first("rod.x")) == Approx(0.96 / size));
      CHECK(std::fabs(run.first("rod.y")) == Approx(0.27 / size));
      CHECK(run.first("rod.x") * run.first("rod.y") > 0);
      CHECK(run.first("across.v") == Approx(0.27));
      CHECK(run.first("up.v") == Approx(-0.96));
    }
}

// The end of the rod has a velocity towards (-5, -3): it is below its pivot on the right, or above it on the left. Only the turn in which
// the damper is written between the two coordinates tells them apart.
TEST_CASE("where velocities that are asked for hold on either side of a pivot, it is said") {
  const auto run = [](const std::string& near, const std::string& far, const std::string& place) {
    return run_text(diagram_text(
        R"("spring": {"type": "translational.spring"}, "wall": {"type": "translational.ground"},
                                    "rod": {"type": "mechanisms.swinging_rod")" +
            place + R"(},
                                    "one": {"type": "translational.mass", "initial": {"v": -1.25}},
                                    "two": {"type": "translational.mass", "initial": {"v": -0.75}},
                                    "damper": {"type": "translational.spring_damper"})",
        R"(["spring.R", "rod.Y", "one.M", "damper.)" + near + R"("], ["rod.X", "two.M", "damper.)" + far + R"("], ["wall.W", "spring.C"])",
        R"("experiment": {"stop": 0.1, "interval": 0.1})"));
  };
  const WholeRun one = run("C", "R", ""), turned = run("R", "C", "");
  for (const WholeRun* open : {&one, &turned}) {
    CHECK(std::fabs(open->first("rod.x")) == Approx(5 / std::hypot(5, 3)));
    CHECK(open->first("rod.y") == Approx(-0.6 * open->first("rod.x")));
    CHECK(has_open_start(*open));
  }
  for (const char* side : {"0.8", "-0.8"}) {
    const std::string place = R"(, "initial": {"x": {"value": )" + std::string(side) + R"(, "priority": "none"}})";
    const WholeRun told = run("C", "R", place), told_turned = run("R", "C", place);
    for (const WholeRun* begun : {&told, &told_turned}) {
      CHECK(begun->first("rod.x") == Approx(std::atof(side) / 0.8 * 5 / std::hypot(5, 3)));
      CHECK_FALSE(has_open_start(*begun));
    }
  }
}

}  // namespace
}  // namespace stribeck
