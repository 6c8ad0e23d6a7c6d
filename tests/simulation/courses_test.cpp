// What is said of values between events, that they stay or go along lines, against the program evaluated later.
#include "simulation/loop/courses.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <random>

#include "compiled.h"
#include "simulation/loop/evaluation.h"

namespace stribeck {
namespace {

/// A formula of the time t, of a position u1 that goes along a line and of a number u2 that stays, made of what courses know.
std::string formula(std::mt19937& random, int depth) {
  const auto draw = [&](int count) { return std::uniform_int_distribution(0, count - 1)(random); };
  const auto part = [&] { return formula(random, depth - 1); };
  if (depth == 0) {
    const char* const leaves[] = {"t", "u1", "u2", "0.75", "2", "0", "(-1.5)"};
    return leaves[draw(7)];
  }
  switch (draw(9)) {
    case 0:
      return "(" + part() + " + " + part() + ")";
    case 1:
      return "(" + part() + " - " + part() + ")";
    case 2:
      return "(" + part() + "*" + part() + ")";
    case 3:
      return "(" + part() + "*" + part() + " - " + part() + ")";
    case 4:
      return "(" + part() + " - " + part() + "*" + part() + ")";
    case 5:
      return "min(" + part() + ", " + part() + ")";
    case 6:
      return "max(" + part() + ", " + part() + ")";
    case 7:
      return "(" + part() + "/(3 + u2))";
    default:
      return "abs(" + part() + ")";
  }
}

/// Beside a slider that nothing pushes a block on a rough ground, which is pushed by each formula. The number that stays is the slider's
/// speed.
std::string pushed_by(const std::vector<std::string>& formulas) {
  std::string components = R"("slider": {"type": "translational.mass"}, "where": {"type": "translational.absolute_motion_sensor"},
                              "wall": {"type": "translational.ground"}, "block": {"type": "translational.mass"},
                              "rub": {"type": "translational.dry_friction"},
                              "number": {"type": "signals.gain", "parameters": {"gain": "1 1/m"}},
                              "pace": {"type": "signals.gain", "parameters": {"gain": "1 s/m"}})";
  std::string forces, connections = R"(["slider.M", "where.R"], ["rub.C", "wall.W"], ["where.x", "number.u"], ["where.v", "pace.u"])";
  for (std::size_t k = 0; k < formulas.size(); ++k) {
    const std::string n = std::to_string(k);
    components += ", \"e" + n + R"(": {"type": "signals.expression", "parameters": {"inputs": 2, "expression": ")" + formulas[k] +
                  R"("}}, "f)" + n + R"(": {"type": "translational.force_source"})";
    connections += ", [\"number.y\", \"e" + n + ".u1\"], [\"pace.y\", \"e" + n + ".u2\"], [\"e" + n + ".y\", \"f" + n + ".S\"], [\"f" + n +
                   ".C\", \"wall.W\"]";
    forces += ", \"f" + n + ".R\"";
  }
  return test::diagram_text(components, connections + R"(, ["block.M", "rub.R")" + forces + "]");
}

TEST_CASE("what goes along lines is where they lead, until it does not") {
  // In every third round it is told how the states go, each along a line of its own, as a look ahead from a step tells it.
  std::mt19937 random(11);
  std::map<Course::Kind, int> kinds;
  for (int round = 0; round < 30; ++round) {
    std::vector<std::string> formulas;
    for (int k = 0; k < 10; ++k) formulas.push_back(formula(random, 1 + k % 4));
    test::Compiled compiled(pushed_by(formulas));
    Machine& machine = compiled.machine;
    Evaluation evaluation(machine);
    REQUIRE(evaluation.flow() != nullptr);
    Courses courses(compiled.program, *evaluation.flow());
    std::vector<double> x(compiled.sorted.states.size());
    for (double& state : x) state = std::uniform_real_distribution(-1.0, 1.0)(random);
    const double t = 1.25, dt = std::uniform_real_distribution(-2.0, 2.0)(random);
    const Snapshot now = evaluation.at(t, x.data());
    std::vector<Course> given;
    for (const double state : x)
      given.push_back({.kind = Course::Kind::line, .first = {state, std::uniform_real_distribution(0.5, 1.0)(random)}});
    if (round % 3 == 0)
      courses.find(now, given);
    else
      courses.find(now);
    std::vector<Course> told;
    for (Register r = 0; r < compiled.program.separate_count; ++r) told.push_back(courses.of(r));
    for (std::size_t s = 0; s < x.size(); ++s) {
      const Course course = courses.of_state(s);
      if (round % 3 == 0) CHECK(course.after(dt) == given[s].after(dt));
      x[s] = course.kind == Course::Kind::other ? x[s] + 0.3 : course.after(dt);
    }
    const Snapshot then = evaluation.at(t + dt, x.data());
    for (Register r = 0; r < compiled.program.separate_count; ++r) {
      const Course& course = told[static_cast<std::size_t>(r)];
      if (evaluation.flow()->maker(r) < 0 || course.kind == Course::Kind::other) continue;
      ++kinds[course.kind];
      INFO("formulas " << formulas[0] << ", " << formulas[1] << ", ...; register " << r);
      CHECK(course.after(dt) == Approx(then.value(r)).epsilon(1e-12).margin(1e-10));  // products of four factors of up to ten
    }
  }
  for (const Course::Kind kind : {Course::Kind::fixed, Course::Kind::line, Course::Kind::least, Course::Kind::greatest})
    CHECK(kinds[kind] >= 50);
}

}  // namespace
}  // namespace stribeck
