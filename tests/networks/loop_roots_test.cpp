// Which of its solutions a loop begins on, where that ends, and what is said where there is none.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "whole_run.h"

namespace stribeck {
namespace {

const Diagnostic* note_of(const test::WholeRun& run, ErrorCode code) {
  const auto found =
      std::find_if(run.summary.notes.begin(), run.summary.notes.end(), [&](const Diagnostic& note) { return note.code == code; });
  return found == run.summary.notes.end() ? nullptr : &*found;
}

test::WholeRun loop_of(const std::string& expression, const std::string& experiment = R"("experiment": {"stop": 1, "interval": 1})") {
  return test::run_text(
      test::diagram_text(R"("y": {"type": "signals.expression", "parameters": {"inputs": 1, "expression": ")" + expression + "\"}}",
                         R"(["y.y", "y.u1"])", experiment));
}

TEST_CASE("of all solutions of a signal's loop the one nearest to zero is taken, and a note tells the others") {
  // u^3 - 7 u + 6 = (u - 1)(u - 2)(u + 3): of these u = 2 and u = -3 have one sign of the slope, and u = 1 the other.
  const test::WholeRun cubic = loop_of("u1 + u1*u1*u1 - 7*u1 + 6");
  CHECK(cubic.first("y.y") == Approx(2).epsilon(1e-12));
  const Diagnostic* const note = note_of(cubic, ErrorCode::initial_undetermined);
  REQUIRE(note != nullptr);
  CHECK(note->message.find("starts at 2, and all would hold at -3 or 1 as well") != std::string::npos);
  CHECK(note_of(loop_of("sqrt(6 - u1)"), ErrorCode::initial_undetermined) == nullptr);
  CHECK(loop_of("sqrt(6 - u1)").first("y.y") == Approx(2).epsilon(1e-12));
}

TEST_CASE("solutions on either side of a condition in a loop are found, and one is taken at which the condition holds") {
  // Above zero y = 3 - sqrt(y), below it y = 3 + sqrt(-y), which has no solution there.
  CHECK(loop_of("3 - (if u1 > 0 then 1 else -1)*sqrt(abs(u1))").first("y.y") ==
        Approx(std::pow((std::sqrt(13.0) - 1) / 2, 2)).epsilon(1e-12));
  // y = 2 - 3 y^2 above zero; y = 2 + 3 y^2 below, which has none.
  CHECK(loop_of("2 - (if u1 > 0 then 1 else -1)*3*u1*u1").first("y.y") == Approx(2.0 / 3).epsilon(1e-12));
}

const char* const kFirst = R"("first": {"type": "rotational.friction", "parameters": {"viscous_coefficient": 1}})";
const char* const kSecond = R"("second": {"type": "rotational.friction", "parameters": {"viscous_coefficient": 3}})";

TEST_CASE("frictions in series begin on the same solution in every order, and the note tells all three") {
  const std::string body = R"("body": {"type": "rotational.inertia", "parameters": {"inertia": 2}, "initial": {"w": 1}})",
                    wall = R"("wall": {"type": "rotational.ground"})";
  std::vector<std::string> parts{body, kFirst, kSecond, wall};
  std::sort(parts.begin(), parts.end());
  do {
    const test::WholeRun run = test::run_text(test::diagram_text(
        parts[0] + ", " + parts[1] + ", " + parts[2] + ", " + parts[3],
        R"(["body.I", "first.R"], ["first.C", "second.R"], ["second.C", "wall.W"])", R"("experiment": {"stop": 0.1, "interval": 0.1})"));
    CHECK(run.first("first.w") == Approx(0.0373746507).epsilon(1e-8));
    const Diagnostic* const note = note_of(run, ErrorCode::initial_undetermined);
    REQUIRE(note != nullptr);
    CHECK(note->message.find("first.w: it starts at 0.0373746507, and all would hold at 0.201066513 or 0.979894436 as well") !=
          std::string::npos);
  } while (std::next_permutation(parts.begin(), parts.end()));
}

TEST_CASE("a search for all solutions that was not finished is told") {
  std::string parts =
      R"("drive": {"type": "rotational.velocity_source", "parameters": {"velocity": 1}}, "wall": {"type": "rotational.ground"})";
  std::string nets = R"(["wall.W", "drive.C", "f6.C"], ["drive.R", "f0.R"])";
  for (int k = 0; k < 7; ++k) {
    const std::string name = "f" + std::to_string(k);
    parts +=
        ", \"" + name + R"(": {"type": "rotational.friction", "parameters": {"viscous_coefficient": )" + std::to_string(1 + 0.1 * k) + "}}";
    if (k < 6) nets += ", [\"" + name + ".C\", \"f" + std::to_string(k + 1) + ".R\"]";
  }
  const test::WholeRun run = test::run_text(test::diagram_text(parts, nets, R"("experiment": {"stop": 0.1, "interval": 0.1})"));
  CHECK(std::any_of(run.summary.notes.begin(), run.summary.notes.end(), [](const Diagnostic& note) {
    return note.message.find("may have solutions that were not found") != std::string::npos;
  }));
}

TEST_CASE("a loop that nothing but outputs read is followed as others are: where it jumps depends on no interval") {
  const auto jump_s = [](double interval) {
    const test::WholeRun run = test::run_text(test::diagram_text(
        std::string(
            R"("drive": {"type": "rotational.velocity_source"}, "ramp": {"type": "signals.ramp", "parameters": {"offset": 0.5, "height": 9}},
                       "wall": {"type": "rotational.ground"}, )") +
            kFirst + ", " + kSecond,
        R"(["ramp.y", "drive.S"], ["drive.R", "first.R"], ["first.C", "second.R"], ["second.C", "wall.W", "drive.C"])",
        R"("experiment": {"stop": 1, "interval": )" + std::to_string(interval) + "}"));
    for (const auto& event : run.trajectory.events())
      if (event.label.find("jump of") == 0) return event.time_s;
    return 0.0;
  };
  const double once = jump_s(1);
  CHECK(once > 0);
  CHECK(jump_s(0.1) == Approx(once).epsilon(1e-8));
  CHECK(jump_s(0.003) == Approx(once).epsilon(1e-8));
}

TEST_CASE("where a loop has no solution it is said how near its equation comes to one") {
  const auto because = [](const std::string& expression) {
    try {
      loop_of(expression);
    } catch (const Failure& failure) {
      CHECK(failure.diagnostics().front().code == ErrorCode::run_no_solution);
      return failure.diagnostics().front().because;
    }
    return std::string();
  };
  CHECK(because("u1*u1 + 1").find("stays at least 0.75 below the right one, which it comes nearest to at y.y = 0.5") != std::string::npos);
  CHECK(because("sqrt(u1 - 2)").find("stays at least 1.75 above the right one") != std::string::npos);
}

}  // namespace
}  // namespace stribeck
