// The decision on modes at an event, problem by problem, as numbers: what the log of faults has seen, and what must never be otherwise.
#include "simulation/modes/mode_decision.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "base/constants.h"

namespace stribeck {
namespace {

using Candidate = ModeProblem::Candidate;

StickSlipLevels both(double holds, double slips) { return {{holds, slips}, {holds, slips}}; }
/// A contact pushes with any force; `release` pulls it off.
StickSlipLevels contact_levels(double release) { return {{HUGE_VAL, 0}, {release, 0}}; }

Candidate friction(double holds, double slips, int passed = 0, Phase phase = Phase::sticks) {
  return {.levels = both(holds, slips), .phase = phase, .passed = passed, .is_contact = false};
}
Candidate contact(double release, int passed = 0, Phase phase = Phase::sticks) {
  return {.levels = contact_levels(release), .phase = phase, .passed = passed, .is_contact = true};
}

/// All elements stand between one body of 1 kg and the ground; `sides` is 1 where the body's motion is forwards, -1 where it is backwards.
ModeProblem on_one_body(double load, std::vector<Candidate> candidates, const std::vector<double>& sides) {
  ModeProblem problem{.matrix = {}, .constant = {}, .candidates = std::move(candidates)};
  for (const double column : sides)
    for (const double row : sides) problem.matrix.push_back(row * column);
  for (const double side : sides) problem.constant.push_back(side * load);
  return problem;
}

using Directions = std::vector<int>;

}  // namespace

TEST_CASE("what has passed its limit slips, however little it has passed it", "[decision]") {
  // Static and kinetic level are one: slipping, its acceleration is next to nothing.
  for (const double excess : {1e-10, 6e-11, 1e-12, 0.0, -1e-13}) {
    CAPTURE(excess);
    CHECK(decide(on_one_body(2 * (1 + excess), {friction(2, 2, 1)}, {1})).direction == Directions{1});
    CHECK(decide(on_one_body(-2 * (1 + excess), {friction(2, 2, -1)}, {1})).direction == Directions{-1});
    CHECK(decide(on_one_body(2 * (1 + excess), {friction(2, 1.5, 1)}, {1})).direction == Directions{1});
  }
}

TEST_CASE("what has passed its limit, but is pressed back by what else the event changed, goes on sticking", "[decision]") {
  CHECK(decide(on_one_body(1, {friction(2, 2, 1)}, {1})).direction == Directions{0});
  CHECK(decide(on_one_body(0.5, {friction(2, 1.5, 1)}, {1})).direction == Directions{0});
}

TEST_CASE("a freewheel whose force has just fallen through zero lets go, and holds when it is pressed on again", "[decision]") {
  Candidate freewheel = friction(0, 0, -1);
  freewheel.levels = {{HUGE_VAL, 0}, {0, 0}};
  CHECK(decide(on_one_body(0, {freewheel}, {1})).direction == Directions{-1});
  CHECK(decide(on_one_body(-1e-17, {freewheel}, {1})).direction == Directions{-1});
  CHECK(decide(on_one_body(1, {freewheel}, {1})).direction == Directions{0});
  freewheel.passed = 0;
  CHECK(decide(on_one_body(0, {freewheel}, {1})).direction == Directions{0});
}

TEST_CASE("a body leaves a stop when the pull passes the friction beside it, whatever the release force", "[decision]") {
  // The stop's side moves apart where the body moves forwards. Between friction's limit of 2 N and the release force of 0.5 N beyond it.
  for (const double release : {0.0, 1e-6, 0.5}) {
    CAPTURE(release);
    const StickSlipModes modes = decide(on_one_body(2.1, {friction(2, 2, 1), contact(release)}, {1, -1}));
    CHECK(modes.direction == Directions{1, -1});
    CHECK(decide(on_one_body(1.9, {friction(2, 2), contact(release)}, {1, -1})).direction == Directions{0, 0});
  }
}

TEST_CASE("a contact that rests is pulled off by its release force, one that arrives by anything", "[decision]") {
  CHECK(decide(on_one_body(0.4, {contact(0.5)}, {-1})).direction == Directions{0});
  CHECK(decide(on_one_body(0.6, {contact(0.5)}, {-1})).direction == Directions{-1});
  for (const Phase phase : {Phase::closes, Phase::lands}) {
    CHECK(decide(on_one_body(0.4, {contact(0.5, 0, phase)}, {-1})).direction == Directions{-1});
    CHECK(decide(on_one_body(-0.4, {contact(0.5, 0, phase)}, {-1})).direction == Directions{0});
  }
}

TEST_CASE("what has held is not torn loose by the static force of what breaks loose beside it", "[decision]") {
  // 1 kg on 2 kg on a base that slows down, see stick_slip_test.
  ModeProblem problem{.matrix = {0.5, -0.5, -0.5, 1.5}, .constant = {5, 0}, .candidates = {friction(10.5, 7.5), friction(3, 2)}};
  problem.candidates[0].passed = 1;
  problem.constant = {5.5, 0};
  CHECK(decide(problem).direction == Directions{1, 0});
  problem.candidates[1].phase = Phase::closes;  // only what held before has that right
  problem.candidates[1].levels = both(3, 2);
  problem.constant = {5, 0};
  problem.candidates[0].passed = 0;
  problem.candidates[0].phase = Phase::closes;
  CHECK(decide(problem).direction == Directions{1, 1});
}

TEST_CASE("of brakes side by side one may carry what another has let go of", "[decision]") {
  // The second one's share of least norm has passed its limit; together they hold.
  const StickSlipModes modes = decide(on_one_body(11, {friction(10, 9), friction(2, 1, 1)}, {1, 1}));
  CHECK(modes.direction == Directions{0, 0});
  CHECK(modes.share == std::vector<int>{0, 1});
  CHECK(decide(on_one_body(12.1, {friction(10, 9, 1), friction(2, 1, 1)}, {1, 1})).direction == Directions{1, 1});
}

TEST_CASE("what has passed its share's limit by rounding is at it, and is not asked again", "[decision]") {
  // Two brakes on one shaft share 4 N m; by the network's own solution the second's half has passed 2 N m.
  for (const double limit : {2.0, 2 * (1 + 4e-11), 2 * (1 - 4e-11)}) {
    CAPTURE(limit);
    const StickSlipModes modes = decide(on_one_body(4, {friction(10, 9), friction(limit, 1, 1)}, {1, 1}));
    CHECK(modes.direction == Directions{0, 0});
    CHECK(modes.share == std::vector<int>{0, 1});
  }
}

TEST_CASE("two that pass their limits at one instant break away together", "[decision]") {
  // Two bodies alike on the ground, one force each.
  ModeProblem problem{.matrix = {1, 0, 0, 1}, .constant = {2, 2}, .candidates = {friction(2, 1.5, 1), friction(2, 1.5, 1)}};
  CHECK(decide(problem).direction == Directions{1, 1});
}

TEST_CASE("modes do not depend on the order of the elements, nor on the units", "[decision]") {
  const ModeProblem problem = on_one_body(2.1, {friction(2, 2, 1), contact(0.5), friction(0.05, 0.04)}, {1, -1, 1});
  const Directions decided = decide(problem).direction;
  for (const double force : {0x1p-70, 0x1p60})
    for (const double mass : {0x1p-50, 0x1p40}) {
      ModeProblem scaled = problem;
      for (double& w : scaled.matrix) w /= mass;
      for (double& c : scaled.constant) c *= force / mass;
      for (Candidate& candidate : scaled.candidates)
        for (StickSlipLevels::Side* side : {&candidate.levels.forwards, &candidate.levels.backwards})
          side->static_level *= force, side->kinetic_level *= force;
      CHECK(decide(scaled).direction == decided);
    }
  ModeProblem turned = on_one_body(2.1, {friction(0.05, 0.04), contact(0.5), friction(2, 2, 1)}, {1, -1, 1});
  CHECK(decide(turned).direction == Directions(decided.rbegin(), decided.rend()));
}

TEST_CASE("where the network has no consistent modes the decision says so", "[decision]") {
  const ModeProblem problem = on_one_body(1, {friction(2, 2)}, {1});
  CHECK(!decide(problem, [](const Directions& modes) -> std::optional<Directions> { return Directions{modes[0] == 0 ? 1 : 0}; }));
  CHECK(!decide(problem, [](const Directions&) -> std::optional<Directions> { return std::nullopt; }));
  const auto found = decide(problem, [](const Directions&) -> std::optional<Directions> { return Directions{-1}; });
  CHECK(found.value().direction == Directions{-1});
}

TEST_CASE("a limit is passed beyond half of its margin and of the rounding of the force", "[decision]") {
  Reading stuck{.phase = Phase::sticks, .levels = both(2, 1)};
  const auto passed_by = [&](double share) {
    stuck.force = 2 * (1 + share * kBreakawayMargin);
    return passed_limit(stuck);
  };
  CHECK(passed_by(0.4) == 0);
  CHECK(passed_by(0.6) == 1);
  stuck.noise = 2e-3;
  CHECK(passed_by(0.6) == 0);
  stuck.force = -2.0011;
  CHECK(passed_limit(stuck) == -1);
  stuck.share = -1;  // rests with its static force: others carry the rest
  CHECK(passed_limit(stuck) == 0);
  for (const Phase phase : {Phase::open, Phase::opens, Phase::slides, Phase::sets_off}) {
    stuck.share = 0;
    stuck.phase = phase;
    CHECK(passed_limit(stuck) == 0);
  }
}

TEST_CASE("slip has ended where its guard says so, or would within the rounding of time", "[decision]") {
  Reading slides{.phase = Phase::slides, .direction = 1, .velocity = 1e-13, .rate = -3};
  CHECK(!has_ended(slides, 0.5));
  slides.velocity = 1e-14;
  CHECK(has_ended(slides, 0.5));  // stops 3e-15 s later
  slides.rate = 3;
  CHECK(!has_ended(slides, 0.5));  // sets off
  slides.differs = true;
  CHECK(has_ended(slides, 0.5));
}

TEST_CASE("what leaves zero is not at rest, what others hold there is", "[decision]") {
  Reading slides{.phase = Phase::slides, .direction = 1, .velocity = 1e-16, .rate = 1e-17, .stillness = 1e-15, .rounding_of_rate = 1e-15};
  CHECK(is_at_rest(slides));
  slides.rate = -1;  // comes to rest
  CHECK(is_at_rest(slides));
  slides.rate = 1e-14;
  CHECK(!is_at_rest(slides));
  slides.phase = Phase::sticks;
  CHECK(is_at_rest(slides));
  slides.velocity = 1e-14;
  CHECK(!is_at_rest(slides));
}

}  // namespace stribeck
