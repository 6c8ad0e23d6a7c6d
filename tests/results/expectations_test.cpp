// Each test is a right run and the same run with one thing wrong.
#include "results/expectations.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>

#include "simulation/events/event_names.h"

using namespace stribeck;

namespace {

/// x = t^2 at t = 0, 0.25 .. 2, and a step y = 0 before t = 1 and 5 after, with two rows there.
Trajectory parabola() {
  Trajectory trajectory;
  trajectory.begin({{"body.x", "m", ""}, {"source.y", "1", ""}});
  for (int i = 0; i <= 8; ++i) {
    const double t = 0.25 * i;
    const double before[] = {t * t, t <= 1 ? 0.0 : 5.0};
    trajectory.row(t, before);
    const double after[] = {t * t, 5.0};
    if (t == 1) trajectory.row(t, after);
  }
  trajectory.event({1, "source: t >= step_time"});
  return trajectory;
}

Diagram with(const Expect& expect) {
  Diagram diagram;
  diagram.file = "parabola.json";
  diagram.expect = expect;
  return diagram;
}

ExpectedValue at(const std::string& variable, double time_s, double value, double within) {
  ExpectedValue expected;
  expected.variable = variable;
  expected.time_s = time_s;
  expected.value = value;
  expected.within = within;
  expected.position = {7, 3};
  return expected;
}

ExpectedValue exact(const std::string& variable, const std::string& expression, double within) {
  ExpectedValue expected = at(variable, 0, 0, within);
  expected.expression = expression;
  return expected;
}

std::vector<Diagnostic> failures(const Expect& expect, double scale = 1, const RunSummary& summary = {}) {
  return compare(with(expect), parabola(), summary, scale);
}

std::string detail(const Diagnostic& diagnostic, const std::string& label) {
  for (const auto& [name, text] : diagnostic.details) {
    if (name == label) return text;
  }
  return "";
}

}  // namespace

TEST_CASE("nothing expected, nothing failed") { CHECK(failures({}).empty()); }

TEST_CASE("values at times") {
  Expect expect;
  expect.at = {at("body.x", 1.5, 2.25, 1e-12), at("body.x", 2, 4, 0), at("source.y", 1, 5, 0)};
  CHECK(failures(expect).empty());

  expect.at = {at("body.x", 1.5, 2.5, 0.125)};
  const auto found = failures(expect);
  REQUIRE(found.size() == 1);
  CHECK(found[0].code == ErrorCode::expect_failed);
  CHECK(found[0].message == "body.x is 2.25 at 1.5 s, expected 2.5");
  CHECK(found[0].where.file == "parabola.json");
  CHECK(found[0].where.line == 7);
  CHECK(found[0].where.column == 3);
  CHECK(detail(found[0], "got") == "2.25");
  CHECK(detail(found[0], "expected") == "2.5");
  CHECK(detail(found[0], "difference") == "-0.25");
  CHECK(detail(found[0], "allowed") == "0.125");
}

TEST_CASE("numbers that differ late are shown with all their digits") {
  Expect expect;
  expect.at = {at("body.x", 1.5, 2.2500001, 0)};
  REQUIRE(failures(expect).size() == 1);
  CHECK(failures(expect)[0].message == "body.x is 2.25 at 1.5 s, expected 2.2500001");
}

TEST_CASE("a difference that is just allowed holds, and a value that is no number never does") {
  Expect expect;
  expect.at = {at("body.x", 1.5, 2.5, 0.25)};
  CHECK(failures(expect).empty());
  expect.at = {at("body.x", 1.5, std::nan(""), 1e300)};
  CHECK(failures(expect).size() == 1);
}

TEST_CASE("an event that happens stands for one that is expected") {
  const auto missing = [](std::initializer_list<double> happened, const std::vector<ExpectedEvent>& expected) {
    Trajectory trajectory;
    trajectory.begin({});
    trajectory.row(0, nullptr);
    for (const double t : happened) trajectory.event({t, "stop.x >= 1"});
    Expect expect;
    expect.events = expected;
    return compare(with(expect), trajectory, {}, 1);
  };
  const ExpectedEvent wide{"stop", 1, 1, {}}, narrow{"stop", 1, 0.1, {}};
  CHECK(missing({1, 1}, {narrow, narrow}).empty());
  REQUIRE(missing({1}, {narrow, narrow}).size() == 1);
  CHECK_THAT(missing({1}, {narrow, narrow})[0].message, Catch::Contains("once more"));
  CHECK(missing({1, 1.5}, {wide, narrow}).empty());  // whichever comes first
  CHECK(missing({1, 1.5}, {narrow, wide}).empty());
  CHECK(missing({1.5, 1}, {wide, narrow}).empty());
  CHECK(missing({1.5, 1.6}, {wide, narrow}).size() == 1);
  CHECK(missing({1.5}, {wide, wide, narrow}).size() == 2);
}

TEST_CASE("times before the run are said, and rounding of a decimal is none") {
  Trajectory trajectory;
  trajectory.begin({{"body.x", "m", ""}});
  const double value = 3;
  trajectory.row(0.7, &value);
  trajectory.row(0.9, &value);
  const auto found = [&](double time_s) {
    Expect expect;
    expect.at = {at("body.x", time_s, 3, 0)};
    return compare(with(expect), trajectory, {}, 1);
  };
  CHECK(found(0.7).empty());
  CHECK(found(7 * 0.1).empty());
  CHECK(found(0.3 * 3).empty());
  REQUIRE(found(0.69).size() == 1);
  CHECK_THAT(found(0.69)[0].message, Catch::Contains("the run began at 0.7 s"));
  CHECK(found(0.91).size() == 1);
}

TEST_CASE("times after the end of the run and variables that it did not give are said") {
  Expect expect;
  expect.at = {at("body.x", 2.5, 6.25, 1e9), at("body.v", 1, 2, 1e9)};
  const auto found = failures(expect);
  REQUIRE(found.size() == 2);
  CHECK_THAT(found[0].message, Catch::Contains("the run ended at 2 s"));
  CHECK_THAT(found[1].message, Catch::Contains("body.v"));
}

TEST_CASE("exact expressions hold at every row; one failure tells the worst") {
  Expect expect;
  expect.exact = {exact("body.x", "t^2", 1e-15)};
  CHECK(failures(expect).empty());

  expect.exact = {exact("body.x", "2*t", 0.5)};  // t^2 - 2 t is largest, -1, at t = 1; |.| > 0.5 for 0.293 < t < 1.707
  const auto found = failures(expect);
  REQUIRE(found.size() == 1);
  CHECK_THAT(found[0].message, Catch::Contains("body.x is 1 at 1 s, expected 2 = 2*t"));
  CHECK_THAT(detail(found[0], "rows"), Catch::Contains("6 of 10"));
}

TEST_CASE("an expression that jumps at an event may jump a rounding beside it, not a row beside it") {
  Expect expect;
  for (const char* jump : {"1", "1.000000001", "0.999999999"}) {
    expect.exact = {exact("source.y", std::string("if t < ") + jump + " then 0 else 5", 0)};
    CHECK(failures(expect).empty());
  }
  for (const char* jump : {"1.1", "0.9", "0.5"}) {
    expect.exact = {exact("source.y", std::string("if t < ") + jump + " then 0 else 5", 0)};
    CHECK(failures(expect).size() == 1);
  }
}

TEST_CASE("events: by instance, by whole label, any, none") {
  const auto event = [](const std::string& label, double time_s, double within) {
    Expect expect;
    expect.events = {{label, time_s, within, {}}};
    return failures(expect);
  };
  CHECK(event("source", 1, 0).empty());
  CHECK(event("", 1, 0).empty());
  CHECK(event("source: t >= step_time", 1, 0).empty());
  REQUIRE(event("source", 1.5, 0.25).size() == 1);
  CHECK_THAT(event("source", 1.5, 0.25)[0].message, Catch::Contains("happened at 1 s, expected at 1.5 s"));
  REQUIRE(event("sourc", 1, 1).size() == 1);
  CHECK_THAT(event("body", 1, 1)[0].because, Catch::Contains("source: t >= step_time"));
}

TEST_CASE("an instance stands for the conditions that name it, and only as a whole word") {
  const auto happened = [](const std::string& instance, const std::string& label) {
    Trajectory trajectory;
    trajectory.begin({});
    trajectory.row(0, nullptr);
    trajectory.event({1, label});
    Expect expect;
    expect.events = {{instance, 1, 0, {}}};
    return compare(with(expect), trajectory, {}, 1).empty();
  };
  CHECK(happened("stop", "-stop.x >= stop.upper_bound"));
  CHECK(happened("stop", "load.x - stop.upper_bound >= 0"));
  CHECK(happened("stop", "stop: breaks away"));
  CHECK_FALSE(happened("stop", "stop2.x >= 1"));
  CHECK_FALSE(happened("stop", "nonstop.x >= 1"));
  CHECK_FALSE(happened("stop", "load.stop.x >= 1"));
  CHECK_FALSE(happened("stop", "scheduled"));
}

TEST_CASE("a slope beside a jump is no difference") {
  Trajectory trajectory;
  trajectory.begin({{"a.y", "1", ""}});
  const double values[] = {-50, 50};
  trajectory.row(1, values);
  trajectory.row(1, values + 1);
  Expect expect;
  expect.exact = {exact("a.y", "(if t < 1 then -1 else 1)*50*t", 1e-12)};
  CHECK(compare(with(expect), trajectory, {}, 1).empty());
  expect.exact = {exact("a.y", "(if t < 1.0001 then -1 else 1)*50*t", 1e-12)};
  CHECK(compare(with(expect), trajectory, {}, 1).size() == 1);
}

TEST_CASE("energy residual, states and steps") {
  RunSummary summary;
  summary.states = 2;
  summary.statistics.steps = 100;
  summary.audit.residual = -1e-6;
  summary.audit.exchanged = 10;
  Expect expect;
  expect.energy_residual = 1.1e-7;
  expect.states = 2;
  expect.max_steps = 100;
  CHECK(failures(expect, 1, summary).empty());
  expect.energy_residual = 0.9e-7;
  expect.states = 3;
  expect.max_steps = 99;
  const auto found = failures(expect, 1, summary);
  REQUIRE(found.size() == 3);
  CHECK_THAT(found[0].message, Catch::Contains("1e-07 of the 10 J"));
  CHECK(found[1].message == "the system has 2 states, expected 3");
  CHECK_THAT(found[2].message, Catch::Contains("100 steps, at most 99"));
}

TEST_CASE("the tolerance scale: 0 shows every difference that is not zero, 2 allows twice as much") {
  Expect expect;
  expect.at = {at("body.x", 1.5, 2.5, 0.125), at("body.x", 2, 4, 1)};
  CHECK(failures(expect, 2).empty());
  expect.at[0].within = 1;
  CHECK(failures(expect, 1).empty());
  CHECK(failures(expect, 0).size() == 1);

  ::setenv("STRIBECK_TOL_SCALE", "0", 1);
  CHECK(tolerance_scale_from_environment() == 0);
  ::setenv("STRIBECK_TOL_SCALE", "much", 1);
  CHECK(tolerance_scale_from_environment() == 1);
  ::unsetenv("STRIBECK_TOL_SCALE");
  CHECK(tolerance_scale_from_environment() == 1);
}

TEST_CASE("the times a run must have rows at: ascending, each once") {
  Expect expect;
  expect.at = {at("a", 2, 0, 0), at("b", 1, 0, 0), at("c", 2, 0, 0)};
  CHECK(expected_times(expect) == std::vector<double>{1, 2});
}

TEST_CASE("the end of a condition is told as the opposite comparison, and found by the condition, too") {
  CHECK(ended_condition("second: S <= 0") == "second: S > 0");
  CHECK(ended_condition("stop: x >= upper_bound") == "stop: x < upper_bound");
  CHECK(ended_condition("stop[2]: max(x, if y < 1 then 2 else 3) > levels[1]") == "stop[2]: max(x, if y < 1 then 2 else 3) <= levels[1]");
  CHECK(ended_condition("a: x < 1 and y < 2") == "a: x < 1 and y < 2 no longer");
  CHECK(ended_condition("a: (if p < 1 then 2 else 3...") == "a: (if p < 1 then 2 else 3... no longer");
  CHECK(ended_condition("a: sign(w)") == "a: sign(w) no longer");
  CHECK(is_event("second: S <= 0", "second: S > 0"));
  CHECK(is_event("second: S > 0", "second: S > 0"));
  CHECK(is_event("a: sign(w)", "a: sign(w) no longer"));
  CHECK_FALSE(is_event("second: S <= 0", "second: S >= 0"));
}
