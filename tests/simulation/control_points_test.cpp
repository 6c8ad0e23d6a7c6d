// The dense output of a step in Bernstein's basis is the same polynomial, and its control points bound it.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "simulation/events/control_points.h"

namespace stribeck {
namespace {

using Powers = std::vector<double>;  // of the share of the step

double value_of(const Powers& powers, double s) {
  double value = 0;
  for (std::size_t k = powers.size(); k-- > 0;) value = value * s + powers[k];
  return value;
}
double slope_of(const Powers& powers, double s) {
  double slope = 0;
  for (std::size_t k = powers.size(); k-- > 1;) slope = slope * s + static_cast<double>(k) * powers[k];
  return slope;
}

/// A step from 2 s to 2.5 s in which two states are polynomials. It tells them by values alone, by slopes at its ends, or by powers of the
/// share of the step back from its end.
class Step final : public Integrator {
 public:
  enum class Tells { values, slopes, powers };
  static constexpr double kBegin = 2, kLength = 0.5;

  Step(int degree, Tells tells, const Powers& first, const Powers& second) : degree_(degree), tells_(tells), states_{first, second} {
    previous_time_ = kBegin, time_ = kBegin + kLength;
    for (const Powers& powers : states_) {
      previous_state_.push_back(value_of(powers, 0));
      state_.push_back(value_of(powers, 1));
      begin_.push_back(slope_of(powers, 0) / kLength);
      end_.push_back(slope_of(powers, 1) / kLength);
    }
    // p(1 - r) by powers of r: Taylor's formula at the end.
    for (int j = 0; j <= degree; ++j)
      for (const Powers& powers : states_) {
        double sum = 0;
        for (std::size_t k = static_cast<std::size_t>(j); k < powers.size(); ++k) {
          double binomial = 1;
          for (int i = 0; i < j; ++i) binomial = binomial * (static_cast<double>(k) - i) / (i + 1);
          sum += binomial * powers[k];
        }
        back_.push_back(j % 2 == 0 ? sum : -sum);
      }
  }
  void restart(double, std::span<const double>, std::span<const double>, double) override {}
  void step(double) override {}
  void retake(double) override {}
  void interpolate(double t, std::span<double> x) override {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = value_of(states_[i], (t - kBegin) / kLength);
  }
  int interpolation_degree() const override { return degree_; }
  EndSlopes end_slopes() const override { return tells_ == Tells::slopes ? EndSlopes{begin_, end_} : EndSlopes{}; }
  std::span<const double> powers() const override {
    return tells_ == Tells::powers ? std::span<const double>(back_) : std::span<const double>();
  }

 private:
  int degree_;
  Tells tells_;
  std::array<Powers, 2> states_;
  std::vector<double> begin_, end_, back_;
};

/// De Casteljau's algorithm.
double value_at(std::vector<double> points, double s) {
  for (std::size_t last = points.size(); last-- > 1;)
    for (std::size_t i = 0; i < last; ++i) points[i] = (1 - s) * points[i] + s * points[i + 1];
  return points[0];
}

const std::vector<Powers> kPowers{{1, -2}, {0.5, 3, -4}, {-1, 2, 5, -7}, {2, 0, -3, 1, 4}, {0.25, -1, 6, -9, 2, 3}};

TEST_CASE("control points are those of the polynomial, however the step tells it") {
  ControlPoints points, some;  // of one step after another; of one state alone
  for (int degree = 1; degree <= ControlPoints::kHighestDegree; ++degree)
    for (const auto tells : {Step::Tells::values, Step::Tells::slopes, Step::Tells::powers}) {
      CAPTURE(degree, tells);
      const auto n = static_cast<std::size_t>(degree);
      const std::array<Powers, 2> states{kPowers[n - 1], kPowers[n / 2]};
      Step step(degree, tells, states[0], states[1]);
      REQUIRE(points.take(step, {0, 1}));
      CHECK(points.degree() == degree);
      REQUIRE(some.take(step, {1}));
      for (int k = 0; k <= degree; ++k) CHECK(some.of_states(k)[1] == points.of_states(k)[1]);
      CHECK(points.begin_s() == 2);
      CHECK(points.end_s() == 2.5);
      for (int k = 0; k <= degree; ++k) CHECK(points.time(k) == Approx(2 + 0.5 * k / degree).epsilon(1e-15));
      for (std::size_t i = 0; i < 2; ++i) {
        std::vector<double> of_state;
        for (int k = 0; k <= degree; ++k) of_state.push_back(points.of_states(k)[i]);
        for (const double s : {0.0, 0.17, 0.5, 0.83, 1.0}) CHECK(value_at(of_state, s) == Approx(value_of(states[i], s)).margin(1e-12));
      }
    }
}

TEST_CASE("without a degree that is known there are no control points") {
  for (const int degree : {0, ControlPoints::kHighestDegree + 1}) {
    Step step(degree, Step::Tells::values, {1}, {2});
    CHECK_FALSE(ControlPoints().take(step, {0}));
  }
}

TEST_CASE("the range of part of a polynomial has all its values there, and little more than a parabola's control points say") {
  const std::vector<double> parabola{4, -2, 3};  // 4 - 12 s + 11 s^2
  const auto value = [](double s) { return 4 - 12 * s + 11 * s * s; };
  for (const double a : {0.0, 0.3, 0.6})
    for (const double b : {0.7, 0.9, 1.0}) {
      CAPTURE(a, b);
      const Interval range = range_of(parabola, a, b);
      for (int k = 0; k <= 10; ++k) CHECK(range.contains(value(a + (b - a) * k / 10)));
      // Of a parabola on a to b: its ends, and where the tangents at the ends meet.
      const double middle = value(a) + (b - a) / 2 * (-12 + 22 * a);
      CHECK(range.lo == Approx(std::min({value(a), middle, value(b)})).margin(1e-12));
      CHECK(range.hi == Approx(std::max({value(a), middle, value(b)})).margin(1e-12));
    }
  CHECK(range_of(std::vector<double>{0.0, 0.0}, 0, 1).is_zero());
  const Interval constant = range_of(std::vector<double>{-3.0, -3.0}, 0.2, 0.4);
  CHECK(constant.lo < -3);
  CHECK(constant.hi > -3);
  CHECK(constant.hi - constant.lo < 1e-12);
}

TEST_CASE("of what is not finite the range is that value, or everything") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(range_of(std::vector<double>{infinity, infinity}, 0, 1).lo == infinity);
  CHECK(range_of(std::vector<double>{-infinity, -infinity}, 0, 1).hi == -infinity);
  for (const std::vector<double>& some :
       {std::vector<double>{1, infinity}, std::vector<double>{infinity, 1}, std::vector<double>{std::nan(""), 2}}) {
    CHECK(range_of(some, 0, 1).lo == -infinity);
    CHECK(range_of(some, 0, 1).hi == infinity);
  }
}

}  // namespace
}  // namespace stribeck
