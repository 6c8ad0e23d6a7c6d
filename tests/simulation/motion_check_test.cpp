// What --verify must find: integrators and impacts that are wrong on purpose, in one step or at one event.
#include "simulation/rows/motion_check.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

#include "compiled.h"
#include "simulation/loop/evaluation.h"
#include "simulation/loop/live_system.h"

namespace stribeck {
namespace {

using test::diagram_text;

struct Model : test::Compiled {
  using Compiled::Compiled;

  std::size_t state(const std::string& name) const {
    for (std::size_t s = 0; s < sorted.states.size(); ++s)
      if (variable_name(flat, sorted.states[s]) == name) return s;
    throw std::out_of_range(name);
  }
  Register input(std::size_t friction, ModeInput which) const {
    return program.frictions[friction].inputs[static_cast<std::size_t>(which)];
  }

  Evaluation evaluation{machine};
  LiveSystem live{machine, evaluation, 1};
};

/// Follows a motion that is given, whatever the equations say.
class GivenMotion : public Integrator {
 public:
  using Motion = std::function<std::vector<double>(double)>;

  GivenMotion(Motion motion, double t) : motion_(std::move(motion)) {
    time_ = t;
    state_ = motion_(t);
  }
  void restart(double, std::span<const double>, std::span<const double>, double) override {}
  void step(double limit) override {
    previous_time_ = time_, previous_state_ = state_;
    time_ = limit, state_ = motion_(limit);
  }
  void retake(double) override {}
  void interpolate(double t, std::span<double> x) override {
    const std::vector<double> values = motion_(t);
    std::copy(values.begin(), values.end(), x.begin());
  }

 private:
  Motion motion_;
};

const std::string kOscillator = diagram_text(
    R"("load": {"type": "translational.mass", "parameters": {"mass": 1}},
       "spring": {"type": "translational.spring", "parameters": {"stiffness": 4}}, "wall": {"type": "translational.ground"})",
    R"(["load.M", "spring.R"], ["spring.C", "wall.W"])");

constexpr IntegratorOptions kOptions{.rtol = 1e-6, .atol = 1e-9};

/// The check of ten steps of a tenth of a second in which the oscillator, let go at 1 m, moves so: place and speed by time.
MotionVerification check_oscillator(const std::function<std::pair<double, double>(double)>& motion) {
  Model model(kOscillator);
  const std::size_t v = model.state("load.v");
  REQUIRE(model.sorted.states.size() == 2);
  const auto states = [&](double t) {
    std::vector<double> x(2);
    std::tie(x[1 - v], x[v]) = motion(t);
    return x;
  };
  GivenMotion integrator(states, 0);
  MotionCheck check(model.machine, kOptions, 1, true);
  check.begin(integrator.state());
  for (int k = 1; k <= 10; ++k) {
    integrator.step(0.1 * k);
    check.step(LastStep(integrator, model.live));
  }
  return check.result();
}

std::pair<double, double> swing(double t) { return {std::cos(2 * t), -2 * std::sin(2 * t)}; }

TEST_CASE("the motion that the equations make is found right") {
  const MotionVerification found = check_oscillator(swing);
  CHECK(found.steps == 10);
  CHECK(found.unchecked == 0);
  CHECK(found.worst < 1e-4);  // rounding of 1e-12 of the terms, and the rule of order 12, against tolerances of 1e-6
  CHECK(std::fabs(found.summed) < 1e-10);
}

TEST_CASE("a step whose end is off is found, with its variable and time") {
  const auto kicked = [](double t) {
    auto [x, v] = swing(t);
    return std::pair(x, t >= 0.65 ? v + 1e-4 : v);  // in the seventh step, and carried on
  };
  const MotionVerification found = check_oscillator(kicked);
  CHECK(found.what == "load.v");
  CHECK(found.begin_s == Approx(0.6));
  CHECK(found.end_s == Approx(0.7));
  CHECK(found.off == Approx(1e-4).epsilon(1e-3));
  CHECK(found.worst > kVerifiedMotion);
  CHECK_FALSE(is_motion_verified(found));
  CHECK(unverified(found).code == ErrorCode::run_unverified);
  CHECK(unverified(found).message.find("load.v") == 0);
}

TEST_CASE("a step that is long against the motion of one state is looked at in parts, and a small fault in it is found") {
  for (const bool is_first_fast : {false, true})
    for (const double kick : {0.0, 1e-5}) {
      CAPTURE(is_first_fast, kick);
      const auto sine = [&](bool is_fast) {
        return std::string(R"({"type": "signals.expression", "parameters": {"expression": ")") + (is_fast ? "sin(16*t)" : "sin(0.1*t)") +
               "\"}}";
      };
      Model model(diagram_text(R"("a": )" + sine(is_first_fast) + R"(, "b": )" + sine(!is_first_fast) +
                                   R"(, "p": {"type": "signals.integrator"}, "q": {"type": "signals.integrator"},
                                       "zero": {"type": "signals.constant", "parameters": {"value": 0}})",
                               R"(["zero.y", "a.u1", "b.u1"], ["a.y", "p.u"], ["b.y", "q.u"])"));
      REQUIRE(model.sorted.states.size() == 2);
      const std::size_t fast = model.state(is_first_fast ? "p.x" : "q.x");
      const auto states = [&](double t) {
        std::vector<double> x(2);
        for (const std::size_t s : {fast, 1 - fast}) {
          const double rate = s == fast ? 16 : 0.1;
          x[s] = (1 - std::cos(rate * t)) / rate + (s == fast && t > 6.5 ? kick : 0);
        }
        return x;
      };
      GivenMotion integrator(states, 0);
      MotionCheck check(model.machine, kOptions, 1, true);
      check.begin(integrator.state());
      for (int k = 1; k <= 10; ++k) {
        integrator.step(1.3 * k);
        check.step(LastStep(integrator, model.live));
      }
      const MotionVerification& found = check.result();
      CHECK(found.unchecked == 0);
      CHECK(is_motion_verified(found) == (kick == 0));
      CHECK(found.worst < (kick == 0 ? 1e-3 : 1000));
      if (kick != 0) CHECK(found.off == Approx(kick).epsilon(1e-3));
    }
}

TEST_CASE("another derivative in a single step is found") {
  // As of a spring that is softer by 0.1 % in the third step alone: the motion is continuous, and smooth inside each step.
  const auto slowed = [](double t) {
    const double lost = 5e-4 * std::clamp(t - 0.2, 0.0, 0.1);
    return swing(t - lost);
  };
  const MotionVerification found = check_oscillator(slowed);
  CHECK(found.end_s == Approx(0.3));
  CHECK_FALSE(is_motion_verified(found));
}

TEST_CASE("a state that moves between steps is found") {
  Model model(kOscillator);
  GivenMotion integrator([&](double) { return std::vector<double>{0, 0}; }, 0);
  MotionCheck check(model.machine, kOptions, 1, true);
  check.begin(std::vector<double>{0, 1e-9});
  integrator.step(0.1);
  check.step(LastStep(integrator, model.live));
  CHECK_FALSE(is_motion_verified(check.result()));
  CHECK(check.result().what.find("is not where the last step left it") != std::string::npos);
}

TEST_CASE("a method of fixed step is told what it is off by, but promised nothing") {
  Model model(kOscillator);
  GivenMotion integrator([&](double t) { return std::vector<double>{t, t}; }, 0);
  MotionCheck check(model.machine, kOptions, 1, false);
  check.begin(integrator.state());
  integrator.step(0.1);
  check.step(LastStep(integrator, model.live));
  CHECK(check.result().worst > kVerifiedMotion);
  CHECK(is_motion_verified(check.result()));
}

const std::string kFalling = diagram_text(
    R"("ball": {"type": "translational.mass", "parameters": {"mass": 2}}, "floor": {"type": "translational.contact"},
       "ground": {"type": "translational.ground"})",
    R"(["ball.M", "floor.R"], ["floor.C", "ground.W"])");

/// The check of an event at which a ball of 2 kg meets the floor with 3 m/s: leaves it with `after`, and this impulse is told.
MotionVerification check_impact(double after, double told_impulse, double moved_by = 0) {
  Model model(kFalling);
  const std::size_t v = model.state("ball.v");
  REQUIRE(model.sorted.states.size() == 2);
  REQUIRE(model.program.frictions.size() == 1);
  std::vector<double> x(2, 0.0);
  x[v] = -3;
  MotionCheck check(model.machine, kOptions, 1, true);
  check.begin(x);
  check.before_event();
  x[v] = after;
  x[1 - v] = moved_by;
  model.machine.set(model.input(0, ModeInput::impulse), told_impulse);
  check.after_event(1, x, false, {});
  return check.result();
}

TEST_CASE("an impact is right if momentum changes by the impulse, and nothing goes on closing") {
  const MotionVerification right = check_impact(1.5, 9);  // 2 kg * 4.5 m/s
  CAPTURE(right.what);
  CHECK(right.worst < 1e-3);
  CHECK(right.events == 1);
}

TEST_CASE("an impact whose impulse is dropped is found") {
  const MotionVerification dropped = check_impact(-3, 0);
  CHECK_FALSE(is_motion_verified(dropped));
  CHECK(dropped.what.find("goes on closing") != std::string::npos);
  const MotionVerification not_told = check_impact(1.5, 0);
  CHECK_FALSE(is_motion_verified(not_told));
  CHECK(not_told.off == Approx(4.5));
  const MotionVerification too_little = check_impact(1.5, 8.99);
  CHECK_FALSE(is_motion_verified(too_little));
  CHECK(too_little.off == Approx(0.005));
}

TEST_CASE("what an impact leaves is as accurate as what was there before it") {
  // 3 m/s is known to 3 m/s times the tolerance, and so is the little that is left of it.
  const double off = 5 * kOptions.rtol * 3;
  const MotionVerification slow = check_impact(1e-6 + off, 2 * (3 + 1e-6));
  CHECK(slow.off == Approx(off));
  CHECK(is_motion_verified(slow));
  CHECK(slow.worst == Approx(5).epsilon(0.2));
}

TEST_CASE("an impact is right where a friction beside it sticks at once") {
  // 2 kg at 3 m/s stop dead at the wall, and stick on the ground.
  Model model(diagram_text(
      R"("ball": {"type": "translational.mass", "parameters": {"mass": 2}}, "floor": {"type": "translational.contact"},
         "rub": {"type": "translational.dry_friction"}, "ground": {"type": "translational.ground"})",
      R"(["ball.M", "floor.R", "rub.R"], ["floor.C", "rub.C", "ground.W"])"));
  REQUIRE(model.program.frictions.size() == 2);
  const std::size_t contact = model.program.frictions[0].is_contact() ? 0 : 1;
  const std::size_t v = model.state("ball.v");
  const auto worst = [&](double told_impulse) {
    std::vector<double> x(2, 0.0);
    x[v] = -3;
    for (const std::size_t f : {contact, 1 - contact}) model.machine.set(model.input(f, ModeInput::stuck), 0);
    model.machine.set(model.input(contact, ModeInput::impulse), 0);
    MotionCheck check(model.machine, kOptions, 1, true);
    check.begin(x);
    check.before_event();
    x[v] = 0;
    model.machine.set(model.input(contact, ModeInput::impulse), told_impulse);
    for (const std::size_t f : {contact, 1 - contact}) model.machine.set(model.input(f, ModeInput::stuck), 1);
    check.after_event(1, x, false, {});
    return check.result();
  };
  CHECK(worst(6).worst < 1e-3);
  CHECK_FALSE(is_motion_verified(worst(5.99)));
}

TEST_CASE("a position that jumps in an impact is found") {
  const MotionVerification moved = check_impact(1.5, 9, 1e-6);
  CHECK_FALSE(is_motion_verified(moved));
  CHECK(moved.off == Approx(1e-6));
}

}  // namespace
}  // namespace stribeck
