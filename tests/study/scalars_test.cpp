// Scalars of curves whose numbers are known in closed form.
#include "study/scalars.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <numbers>

namespace stribeck {
namespace {

constexpr double kPi = std::numbers::pi;

KeptCurve curve_of(const std::function<double(double)>& f, double end_s, int points) {
  KeptCurve curve;
  for (int k = 0; k <= points; ++k) {
    curve.times_s.push_back(end_s * k / points);
    curve.values.push_back(f(curve.times_s.back()));
  }
  return curve;
}

double scalar(std::string_view kind, const KeptCurve& curve, const ScalarOptions& options = {}) {
  return find_scalar_kind(kind)->of_curve(curve, options).value_or(std::nan(""));
}

TEST_CASE("a sine") {
  // Straight lines between 2000 points a period are within (pi/1000)^2/8 = 1.3e-6 of it.
  const KeptCurve sine = curve_of([](double t) { return 3 * std::sin(t) + 1; }, 4 * kPi, 4000);
  CHECK(scalar("max", sine) == Approx(4).epsilon(1e-6));
  CHECK(scalar("min", sine) == Approx(-2).epsilon(1e-6));
  CHECK(scalar("peak", sine) == Approx(4).epsilon(1e-6));
  CHECK(scalar("span", sine) == Approx(6).epsilon(1e-6));
  CHECK(scalar("mean", sine) == Approx(1).epsilon(1e-6));
  CHECK(scalar("rms", sine) == Approx(std::sqrt(1 + 4.5)).epsilon(1e-5));
  CHECK(scalar("integral", sine) == Approx(4 * kPi).epsilon(1e-6));
  CHECK(scalar("time_of_max", sine) == Approx(kPi / 2).epsilon(1e-9));
  CHECK(scalar("time_of_min", sine) == Approx(3 * kPi / 2).epsilon(1e-9));
  CHECK(scalar("initial", sine) == 1);
  CHECK(scalar("final", sine) == Approx(1).epsilon(1e-12));
  CHECK(scalar("crossing_time", sine, {.target = 1 + 1.5, .within = {}, .number = 3}) == Approx(2 * kPi + kPi / 6).epsilon(1e-6));
  CHECK(std::isnan(scalar("crossing_time", sine, {.target = 9, .within = {}})));
}

TEST_CASE("the step response of a damped oscillator") {
  constexpr double kDamping = 0.2;
  const double damped = std::sqrt(1 - kDamping * kDamping);
  const KeptCurve step = curve_of(
      [&](double t) { return 5 * (1 - std::exp(-kDamping * t) * (std::cos(damped * t) + kDamping / damped * std::sin(damped * t))); }, 80,
      80000);
  const ScalarOptions to_five{.target = 5, .within = {}};
  CHECK(scalar("overshoot", step, to_five) == Approx(std::exp(-kPi * kDamping / damped)).epsilon(1e-6));
  CHECK(scalar("overshoot", step) == Approx(scalar("overshoot", step, to_five)).epsilon(1e-5));  // it ends 1e-7 from there
  // Extremes of the error lie half a swing apart: the last one outside 5 % is the sixth half swing's, and the band is left for good behind
  // it.
  const double settled = scalar("settling_time", step, {.target = 5, .within = 0.05, .within_is_share = true});
  const auto error = [&](double t) { return std::exp(-kDamping * t) * (std::cos(damped * t) + kDamping / damped * std::sin(damped * t)); };
  CHECK(std::fabs(error(settled)) == Approx(0.05).epsilon(1e-5));
  for (double t = settled + 1e-3; t < 80; t += 0.01) CHECK(std::fabs(error(t)) < 0.05);
  CHECK(scalar("settling_time", step, {.target = 5, .within = 0.25}) == Approx(settled).epsilon(1e-9));
  CHECK(std::isnan(scalar("settling_time", step, {.target = 6, .within = 0.25})));
}

TEST_CASE("a ramp of first order rises in the time that the logarithm says") {
  const KeptCurve ramp = curve_of([](double t) { return 2 * (1 - std::exp(-t)); }, 40, 400000);
  CHECK(scalar("rise_time", ramp) == Approx(std::log(9.0)).epsilon(1e-6));
  CHECK(scalar("overshoot", ramp) == 0);
}

TEST_CASE("a curve crosses where it comes from elsewhere, the same from above and from below") {
  for (const double sign : {1.0, -1.0}) {
    const auto crossing = [&](std::vector<double> values, std::int64_t number) {
      for (double& value : values) value *= sign;
      return scalar("crossing_time", {{0, 1, 2, 3}, values}, {.target = 0, .within = {}, .number = number});
    };
    CHECK(crossing({0, 2, 2, -2}, 1) == 2.5);
    CHECK(std::isnan(crossing({0, 2, 3, 4}, 1)));
    CHECK(crossing({4, 2, 0, 0}, 1) == 2);
    CHECK(std::isnan(crossing({4, 2, 0, 0}, 2)));
    CHECK(crossing({4, 0, -4, 4}, 2) == 2.5);
  }
}

TEST_CASE("a jump is no line, and a part of a curve ends where it is asked to") {
  const std::vector<double> times_s{0, 1, 1, 2}, values{0, 0, 4, 4};
  const KeptCurve whole = part_between(times_s, values, -HUGE_VAL, HUGE_VAL);
  CHECK(whole.values == values);
  CHECK(scalar("integral", whole) == 4);
  const KeptCurve part = part_between({0, 2, 4}, {0, 2, 0}, 0.5, 3);
  CHECK(part.times_s == std::vector<double>{0.5, 2, 3});
  CHECK(part.values == std::vector<double>{0.5, 2, 1});
  CHECK(part_between({0, 2}, {0, 2}, 0.5, 1).values == std::vector<double>{0.5, 1});
  CHECK(part_between({0, 2}, {0, 2}, 3, 4).values.empty());
}

TEST_CASE("events") {
  const std::vector<double> times_s{0.5, 2, 7};
  const ScalarKind &time = *find_scalar_kind("event_time"), &count = *find_scalar_kind("event_count");
  CHECK(time.of_events(times_s, {.target = {}, .within = {}, .number = 2}) == 2.0);
  CHECK_FALSE(time.of_events(times_s, {.target = {}, .within = {}, .number = 4}));
  CHECK(count.of_events(times_s, {}) == 3.0);
}

}  // namespace
}  // namespace stribeck
