// Impacts without collision, as numbers: which impulses bring what jams to rest, and when there are none.
#include "simulation/modes/jam.h"

#include <catch2/catch.hpp>
#include <cmath>

namespace stribeck {
namespace {

using Part = JamProblem::Part;

/// Each friction is pressed on by `gains` times its own impulse alone.
ImpulseLaw pressed_by_itself(const std::vector<double>& gains) {
  return [gains](const std::vector<double>& impulses) {
    ImpulseLimits limits;
    for (std::size_t i = 0; i < gains.size(); ++i) {
      limits.holds.push_back(gains[i] * std::fabs(impulses[i]));
      limits.slips.push_back(gains[i] * std::fabs(impulses[i]));
    }
    return limits;
  };
}

}  // namespace

TEST_CASE("what its own impulse presses on by more than that stops at once", "[decision]") {
  // 2 kg at 3 m/s: 6 N*s.
  const JamProblem problem{.matrix = {0.5}, .parts = {{.velocity = 3, .may_jam = true}}};
  const auto found = solve_jam(problem, pressed_by_itself({1.2}));
  REQUIRE(found);
  CHECK(found->impulses[0] == Approx(6));
  CHECK(found->rests[0]);
  const auto backwards = solve_jam({.matrix = {0.5}, .parts = {{.velocity = -3, .may_jam = true}}}, pressed_by_itself({1}));
  REQUIRE(backwards);
  CHECK(backwards->impulses[0] == Approx(-6));
  CHECK(!solve_jam(problem, pressed_by_itself({0.9})));  // it has a motion with finite forces
  CHECK(!solve_jam({.matrix = {0}, .parts = {{.velocity = 3, .may_jam = true}}}, pressed_by_itself({2})));  // a given velocity
}

TEST_CASE("what rests against a body that jams is stopped with it, what it pushed goes on", "[decision]") {
  // Bodies of 1, 2 and 4 kg at 3 m/s touch one another; the middle one jams on the ground. Contacts: approach of the first to the second,
  // of the second to the third. Velocities+ = velocities - matrix * impulses.
  const double a = 1, b = 0.5, c = 0.25;
  const JamProblem problem{.matrix = {b, -b, b, -b, a + b, -b, b, -b, b + c},
                           .parts = {{.velocity = 3, .may_jam = true}, {.is_one_sided = true}, {.is_one_sided = true}}};
  const auto found = solve_jam(problem, pressed_by_itself({1.5, 0, 0}));
  REQUIRE(found);
  CHECK(found->impulses[0] == Approx(9));  // (1 + 2) kg 3 m/s
  CHECK(found->impulses[1] == Approx(3));
  CHECK(found->impulses[2] == 0);
}

TEST_CASE("impulses that press on one another are found together", "[decision]") {
  // Two slides whose bodies share what they are struck with: each N*s of one changes the other by 0.5 m/s. The second is pressed on by a
  // tenth of the first's impulse i, which brings the first to rest: i + 0.5 i/10 = 2.
  const JamProblem problem{.matrix = {1, 0.5, 0.5, 1}, .parts = {{.velocity = 2, .may_jam = true}, {.velocity = 3}}};
  const ImpulseLaw law = [](const std::vector<double>& impulses) {
    return ImpulseLimits{.holds = {1.5 * std::fabs(impulses[0]), 0.2 * std::fabs(impulses[0])},
                         .slips = {1.5 * std::fabs(impulses[0]), 0.1 * std::fabs(impulses[0])}};
  };
  const auto found = solve_jam(problem, law);
  REQUIRE(found);
  CHECK(found->impulses[0] == Approx(2 / 1.05).epsilon(1e-12));
  CHECK(found->impulses[1] == Approx(0.2 / 1.05).epsilon(1e-12));
  CHECK(found->rests[0]);
  CHECK(!found->rests[1]);
}

TEST_CASE("frictions beside one that jams have impulses by their own laws", "[decision]") {
  // Two slides of 1 kg at 2 and 3 m/s that answer to their own impulses alone; the second is pressed on by a tenth of the first's.
  const JamProblem problem{.matrix = {1, 0, 0, 1}, .parts = {{.velocity = 2, .may_jam = true}, {.velocity = 3}}};
  const ImpulseLaw law = [](const std::vector<double>& impulses) {
    return ImpulseLimits{.holds = {1.5 * std::fabs(impulses[0]), 0.2 * std::fabs(impulses[0])},
                         .slips = {1.5 * std::fabs(impulses[0]), 0.1 * std::fabs(impulses[0])}};
  };
  const auto found = solve_jam(problem, law);
  REQUIRE(found);
  CHECK(found->impulses[0] == Approx(2));
  CHECK(found->impulses[1] == Approx(0.2));
  CHECK(found->rests == std::vector<bool>{true, false});
  // What would be pushed backwards by that rests.
  JamProblem slow = problem;
  slow.parts[1].velocity = 0.1;
  const auto stopped = solve_jam(slow, law);
  REQUIRE(stopped);
  CHECK(stopped->impulses[1] == Approx(0.1));
  CHECK(stopped->rests == std::vector<bool>{true, true});
}

}  // namespace stribeck
