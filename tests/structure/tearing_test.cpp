// Tearing on bare integers: every explicit step needs what is known before it, and nothing is lost.
#include "structure/tearing.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <set>

using namespace stribeck;

namespace {

struct Entry {
  std::int32_t column;
  double magnitude;
  std::uint8_t grade = 0;
};

TearingProblem problem_of(const std::vector<std::vector<Entry>>& rows) {
  TearingProblem problem;
  problem.incidence.column_count = static_cast<std::int32_t>(rows.size());
  for (const auto& row : rows) {
    for (const Entry& entry : row) {
      problem.incidence.add(entry.column, entry.grade);
      problem.magnitudes.push_back(entry.magnitude);
    }
    problem.incidence.end_row();
  }
  return problem;
}

/// Throws the test if the tearing does not hold what tearing.h promises.
void require_valid(const TearingProblem& problem, const Tearing& tearing) {
  const auto n = static_cast<std::size_t>(problem.incidence.row_count());
  REQUIRE(tearing.residuals.size() == tearing.variables.size());
  REQUIRE(tearing.explicit_steps.size() + tearing.variables.size() == n);
  std::set<std::int32_t> known(tearing.variables.begin(), tearing.variables.end()),
      equations(tearing.residuals.begin(), tearing.residuals.end());
  for (const Tearing::Step& step : tearing.explicit_steps) {
    const auto row = problem.incidence.row(step.equation);
    const auto grades = problem.incidence.row_grades(step.equation);
    bool has_unknown = false;
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (row[k] == step.unknown) {
        has_unknown = true;
        REQUIRE(grades[k] <= 1);
      } else {
        REQUIRE(known.contains(row[k]));
      }
    }
    REQUIRE(has_unknown);
    REQUIRE(known.insert(step.unknown).second);
    REQUIRE(equations.insert(step.equation).second);
  }
  REQUIRE(known.size() == n);
  REQUIRE(equations.size() == n);
}

}  // namespace

TEST_CASE("a ring of equations needs one tearing variable") {
  for (const int n : {2, 5, 1000}) {
    std::vector<std::vector<Entry>> rows;
    for (std::int32_t i = 0; i < n; ++i) rows.push_back({{i, 1}, {(i + 1) % n, 1}});
    const TearingProblem problem = problem_of(rows);
    const Tearing tearing = tear(problem);
    require_valid(problem, tearing);
    CHECK(tearing.variables.size() == 1);
  }
}

TEST_CASE("a full block leaves one explicit step") {
  std::vector<std::vector<Entry>> rows(7);
  for (auto& row : rows)
    for (std::int32_t c = 0; c < 7; ++c) row.push_back({c, 1.0 + c});
  const TearingProblem problem = problem_of(rows);
  const Tearing tearing = tear(problem);
  require_valid(problem, tearing);
  CHECK(tearing.variables.size() == 6);
}

TEST_CASE("what may not be computed from an equation is torn") {
  // Both unknowns enter both equations nonlinearly.
  const TearingProblem problem = problem_of({{{0, 0, 3}, {1, 0, 3}}, {{0, 0, 3}, {1, 0, 3}}});
  CHECK(tear(problem).variables == std::vector<std::int32_t>{0, 1});
}

TEST_CASE("unknowns that are named are torn before others, and others where these do not suffice") {
  // Two rings; of the second no unknown is named.
  std::vector<std::vector<Entry>> rows;
  for (const std::int32_t first : {0, 5})
    for (std::int32_t i = 0; i < 5; ++i) rows.push_back({{first + i, 1}, {first + (i + 1) % 5, 1}});
  const TearingProblem problem = problem_of(rows);
  const Tearing tearing = tear_first_at({3}, problem);
  require_valid(problem, tearing);
  REQUIRE(tearing.variables.size() == 2);
  CHECK(tearing.variables[0] == 3);
  CHECK(tearing.variables[1] >= 5);
}

TEST_CASE("a chain that would magnify rounding is torn in pieces, whatever its units are") {
  // v(k-1) - 3 v(k) + v(k+1) = 0 from one end to the other grows by 2.6 a link. The second row of units divides every other equation.
  for (const double unit : {1.0, 1e9}) {
    constexpr std::int32_t kLinks = 200;
    std::vector<std::vector<Entry>> rows;
    for (std::int32_t i = 0; i < kLinks; ++i) {
      std::vector<Entry> row;
      for (const std::int32_t c : {i - 1, i, i + 1})
        if (c >= 0 && c < kLinks) row.push_back({c, (c == i ? 3 : 1) * (i % 2 == 0 ? unit : 1)});
      rows.push_back(row);
    }
    const TearingProblem problem = problem_of(rows);
    const Tearing tearing = tear(problem);
    require_valid(problem, tearing);
    // log(1e4) / log(2.6) = 9.6 links between tearing variables at most, and no fewer than half of that.
    CHECK(tearing.variables.size() >= kLinks / 10);
    CHECK(tearing.variables.size() <= kLinks / 4);
  }
}

TEST_CASE("random blocks are torn validly and deterministically") {
  std::mt19937 random(20260221);
  for (int round = 0; round < 500; ++round) {
    const int n = std::uniform_int_distribution(2, 40)(random);
    std::vector<std::vector<Entry>> rows(static_cast<std::size_t>(n));
    for (std::int32_t r = 0; r < n; ++r)
      for (std::int32_t c = 0; c < n; ++c) {
        if (c != r && std::uniform_real_distribution(0.0, 1.0)(random) > 3.0 / n) continue;
        const auto grade = static_cast<std::uint8_t>(std::uniform_int_distribution(0, 3)(random));
        rows[static_cast<std::size_t>(r)].push_back({c, grade <= 1 ? std::exp(std::normal_distribution(0.0, 5.0)(random)) : 0, grade});
      }
    const TearingProblem problem = problem_of(rows);
    const Tearing tearing = tear(problem), again = tear(problem);
    require_valid(problem, tearing);
    REQUIRE(tearing.variables == again.variables);
    const Tearing smaller = tear_at_no_more_than_needed(problem);
    require_valid(problem, smaller);
    REQUIRE(std::includes(tearing.variables.begin(), tearing.variables.end(), smaller.variables.begin(), smaller.variables.end()));
  }
}

TEST_CASE("forces between torn velocities are not torn besides") {
  // Laws in series: slip k is velocity k less velocity k + 1 (unknowns 0 .. n), force k a nonlinear law of slip k, forces k and k + 1 are
  // equal. Forces are numbered so that the greedy choice between equal degrees falls on some of them first.
  constexpr std::int32_t kLaws = 6, kSlip = kLaws, kForce = 2 * kLaws, kVelocity = 0;
  std::vector<std::vector<Entry>> rows;
  for (std::int32_t k = 0; k < kLaws; ++k) {
    std::vector<Entry> slip{{kSlip + k, 1}};
    if (k > 0) slip.push_back({kVelocity + k - 1, 1});
    if (k < kLaws - 1) slip.push_back({kVelocity + k, 1});
    rows.push_back(slip);
    rows.push_back({{kForce + k, 1}, {kSlip + k, 0, 3}});
    if (k > 0) rows.push_back({{kForce + k, 1}, {kForce + k - 1, 1}});
  }
  rows.push_back({{kVelocity + kLaws - 1, 1}, {kForce, 1}});  // closes the numbering: an unknown that follows
  const TearingProblem problem = problem_of(rows);
  const Tearing tearing = tear_at_no_more_than_needed(problem);
  require_valid(problem, tearing);
  CHECK(tearing.variables.size() <= static_cast<std::size_t>(kLaws) - 1);
}
