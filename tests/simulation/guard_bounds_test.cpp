// Bounds of crossing functions in parts of a step, against the functions themselves along the dense output.
#include "simulation/events/guard_bounds.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiled.h"
#include "simulation/loop/evaluation.h"
#include "simulation/loop/model_ode.h"

namespace stribeck {
namespace {

/// A condition formula > 0 on the position u1 of an oscillator and the time t.
struct Guard {
  std::string formula;
  double (*value)(double u1, double t);
  bool is_polynomial, is_bounded;
};

const std::vector<Guard> kGuards{
    {"u1 - 0.3", [](double u, double) { return u - 0.3; }, true, true},
    {"2*u1 - 3*t", [](double u, double t) { return 2 * u - 3 * t; }, true, true},
    {"u1/8 + 0.01", [](double u, double) { return u / 8 + 0.01; }, true, true},
    {"-u1 - 1.5*(t + u1)", [](double u, double t) { return -u - 1.5 * (t + u); }, true, true},
    {"u1*u1 - t", [](double u, double t) { return u * u - t; }, false, true},
    {"t - 2*u1*t", [](double u, double t) { return t - 2 * u * t; }, false, true},
    {"sin(7*u1) + 0.1", [](double u, double) { return std::sin(7 * u) + 0.1; }, false, true},
    {"u1/(2 + t) - 0.2", [](double u, double t) { return u / (2 + t) - 0.2; }, false, true},
    {"exp(-u1) - 0.8 + (if t > -1 then u1 else 1/u1)", [](double u, double) { return std::exp(-u) - 0.8 + u; }, false, true},
    {"u1 + 0.1", nullptr, false, false},  // of what the position was before
};

std::string guarded() {
  std::string components = R"("slider": {"type": "translational.mass", "initial": {"v": 1}}, "wall": {"type": "translational.ground"},
    "spring": {"type": "translational.spring", "parameters": {"stiffness": 4}}, "block": {"type": "translational.mass"},
    "where": {"type": "translational.absolute_motion_sensor"}, "late": {"type": "signals.delay", "parameters": {"delay_time": "0.1 s"}}, "number": {"type": "signals.gain", "parameters": {"gain": "1 1/m"}})";
  std::string forces,
      connections = R"(["slider.M", "where.R", "spring.R"], ["spring.C", "wall.W"], ["where.x", "number.u"], ["number.y", "late.u"])";
  for (std::size_t k = 0; k < kGuards.size(); ++k) {
    const std::string n = std::to_string(k);
    components += ", \"e" + n + R"(": {"type": "signals.expression", "parameters": {"expression": "if )" + kGuards[k].formula +
                  R"( > 0 then 1 else 2"}}, "f)" + n + R"(": {"type": "translational.force_source"})";
    const std::string from = kGuards[k].is_bounded ? "number.y" : "late.y";
    connections += ", [\"" + from + "\", \"e" + n + ".u1\"], [\"e" + n + ".y\", \"f" + n + ".S\"], [\"f" + n + ".C\", \"wall.W\"]";
    forces += ", \"f" + n + ".R\"";
  }
  return test::diagram_text(components, connections + R"(, ["block.M")" + forces + "]");
}

/// The diagram on its way, step by step.
struct Moving {
  explicit Moving(const std::string& method, double rtol = 1e-6)
      : options{.rtol = rtol, .atol = 1e-3 * rtol},
        compiled(guarded()),
        evaluation(compiled.machine),
        live(compiled.machine, evaluation, 2) {
    std::vector<double> x;
    for (const StateFacts& state : compiled.program.state_facts) x.push_back(state.start);
    for (std::size_t s = 0; s < x.size(); ++s)
      if (compiled.program.state_facts[s].is_speed) x[s] = 1;
    evaluation.at(0, x.data());
    const std::vector<double> q(compiled.program.quadratures.size(), 0.0);
    live.hold(0, x, q);
    ode.emplace(compiled.machine, live, options);
    ode->follow();
    integrator = find_integrator(method)->make(*ode, options);
    integrator->restart(0, live.followed_state(x), live.followed_quadratures(q), 2);
  }
  /// The conditions where the run begins.
  Snapshot start() { return live.watch(0, integrator->state().data()); }
  /// The crossing function of a condition that is followed, at a time in the last step.
  double crossing(std::size_t k, double t) {
    std::vector<double> x(live.states().size());
    integrator->interpolate(t, x);
    return live.watch(t, x.data()).crossing(live.conditions()[k]);
  }

  IntegratorOptions options;
  test::Compiled compiled;
  Evaluation evaluation;
  LiveSystem live;
  std::optional<ModelOde> ode;
  std::unique_ptr<Integrator> integrator;
};

TEST_CASE("crossing functions stay within their bounds in every part of a step, and polynomials near them") {
  for (const std::string method : {"dopri5", "rosenbrock4", "bs23", "cvode"}) {
    CAPTURE(method);
    Moving motion(method);
    GuardBounds bounds(motion.compiled.machine);
    bounds.follow(motion.live, motion.start());
    CHECK(bounds.is_current());
    REQUIRE(motion.live.conditions().size() >= kGuards.size() - 1);
    ControlPoints controls;
    std::size_t polynomials = 0, compared = 0;
    for (const std::size_t k : bounds.bounded()) polynomials += bounds.is_polynomial(k) ? 1 : 0;
    CHECK(polynomials == 4);
    CHECK(bounds.bounded().size() == motion.live.conditions().size() - 1);  // all but the delayed one
    for (int step = 0; step < 12; ++step) {
      motion.integrator->step(2);
      REQUIRE(controls.take(*motion.integrator, bounds.states()));
      const double half = 0.5 * (controls.begin_s() + controls.end_s());
      std::vector<double> all(motion.integrator->state().size()), one(all.size(), -1);
      motion.integrator->interpolate(half, all);
      motion.integrator->interpolate_some(half, {1}, one);
      CHECK(one[1] == all[1]);
      bounds.take(controls, motion.live);
      const double begin = controls.begin_s(), length = controls.end_s() - begin;
      for (int part = 0; part < 8; ++part) {
        const double from = begin + length * part / 8, to = part == 7 ? controls.end_s() : begin + length * (part + 1) / 8;
        bounds.find(from, to, bounds.bounded());
        for (const std::size_t k : bounds.bounded()) {
          const Motion bound = bounds.of(k);
          double least = HUGE_VAL, most = -HUGE_VAL, last = 0;
          for (int i = 0; i <= 10; ++i) {
            const double t = i == 10 ? to : from + (to - from) * i / 10, value = motion.crossing(k, t);
            least = std::min(least, value), most = std::max(most, value);
            // The slope between two points is one somewhere between them; values are of order one, and their rounding 1e-15.
            if (i > 0) {
              const double slope = (value - last) / ((to - from) / 10), rounding = 2e-14 / (to - from);
              CHECK((bound.rate.lo - rounding <= slope && slope <= bound.rate.hi + rounding));
            }
            last = value;
          }
          CHECK((bound.value.lo <= least + 1e-14 && most <= bound.value.hi + 1e-14));
          // Within an eighth of a step the control points of a polynomial are near to it: no further than it varies there.
          if (bounds.is_polynomial(k)) CHECK(bound.value.hi - bound.value.lo <= 2 * (most - least) + 1e-12);
          ++compared;
        }
      }
      // A sign is told only where the function has it all over the step.
      for (const std::size_t k : bounds.bounded()) {
        double least = HUGE_VAL, most = -HUGE_VAL;
        for (int i = 0; i <= 20; ++i) {
          const double value = motion.crossing(k, begin + length * i / 20);
          least = std::min(least, value), most = std::max(most, value);
        }
        CAPTURE(k, step, least, most);
        const bool is_above = bounds.is_clear(k, true, 1e-12), is_below = bounds.is_clear(k, false, 1e-12);
        if (is_above) CHECK(least >= -1e-11);
        if (is_below) CHECK(most <= 1e-11);
        // What is far from zero, by twice as much as it varies, is clear.
        if (bounds.is_polynomial(k) && least > 2 * (most - least)) CHECK(is_above);
        if (bounds.is_polynomial(k) && most < -2 * (most - least)) CHECK(is_below);
      }
    }
    CHECK(compared > 500);
  }
}

TEST_CASE("in a region around a step no crossing function changes its side") {
  for (const std::string method : {"dopri5", "rosenbrock4", "bs23", "cvode"}) {
    CAPTURE(method);
    Moving motion(method, 1e-10);  // short steps, so that several fit between two crossings
    const Program& program = motion.compiled.program;
    GuardBounds bounds(motion.compiled.machine);
    bounds.follow(motion.live, motion.start());
    ControlPoints controls;
    std::vector<bool> sides(motion.live.conditions().size());  // of the crossing functions where the region was found
    const auto is_above = [&](std::size_t k, double t) { return motion.crossing(k, t) > 0; };
    bool is_found = false;
    int inside = 0, outside = 0;
    while (motion.integrator->time() < 2) {
      motion.integrator->step(2);
      REQUIRE(controls.take(*motion.integrator, bounds.states()));
      if (is_found && bounds.is_in_region(controls)) {
        ++inside;
        for (const std::size_t k : bounds.bounded())
          for (int i = 0; i <= 20; ++i) {
            const double t = i == 20 ? controls.end_s() : controls.begin_s() + (controls.end_s() - controls.begin_s()) * i / 20;
            CAPTURE(k, t);
            CHECK(is_above(k, t) == sides[k]);
          }
        continue;
      }
      ++outside;
      for (std::size_t k = 0; k < sides.size(); ++k) {
        const ConditionCode& condition = program.conditions[motion.live.conditions()[k]];
        sides[k] = is_above(k, controls.end_s());
        motion.compiled.machine.set(condition.held, sides[k] ? 1 : 0);  // each of them is a condition > 0
        CHECK(bounds.is_above(k) == sides[k]);
      }
      bounds.take(controls, motion.live);
      const auto is_clear = [&](std::size_t k) { return bounds.is_clear(k, sides[k], 0); };
      if (!std::all_of(bounds.bounded().begin(), bounds.bounded().end(), is_clear)) continue;
      bounds.find_region(controls, motion.live);
      is_found = bounds.is_in_region(controls);
    }
    CHECK(inside > 5);
    CHECK(outside > 5);
  }
}

}  // namespace
}  // namespace stribeck
