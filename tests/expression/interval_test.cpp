// Bounds contain what they bound: every operator of the table and functions by points, against values at points drawn inside.
#include "base/interval.h"
#include "base/interval_inverse.h"

#include <catch2/catch.hpp>
#include <random>

#include "expression/evaluate.h"

namespace stribeck {
namespace {

/// An operand that moves along a line from one value to another in a second.
struct Line {
  double from, to;
  double at(double t) const { return from + t * (to - from); }
  Motion motion() const { return {{std::min(from, to), std::max(from, to)}, to - from}; }
};

class Draw {
 public:
  double between(double low, double high) { return std::uniform_real_distribution(low, high)(random_); }
  Line line() {
    const double from = between(-4, 4), length = std::pow(10, between(-6, 0.7));
    switch (std::uniform_int_distribution(0, 5)(random_)) {
      case 0:
        return {std::round(from), std::round(from)};  // does not move
      case 1:
        return {0, length};  // begins at zero
      case 2:
        return {std::round(from), std::round(from) + length};
      default:
        return {from, from + (from > 0 ? length : -length)};
    }
  }

 private:
  std::mt19937 random_{20};
};

TEST_CASE("the bounds of each operator contain its values, and those of its rate every chord") {
  Draw draw;
  int bounded = 0;
  for (int op = static_cast<int>(Operator::add); op < static_cast<int>(Operator::count_); ++op) {
    const auto which = static_cast<Operator>(op);
    CAPTURE(op);
    int of_operator = 0;
    for (int i = 0; i < 2000; ++i) {
      const std::array<Line, 3> operands{draw.line(), draw.line(), draw.line()};
      const Motion bound = motion_of(which, operands[0].motion(), operands[1].motion(), operands[2].motion());
      const auto value = [&](double t) { return evaluate(which, operands[0].at(t), operands[1].at(t), operands[2].at(t)); };
      if (!bound.value.is_finite()) continue;
      ++of_operator;
      std::array<double, 2> times{draw.between(0, 1), draw.between(0, 1)};
      CAPTURE(operands[0].from, operands[0].to, operands[1].from, operands[1].to, operands[2].from, operands[2].to, times[0], times[1]);
      for (const double t : {0.0, 1.0, times[0], times[1]}) REQUIRE(bound.value.contains(value(t)));
      const double first = value(times[0]), last = value(times[1]), chord = (last - first) / (times[1] - times[0]);
      // Rounding of the values and of the operands between the ends.
      const double rounding = 1e-14 * (1 + std::fabs(first) + std::fabs(last)) / std::fabs(times[1] - times[0]);
      REQUIRE(bound.rate.lo <= chord + rounding);
      REQUIRE(chord - rounding <= bound.rate.hi);
    }
    bounded += of_operator > 100;
  }
  CHECK(bounded == 37);  // all but the random numbers
}

TEST_CASE("what a bound of a result leaves of the operands contains all that give such a result") {
  Draw draw;
  int narrowing = 0;
  for (int op = static_cast<int>(Operator::add); op < static_cast<int>(Operator::count_); ++op) {
    const auto which = static_cast<Operator>(op);
    CAPTURE(op);
    int of_operator = 0;
    for (int i = 0; i < 20000; ++i) {
      const auto around = [&](double x) {
        const auto side = [&] { return i % 3 == 0 ? 0 : std::pow(10, draw.between(-6, 1)); };
        return Interval(x - side(), x + side());
      };
      const std::array<Line, 3> lines{draw.line(), draw.line(), draw.line()};
      const std::array<double, 3> points{lines[0].from, draw.between(0, 1) < 0.3 ? std::round(lines[1].from) : lines[1].from, lines[2].to};
      const double value = evaluate(which, points[0], points[1], points[2]);
      if (!std::isfinite(value)) continue;
      // The value is rounded, by four units in the last place where a function of the library is.
      const double rounding = 8 * std::numeric_limits<double>::epsilon() * std::fabs(value) + std::numeric_limits<double>::denorm_min();
      const Interval near = around(value), result(near.lo - rounding, near.hi + rounding);
      std::array<Interval, 3> operands{around(points[0]), draw.between(0, 1) < 0.5 ? Interval(points[1]) : around(points[1]),
                                       around(points[2])};
      const std::array<Interval, 3> before = operands;
      CAPTURE(points[0], points[1], points[2], result.lo, result.hi, operands[0].lo, operands[0].hi, operands[1].lo, operands[1].hi);
      REQUIRE(narrow_operands(which, result, operands[0], operands[1], operands[2]));
      for (std::size_t k = 0; k < 3; ++k) {
        REQUIRE(operands[k].contains(points[k]));
        of_operator += operands[k].hi - operands[k].lo < before[k].hi - before[k].lo;
      }
    }
    narrowing += of_operator > 1000;
  }
  CHECK(narrowing >= 18);
}

TEST_CASE("what a bound of a square leaves of its root contains both signs of it") {
  Draw draw;
  for (int i = 0; i < 20000; ++i) {
    const double x = draw.line().from, slack = std::pow(10, draw.between(-16, 1));
    Interval a(x - draw.between(0, 8), x + draw.between(0, 8));
    CAPTURE(x, slack, a.lo, a.hi);
    REQUIRE(narrow_root({x * x * (1 - 1e-15) - slack, x * x * (1 + 1e-15) + slack}, a));
    REQUIRE(a.contains(x));
  }
  Interval both(-5, 5), upper(-1, 5), none(-1, 1);
  CHECK(narrow_root({4, 9}, both));
  CHECK((both.lo == Approx(-3).epsilon(1e-15) && both.hi == Approx(3).epsilon(1e-15)));
  CHECK(narrow_root({4, 9}, upper));
  CHECK(upper.lo == Approx(2).epsilon(1e-15));
  CHECK_FALSE(narrow_root({4, 9}, none));
  CHECK_FALSE(narrow_root({-9, -4}, both));
}

TEST_CASE("bounds are close where operands hardly move") {
  const Motion a{{1, 1 + 1e-6}, 1e-6}, b{{2, 2 + 1e-6}, 1e-6};
  for (int op = static_cast<int>(Operator::add); op <= static_cast<int>(Operator::max); ++op) {
    const auto which = static_cast<Operator>(op);
    if (which == Operator::uniform_random || which == Operator::normal_random) continue;
    if (which == Operator::asin || which == Operator::acos) continue;  // beyond their range here
    CAPTURE(op);
    const Motion bound = motion_of(which, a, b, {});
    CHECK(bound.value.hi - bound.value.lo <= 3e-5);  // the steepest is tan
    CHECK(bound.rate.hi - bound.rate.lo <= 1e-10);
  }
}

TEST_CASE("the bounds of functions by points contain their values, and those of their rate every chord") {
  const std::vector<double> x{-1, -0.3, 0.2, 1, 2.5}, y{0, 2, 1.5, 1.5, -1};
  constexpr std::array kOrders{-1, 0, 1, kPlaceOrder};
  Draw draw;
  for (const TableMethod method : {TableMethod::linear, TableMethod::akima, TableMethod::monotone})
    for (const TableEnds ends : {TableEnds::hold, TableEnds::extend, TableEnds::repeat}) {
      const PointFunction function(method, ends, x, y);
      for (int i = 0; i < 4000; ++i) {
        const int order = kOrders[static_cast<std::size_t>(i % 4)];
        const Line line = draw.line();
        const Motion bound = motion_of(function, order, line.motion());
        const auto value = [&](double t) { return function.value(function.piece_of(line.at(t)), line.at(t), order); };
        std::array<double, 2> times{draw.between(0, 1), draw.between(0, 1)};
        CAPTURE(static_cast<int>(method), static_cast<int>(ends), order, line.from, line.to, times[0], times[1]);
        REQUIRE(bound.value.is_finite());
        for (const double t : {0.0, 1.0, times[0], times[1]}) REQUIRE(bound.value.contains(value(t)));
        const double first = value(times[0]), last = value(times[1]), chord = (last - first) / (times[1] - times[0]);
        const double rounding = 1e-13 * (1 + std::fabs(first) + std::fabs(last)) / std::fabs(times[1] - times[0]);
        REQUIRE(bound.rate.lo <= chord + rounding);
        REQUIRE(chord - rounding <= bound.rate.hi);
      }
    }
}

TEST_CASE("the place among points has a bounded rate across them, unless it jumps over a piece without length") {
  const std::vector<double> x{-1, -0.3, 0.2, 1}, jumping{-1, 0.2, 0.2, 1}, y{0, 2, 1.5, -1};
  const Motion argument{{-0.9, 0.9}, {2, 3}};
  for (const TableEnds ends : {TableEnds::hold, TableEnds::extend, TableEnds::repeat}) {
    CAPTURE(static_cast<int>(ends));
    const Motion even = motion_of(PointFunction(TableMethod::linear, ends, x, y), kPlaceOrder, argument);
    CHECK(even.rate.lo == Approx(2 / 0.8));  // pieces are 0.5 to 0.8 long
    CHECK(even.rate.hi == Approx(3 / 0.5));
    const Motion uneven = motion_of(PointFunction(TableMethod::linear, ends, jumping, y), kPlaceOrder, argument);
    CHECK_FALSE(uneven.rate.is_finite());
  }
}

}  // namespace
}  // namespace stribeck
