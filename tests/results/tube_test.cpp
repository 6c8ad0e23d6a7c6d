#include "results/tube.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "base/diagnostic.h"

using namespace stribeck;

namespace {

ResultTable table(std::vector<double> times, std::vector<double> values) {
  return {"test.csv", {"time", "y"}, {std::move(times), std::move(values)}};
}

ResultTable sampled(double step, double (*curve)(double)) {
  ResultTable result{"test.csv", {"time", "y"}, {{}, {}}};
  for (int i = 0; i * step <= 1 + 1e-9; ++i) {
    result.columns[0].push_back(i * step);
    result.columns[1].push_back(curve(i * step));
  }
  return result;
}

double wave(double t) { return std::sin(20 * t); }
double wave_and_more(double t) { return std::sin(20 * t) + (t > 0.5 && t < 0.6 ? 0.1 : 0.0); }
double wave_late(double t) { return std::sin(20 * std::max(t - 0.003, 0.0)); }

const TubeTolerance kExactTimes{.value = 1e-3, .time_s = 0, .absolute = 0};

}  // namespace

TEST_CASE("tube: a result is the same as itself") {
  const ResultTable one = sampled(0.01, wave);
  const auto comparison = compare_results(one, one, {.value = 0, .time_s = 0, .absolute = 0});
  REQUIRE(comparison.curves.size() == 1);
  CHECK(comparison.agrees());
  CHECK(comparison.curves[0].worst == 0);
}

TEST_CASE("tube: where and by how much") {
  const auto comparison = compare_results(sampled(0.001, wave), sampled(0.001, wave_and_more), kExactTimes);
  const CurveComparison& curve = comparison.curves[0];
  CHECK_FALSE(comparison.agrees());
  CHECK(curve.worst == Approx(0.1));
  CHECK(curve.half_width == Approx(2e-3).epsilon(1e-3));  // the range of a sine is 2
  CHECK(curve.first_out_s == Approx(0.501).margin(1e-9));
  CHECK(curve.share_outside == Approx(0.1).margin(0.003));
}

TEST_CASE("tube: what comes late may do so within the time tolerance") {
  const ResultTable reference = sampled(0.001, wave), late = sampled(0.001, wave_late);
  CHECK_FALSE(compare_results(reference, late, kExactTimes).agrees());
  // 20 rad/s * 3 ms = 0.06 at most
  CHECK(compare_results(reference, late, kExactTimes).curves[0].worst == Approx(2 * std::sin(0.03)).epsilon(1e-3));
  CHECK(compare_results(reference, late, {.value = 1e-3, .time_s = 0.0031, .absolute = 0}).agrees());
  CHECK_FALSE(compare_results(reference, late, {.value = 1e-3, .time_s = 0.0025, .absolute = 0}).agrees());
}

TEST_CASE("tube: a jump may come early or late, and does not hide what lies beside it") {
  const ResultTable reference = table({0, 1, 1, 2}, {0, 0, 5, 5});
  CHECK(compare_results(reference, table({0, 1.01, 1.01, 2}, {0, 0, 5, 5}), {.value = 1e-3, .time_s = 0.02, .absolute = 0}).agrees());
  CHECK_FALSE(compare_results(reference, table({0, 1.03, 1.03, 2}, {0, 0, 5, 5}), {.value = 1e-3, .time_s = 0.02, .absolute = 0}).agrees());
  CHECK_FALSE(compare_results(reference, table({0, 1, 1, 2}, {0, 0, 5.1, 5}), {.value = 1e-3, .time_s = 0.02, .absolute = 0}).agrees());
}

TEST_CASE("tube: between few rows the curve is a line, and is compared at the rows of the reference") {
  const auto comparison = compare_results(sampled(0.001, wave), table({0, 1}, {0, std::sin(20.0)}), kExactTimes);
  CHECK_FALSE(comparison.agrees());
  CHECK(comparison.curves[0].worst > 1);
  CHECK(compare_results(table({0, 1}, {0, 2}), table({0, 0.25, 0.5, 1}, {0, 0.5, 1, 2}), kExactTimes).agrees());
}

TEST_CASE("tube: columns and times that are not there") {
  const ResultTable reference = table({0, 1}, {0, 1});
  const ResultTable other{"b.csv", {"time", "z"}, {{0, 1}, {0, 1}}};
  CHECK(compare_results(reference, other, kExactTimes).curves[0].missing);
  CHECK_FALSE(compare_results(reference, table({0, 0.5}, {0, 0.5}), kExactTimes).same_times());
  CHECK_FALSE(compare_results(reference, table({0, 0.5}, {0, 0.5}), kExactTimes).agrees());
  CHECK_THROWS_AS(compare_results(reference, {"c.csv", {"t", "y"}, {{0, 1}, {0, 1}}}, kExactTimes), Failure);
  CHECK_THROWS_AS(compare_results(reference, table({1, 0}, {0, 1}), kExactTimes), Failure);
  CHECK_THROWS_AS(compare_results(reference, table({}, {}), kExactTimes), Failure);
}

TEST_CASE("tube: left out, the width in time is bounded by the curve's own time scale") {
  ResultTable sine = table({}, {}), zero = sine;
  for (int i = 0; i <= 40000; ++i) {  // 2000 periods
    for (ResultTable* one : {&sine, &zero}) one->columns[0].push_back(i / 20.0);
    sine.columns[1].push_back(std::sin(2 * 3.14159265358979 * i / 20.0));
    zero.columns[1].push_back(0);
  }
  CHECK_FALSE(compare_results(sine, zero, {}).agrees());
  CHECK_FALSE(compare_results(zero, sine, {}).agrees());
  CHECK(compare_results(sine, sine, {}).curves[0].time_tolerance_s == Approx(0.5e-3).epsilon(0.05));  // of half a period
  CHECK(compare_results(table({3, 5}, {0, 2}), table({3, 5}, {0, 2}), {}).curves[0].time_tolerance_s == Approx(2e-3));
}

TEST_CASE("tube: a peak that is missing is found whichever way they are compared") {
  const ResultTable flat = table({0, 1}, {0, 1}), peak = table({0, 0.499, 0.5, 0.501, 1}, {0, 0.499, 3, 0.501, 1});
  const TubeTolerance wide{.value = 1e-2, .time_s = 0.01, .absolute = 0};
  CHECK_FALSE(compare_results(flat, peak, wide).agrees());
  CHECK_FALSE(compare_results(peak, flat, wide).agrees());
}

TEST_CASE("tube: only what is equal in every bit is the same") {
  const ResultTable one = table({0, 1, 2}, {0, 1, 2});
  CHECK(compare_results(one, one, {}).curves[0].same);
  CHECK_FALSE(compare_results(one, table({0, 1, 2}, {0, std::nextafter(1, 2), 2}), {}).curves[0].same);
  CHECK_FALSE(compare_results(one, table({0, 2}, {0, 2}), {}).curves[0].same);
}

TEST_CASE("tube: a reference that is not finite is refused") {
  for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL})
    CHECK_THROWS_AS(compare_results(table({0, 1, 2}, {9, bad, -9}), table({0, 1, 2}, {1, 2, 3}), kExactTimes), Failure);
  CHECK_FALSE(compare_results(table({0, 1, 2}, {1, 2, 3}), table({0, 1, 2}, {1, HUGE_VAL, 3}), kExactTimes).agrees());
}

TEST_CASE("tube: what is not a number never agrees") {
  CHECK_FALSE(compare_results(table({0, 1, 2}, {0, 1, 2}), table({0, 1, 2}, {0, NAN, 2}), kExactTimes).agrees());
}

TEST_CASE("tube: a curve that stands still is compared with its size") {
  CHECK(compare_results(table({0, 1}, {5, 5}), table({0, 1}, {5 + 1e-9, 5}), kExactTimes).agrees());
  CHECK_FALSE(compare_results(table({0, 1}, {5, 5}), table({0, 1}, {5.1, 5}), kExactTimes).agrees());
}
