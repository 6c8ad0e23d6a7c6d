// Loops of one unknown whose solutions are known: bounds of their residuals by interval arithmetic, and the search for all of them.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <map>
#include <numbers>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "compiled.h"
#include "program/loop_bounds.h"
#include "program/loop_search.h"

namespace stribeck {
namespace {

/// A shaft without inertia at the speed y = expression, in which the expression knows the speed as u1: a damper on the ground turns it
/// against the torque of a law.
std::string loop_text(std::string expression) {
  for (std::size_t k = 0; (k = expression.find("u1", k)) != std::string::npos; k += 9) expression.replace(k, 2, "(A.w/unit)");
  return R"diagram({"format": "stribeck/1", "definitions": {"law": {"doc": "A law.",
    "parameters": {"unit": {"unit": "rad/s", "value": 1, "doc": "one"}, "torque": {"unit": "N*m", "value": 1, "doc": "one"})diagram" +
         std::string(expression.find("second") == std::string::npos ? "" : R"(, "second": {"unit": "s", "value": 1, "doc": "one"})") +
         R"diagram(},
    "ports": {"A": {"domain": "rotational", "doc": "shaft"}}, "equations": {"law": "A.T = -torque*()diagram" +
         expression + R"diagram()"}}},
  "components": {"y": {"type": "law"}, "wall": {"type": "rotational.ground"},
    "damper": {"type": "rotational.damper", "parameters": {"damping": 1}}},
  "connections": [["y.A", "damper.R"], ["damper.C", "wall.W"]]})diagram";
}

const BlockCode& nonlinear_loop(const Program& program) {
  const auto found = std::find_if(program.blocks.begin(), program.blocks.end(), [](const BlockCode& block) { return !block.linear; });
  REQUIRE(found != program.blocks.end());
  return *found;
}

struct Formula {
  std::string expression;
  double low, high;  ///< of a box in which it has values
  double (*value)(double);
  double (*slope)(double);
};

const std::vector<Formula> kFormulas{
    {"u1*u1*u1 - 7*u1 + 6", -4, 4, [](double y) { return y * y * y - 7 * y + 6; }, [](double y) { return 3 * y * y - 7; }},
    {"3 - u1*u1", -2, 3, [](double y) { return 3 - y * y; }, [](double y) { return -2 * y; }},
    {"sqrt(6 - u1)", -3, 5, [](double y) { return std::sqrt(6 - y); }, [](double y) { return -0.5 / std::sqrt(6 - y); }},
    {"exp(-u1)", -1, 2, [](double y) { return std::exp(-y); }, [](double y) { return -std::exp(-y); }},
    {"2 + sin(3*u1)", 0, 3, [](double y) { return 2 + std::sin(3 * y); }, [](double y) { return 3 * std::cos(3 * y); }},
    {"5/(2 + u1*u1)", -1, 2, [](double y) { return 5 / (2 + y * y); }, [](double y) { return -10 * y / std::pow(2 + y * y, 2); }},
    {"atan2(u1, 2 + u1)", 0.1, 3, [](double y) { return std::atan2(y, 2 + y); }, [](double y) { return 2 / (y * y + (2 + y) * (2 + y)); }},
    {"1 + u1^0.3", 0.2, 4, [](double y) { return 1 + std::pow(y, 0.3); }, [](double y) { return 0.3 * std::pow(y, -0.7); }}};

TEST_CASE("bounds of a residual hold its values and slopes, and at a point are these") {
  for (const Formula& formula : kFormulas) {
    CAPTURE(formula.expression);
    test::Compiled compiled(loop_text(formula.expression));
    LoopBounds bounds(compiled.program, compiled.machine.context(), nonlinear_loop(compiled.program));
    REQUIRE(bounds.has_bounds());
    std::vector<Interval> whole, slopes, here;
    CHECK(bounds.residuals({Interval(formula.low, formula.high)}, whole) == LoopBounds::Part::all);
    bounds.slopes({Interval(formula.low, formula.high)}, 0, slopes);
    // The residual is y - f(y) or f(y) - y.
    CHECK(bounds.residuals({Interval(formula.low)}, here) == LoopBounds::Part::all);
    const double sign = (here[0].lo > 0) == (formula.low - formula.value(formula.low) > 0) ? 1 : -1;
    for (int k = 0; k <= 20; ++k) {
      const double y = formula.low + k * (formula.high - formula.low) / 20, residual = sign * (y - formula.value(y));
      const double slope = sign * (1 - formula.slope(y));
      bounds.residuals({Interval(y)}, here);
      CHECK(here[0].lo == Approx(residual).margin(1e-12));
      CHECK(here[0].hi == Approx(residual).margin(1e-12));
      CHECK((whole[0].lo <= here[0].lo && here[0].hi <= whole[0].hi));
      bounds.slopes({Interval(y)}, 0, here);
      CHECK(here[0].lo == Approx(slope).margin(1e-12));
      CHECK(here[0].hi == Approx(slope).margin(1e-12));
      CHECK((slopes[0].lo <= here[0].lo && here[0].hi <= slopes[0].hi));
    }
  }
}

TEST_CASE("what an equation excludes is taken off a box, and never a solution") {
  struct Narrowed {
    std::string expression;
    double low, high;
    std::vector<double> solutions;  ///< in the box; without any nothing is left of it, at once or when it is halved
  };
  for (const Narrowed& n : std::vector<Narrowed>{{"6 - u1*u1", -10, 10, {2, -3}},
                                                 {"6 - u1*u1", 2.5, 10, {}},
                                                 {"sqrt(6 - u1)", -1e6, 1e6, {2}},
                                                 {"exp(2 - 2*u1)", -50, 50, {1}},
                                                 {"u1*u1*u1 - 7*u1 + 8 + u1 - 2", -4, 4, {2, 1, -3.0}},
                                                 {"12/(u1 + 1)", 0, 100, {3}},
                                                 {"2*tanh(u1)", 3, 9, {}}}) {
    CAPTURE(n.expression, n.low, n.high);
    test::Compiled compiled(loop_text(n.expression));
    LoopBounds bounds(compiled.program, compiled.machine.context(), nonlinear_loop(compiled.program));
    std::vector<Interval> residuals;
    std::vector<Box> left{{Interval(n.low, n.high)}};
    for (int round = 0; round < 12; ++round) {  // halved twelve times
      std::vector<Box> next;
      for (const Box& box : left)
        for (const bool upper : {false, true}) {
          const double middle = 0.5 * (box[0].lo + box[0].hi);
          Box half{upper ? Interval(middle, box[0].hi) : Interval(box[0].lo, middle)};
          const Interval before = half[0];
          if (bounds.residuals(half, residuals) == LoopBounds::Part::none) continue;
          if (!bounds.narrow(half)) continue;
          CHECK((before.lo <= half[0].lo && half[0].hi <= before.hi));
          next.push_back(half);
        }
      left = next;
    }
    for (const double solution : n.solutions)
      CHECK(std::any_of(left.begin(), left.end(), [&](const Box& box) { return box[0].contains(solution); }));
    // The slopes of all these residuals at their solutions are a tenth and more: what is left lies within a few of the smallest boxes.
    const double width = 20 * (n.high - n.low) / 4096 + 1e-9;
    for (const Box& box : left)
      CHECK(
          std::any_of(n.solutions.begin(), n.solutions.end(), [&](double s) { return box[0].lo >= s - width && box[0].hi <= s + width; }));
  }
}

TEST_CASE("where an operator has no value, a residual has none") {
  using Part = LoopBounds::Part;
  struct Domain {
    std::string expression;
    double low, high;
    Part part;
  };
  for (const Domain& d : std::vector<Domain>{
           {"1 + sqrt(u1)", -2, -1, Part::none},   {"1 + sqrt(u1)", -1, 1, Part::some},  {"1 + sqrt(u1)", 1e-9, 4, Part::all},
           {"1 + sqrt(u1)", -1, 0, Part::some},    {"2 + log(u1)", -1, 0, Part::none},   {"2 + log(u1)", 0, 1, Part::some},
           {"2 + log(u1)", 0.5, 1, Part::all},     {"1 + log10(u1)", -1, 0, Part::none}, {"1 + log10(u1)", 0.5, 1, Part::all},
           {"1 + asin(u1)", 1.5, 2, Part::none},   {"1 + asin(u1)", 0.5, 2, Part::some}, {"1 + asin(u1)", -0.999, 0.999, Part::all},
           {"1 + acos(u1)", -2, -1.5, Part::none}, {"1 + u1^0.3", -2, -1, Part::none},   {"1 + u1^0.3", -1, 1, Part::some},
           {"1 + u1^0.3", 1e-9, 0.5, Part::all},   {"1 + u1^(-0.3)", 0, 0, Part::none},  {"1 + u1^(-0.3)", -1, 1, Part::some},
           {"1 + u1^(-0.3)", 0.1, 1, Part::all},   {"1 + 3*exp(u1)", -2, 2, Part::all}}) {
    CAPTURE(d.expression, d.low, d.high);
    test::Compiled compiled(loop_text(d.expression));
    LoopBounds bounds(compiled.program, compiled.machine.context(), nonlinear_loop(compiled.program));
    std::vector<Interval> residuals;
    CHECK(bounds.residuals({Interval(d.low, d.high)}, residuals) == d.part);
  }
}

TEST_CASE("all solutions of a loop are found, the sign of the determinant alternates, and the search knows whether it found all") {
  struct Solved {
    std::string expression;
    std::vector<double> solutions;
  };
  for (const Solved& s : std::vector<Solved>{{"u1*u1*u1 - 6*u1 + 6", {-3, 1, 2}},
                                             {"6 - u1*u1", {-3, 2}},
                                             {"sqrt(6 - u1)", {2}},
                                             {"1e-6*u1*u1 - 1e-6", {-1e-6, 1e6}},
                                             {"1e-8 + u1 - 1e4*u1*u1", {-1e-6, 1e-6}},
                                             {"u1*u1 + 1", {}},
                                             {"u1 + (u1 - 5)*(u1 - 1000)*(u1 + 1e6)*1e-6", {-1e6, 5, 1000}}}) {
    CAPTURE(s.expression);
    test::Compiled compiled(loop_text(s.expression));
    const BlockCode& block = nonlinear_loop(compiled.program);
    LoopSolver::Roots found = compiled.machine.loops().all_roots(block);
    CHECK(found.is_complete);
    CHECK(found.work > 0);
    std::sort(found.roots.begin(), found.roots.end(), [](const LoopRoot& a, const LoopRoot& b) { return a.unknowns < b.unknowns; });
    REQUIRE(found.roots.size() == s.solutions.size());
    for (std::size_t k = 0; k < s.solutions.size(); ++k) {
      CHECK(found.roots[k].unknowns[0] == Approx(s.solutions[k]).epsilon(1e-9));
      CHECK(found.roots[k].sign != 0);
      if (k > 0) CHECK(found.roots[k].sign == -found.roots[k - 1].sign);  // simple zeros, one beside the other
    }
  }
  // Of a law that has more solutions than anybody wants it says so.
  test::Compiled waves(loop_text("u1 + sin(u1)"));
  const LoopSolver::Roots found = waves.machine.loops().all_roots(nonlinear_loop(waves.program));
  CHECK_FALSE(found.is_complete);
  CHECK(found.roots.size() >= 24);
  for (const LoopRoot& root : found.roots) {
    const double turns = root.unknowns[0] / std::numbers::pi;
    CHECK(turns == Approx(std::round(turns)).margin(1e-9));
  }
}

TEST_CASE("what a search on the way found is found again with the same inputs, at once, and never with others") {
  // Two solutions in a dip of a hundredth, where no iteration from elsewhere comes: 1 = 2 exp(-((u1 - place)/0.01)^2). The place moves with
  // the time. Far away both sides of u1 = u1 - 1 are equal to twelve digits, which is no solution.
  const auto place = [](double second) { return 37.3 + 11 * second; };
  const double half_width = 0.01 * std::sqrt(std::log(2));
  test::Compiled compiled(loop_text("u1 - 1 + 2*exp(-((u1 - 37.3 - 11*time/second)*100)^2)"));
  Machine& machine = compiled.machine;
  for (const double second : {0.0, 1.0, 0.0, 1.0, 2.0, 1.0, 0.0, 3.0, 2.0, 0.0}) {
    CAPTURE(second);
    machine.set_time(second);
    machine.run(Section::dynamics);
    const double speed = machine.snapshot().value(nonlinear_loop(compiled.program).unknowns[0]);
    CHECK(std::fabs(speed - place(second)) == Approx(half_width).epsilon(1e-9));  // of 70, with 16 digits
  }
  // With half the height there is none, and bounds do not prove it: each time this is told, and searched for once. The last of the searches
  // evaluates the loop, of more than ten instructions, at 8001 points.
  test::Compiled none(loop_text("u1 - 1 + 0.5*exp(-((u1 - 37.3 - 11*time/second)*100)^2)"));
  std::map<double, std::int64_t> first;
  for (const double second : {0.0, 1.0, 0.0, 1.0, 2.0, 0.0}) {
    const std::int64_t before = none.machine.executed();
    none.machine.set_time(second);
    CHECK_THROWS_AS(none.machine.run(Section::dynamics), Failure);
    const std::int64_t cost = none.machine.executed() - before;
    if (const auto [own, is_new] = first.emplace(second, cost); !is_new) CHECK(own->second - cost > 8001 * 10);
  }
}

TEST_CASE("the points that a search starts from have all signs and all sizes, together and apart") {
  for (const std::size_t n : {1U, 2U, 3U, 6U}) {
    const std::vector<std::vector<double>> points = spread_points(n);
    REQUIRE(points.front() == std::vector<double>(n, 0.0));
    for (const double size : {0.01, 0.1, 1.0, 10.0, 100.0, 1000.0})
      for (unsigned signs = 0; signs < 1U << n; ++signs)
        CHECK(std::any_of(points.begin(), points.end(), [&](const std::vector<double>& p) {
          for (std::size_t k = 0; k < n; ++k)
            if ((p[k] < 0) != ((signs >> k & 1U) != 0) || std::fabs(p[k]) < 0.6 * size || std::fabs(p[k]) > 1.4 * size) return false;
          return true;
        }));
    // From 1e-4 to 1e4 each unknown has values in every decade, of both signs.
    for (std::size_t k = 0; k < n; ++k)
      for (const int sign : {-1, 1})
        for (int decade = -3; decade < 4; ++decade)
          CHECK(std::any_of(points.begin(), points.end(), [&](const std::vector<double>& p) {
            return sign * p[k] >= std::pow(10, decade) && sign * p[k] <= std::pow(10, decade + 1);
          }));
    for (std::size_t k = 1; k < n; ++k) {  // unknowns of different sizes: a thousandfold and more, either way
      const auto ratio = [&](const std::vector<double>& p) { return std::fabs(p[k] / p[0]); };
      CHECK(std::any_of(points.begin() + 1, points.end(), [&](const auto& p) { return ratio(p) > 1000; }));
      CHECK(std::any_of(points.begin() + 1, points.end(), [&](const auto& p) { return ratio(p) < 1e-3; }));
    }
  }
}

}  // namespace
}  // namespace stribeck
