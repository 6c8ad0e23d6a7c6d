// Impacts whose impulses go through laws that take a share of what they carry: the share that an impulse has, not that of the forces
// before.
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <utility>

#include "simulation/rows/motion_check.h"
#include "whole_run.h"

using namespace stribeck;
using test::run_text;
using test::WholeRun;

namespace {

struct Drive {
  double motor = 0.01, disc = 0, load = 1;    // kg*m^2; disc: beside the gear, before the play
  double ratio = 5, there = 0.5, back = 0.3;  // efficiencies
  double brake = 0;                           // N*m on the motor
  double speed = 10, load_speed = 0;          // rad/s, at the start
  double restitution = 0;
  bool exact = false;
};

/// A motor drives a load through a lossy gear and a rigid play; what happens at the play is over before anything else has moved.
std::string text_of(const Drive& d) {
  const auto number = [](double value) { return std::to_string(value); };
  return R"({"format": "stribeck/1", "components": {
    "motor": {"type": "rotational.inertia", "parameters": {"inertia": )" +
         number(d.motor) + R"(},
              "initial": {"w": {"value": )" +
         number(d.speed) + R"(, "priority": "high"}}},
    "value": {"type": "signals.constant", "parameters": {"value": )" +
         number(-d.brake) + R"(}},
    "brake": {"type": "rotational.torque_source"}, "ground": {"type": "rotational.ground"},
    "gear": {"type": "mechanisms.lossy_gear", "parameters": {"ratio": )" +
         number(d.ratio) + R"(, "efficiency": )" + number(d.there) + R"(, "back_efficiency": )" + number(d.back) +
         (d.exact ? R"(, "friction": "exact")" : R"(, "low_speed": 1e-6)") + R"(}},)" +
         (d.disc > 0 ? R"("disc": {"type": "rotational.inertia", "parameters": {"inertia": )" + number(d.disc) + "}}," : "") +
         R"("play": {"type": "rotational.backlash", "parameters": {"restitution": )" + number(d.restitution) + R"(}, "initial": {"phi": 0}},
    "load": {"type": "rotational.inertia", "parameters": {"inertia": )" +
         number(d.load) + R"(},
             "initial": {"w": {"value": )" +
         number(d.load_speed) + R"(, "priority": "high"}}}},
    "connections": [["motor.I", "gear.S", "brake.R"], ["brake.C", "ground.W"], ["value.y", "brake.S"],
                    ["gear.O", "play.R")" +
         (d.disc > 0 ? R"(, "disc.I")" : "") + R"(], ["play.C", "load.I"]],
    "outputs": ["motor.w", "load.w", "play.w", "play.impulse", "gear.heat", "play.heat"],
    "experiment": {"stop": 0.05, "interval": 0.05, "rtol": 1e-9, "atol": 1e-12}})";
}

struct Before {
  double motor, load;
};

/// Speeds of motor and load after the impact, from its balance of impulses; `efficiency`: of the gear as the impact has it, as torque at
/// the output over ratio times torque at the input.
Before after(const Drive& d, const Before& before, double efficiency) {
  // P on the load, S = torque impulse of the gear on the motor's side: d.motor dw = -S, d.disc dw/ratio = ratio*efficiency*S - P.
  const double inertia = d.ratio * efficiency * d.motor + d.disc / d.ratio;  // P = -inertia * dw
  const double relative = before.motor / d.ratio - before.load, wanted = -d.restitution * relative;
  const double impulse = (relative - wanted) / (1 / (inertia * d.ratio) + 1 / d.load);
  return {before.motor - impulse / inertia, before.load + impulse / d.load};
}

/// Rows at the first instant at which the play transmits an impulse: before it and after it.
std::pair<std::size_t, std::size_t> impact(const WholeRun& run) {
  const std::vector<double>& impulse = run["play.impulse"];
  for (std::size_t k = 1; k < impulse.size(); ++k)
    if (impulse[k] != 0) return {k - 1, k};
  FAIL("nothing collided");
  return {};
}

void check(const Drive& d, double efficiency, double tolerance) {
  RunOptions options;
  options.verify = true;
  const WholeRun run = run_text(text_of(d), options);
  const auto [last, first] = impact(run);
  const Before before{run["motor.w"][last], run["load.w"][last]};
  const Before expected = after(d, before, efficiency);
  CAPTURE(d.exact, d.brake, before.motor, before.load);
  CHECK(is_motion_verified(run.summary.motion.value()));
  CHECK(run["motor.w"][first] == Approx(expected.motor).margin(tolerance * std::fabs(before.motor - expected.motor)));
  CHECK(run["load.w"][first] == Approx(expected.load).margin(tolerance * std::fabs(before.load - expected.load)));
  // What the bodies lose is what gear and play take, and none of these gives anything.
  const auto energy = [&](double motor, double load) {
    return 0.5 * (d.motor + d.disc / (d.ratio * d.ratio)) * motor * motor + 0.5 * d.load * load * load;
  };
  const double lost = energy(before.motor, before.load) - energy(run["motor.w"][first], run["load.w"][first]);
  const double gear = run["gear.heat"][first] - run["gear.heat"][last], play = run["play.heat"][first] - run["play.heat"][last];
  CHECK(gear > -1e-12);
  CHECK(gear + play == Approx(lost).epsilon(1e-6));
}

}  // namespace

// The smooth law fades within low_speed of rest, a millionth of the speeds here or less: it differs by about that share.
TEST_CASE("an impact through a lossy gear loses what an impulse loses, whichever way the gear was loaded before") {
  for (const bool exact : {false, true})
    for (const double brake : {-20.0, 0.0, 20.0}) {
      Drive d;
      d.exact = exact, d.brake = brake, d.disc = 0.5;
      check(d, d.there, 1e-5);  // the load holds the output back: the motor drives
    }
}

TEST_CASE("a blow on the output of a gear at rest drives it back with its losses") {
  for (const bool exact : {false, true}) {
    Drive d;
    d.exact = exact, d.speed = 0, d.load_speed = -2;
    check(d, 1 / d.back, 1e-5);
    d.disc = 0.5;
    check(d, 1 / d.back, 1e-5);
    d.restitution = 0.6;
    check(d, 1 / d.back, 1e-5);
  }
}

TEST_CASE("a gear that a blow turns round loses on the way to rest as it brakes, and from rest as it is driven") {
  for (const bool exact : {false, true}) {
    Drive d;
    d.exact = exact, d.speed = 2, d.load_speed = -3;
    RunOptions options;
    options.verify = true;
    const WholeRun run = run_text(text_of(d), options);
    const auto [last, first] = impact(run);
    const double motor = run["motor.w"][last], load = run["load.w"][last];
    // To rest the motor drives: ratio * there * motor inertia; from there on it is driven: ratio / back.
    const double to_rest = d.ratio * d.there * d.motor * motor, at_rest = load + to_rest / d.load;
    REQUIRE(at_rest < 0);
    const Before expected = after(d, {0, at_rest}, 1 / d.back);
    CAPTURE(exact);
    CHECK(is_motion_verified(run.summary.motion.value()));
    CHECK(run["motor.w"][first] == Approx(expected.motor).epsilon(1e-5));
    CHECK(run["load.w"][first] == Approx(expected.load).epsilon(1e-5));
    CHECK(run["play.impulse"][first] == Approx(d.load * (expected.load - load)).epsilon(1e-5));
  }
}

// Pelchen's gear does not lock itself, a worm of friction angle above its lead angle does: what hits its wheel meets a wall. A smooth law
// holds it by a speed within low_speed, where it changes over so small a part of the impulse that the way of the impact is stiff.
TEST_CASE("a blow on the wheel of a worm that locks itself does not turn it") {
  for (const double restitution : {0.5, 0.0})
    for (const char* law : {R"("friction": "exact")", R"("low_speed": "1e-3 rad/s")", R"("low_speed": "1e-4 rad/s")"}) {
      CAPTURE(law, restitution);
      const double low_speed = std::string(law).find("1e-4") != std::string::npos ? 1e-4 : 1e-3;
      const std::string text = std::string(R"({"format": "stribeck/1", "components": {
        "worm": {"type": "rotational.inertia", "parameters": {"inertia": 0.01}},
        "gear": {"type": "mechanisms.worm_gear", "parameters": {"friction_coefficient": 0.3, "lead_angle": "5 deg", "ratio": 10, )") +
                               law + R"(}},
        "play": {"type": "rotational.backlash", "parameters": {"restitution": )" +
                               std::to_string(restitution) + R"(}, "initial": {"phi": 0}},
        "load": {"type": "rotational.inertia", "parameters": {"inertia": 1}, "initial": {"w": {"value": -2, "priority": "high"}}}},
        "connections": [["worm.I", "gear.W"], ["gear.G", "play.R"], ["play.C", "load.I"]],
        "outputs": ["worm.w", "load.w", "play.impulse", "play.heat"], "experiment": {"stop": 0.004, "interval": 0.001}})";
      const WholeRun run = run_text(text);
      const auto [last, first] = impact(run);
      const bool is_exact = std::string(law).find("exact") != std::string::npos;
      const double rounding = is_exact ? 1e-9 : low_speed;
      CHECK(std::fabs(run["worm.w"][first]) < rounding);
      CHECK(run["load.w"][first] == Approx(2 * restitution).margin(rounding));
      CHECK(run["play.impulse"][first] == Approx(2 + 2 * restitution).margin(rounding));
      CHECK(run["play.heat"][first] == Approx(0.5 * (4 - std::pow(2 * restitution, 2))).margin(2 * rounding));
    }
}

// The pin carries the impulse m l dw of the centre of mass: its friction mu R m l |dw| helps to stop the swing.
TEST_CASE("a pendulum that is stopped by a blow loses in its pin what the impulse there takes") {
  const std::string text = R"({"format": "stribeck/1", "components": {
    "pendulum": {"type": "rotational.pendulum", "parameters": {"friction_coefficient": 0.3, "pin_radius": 0.1, "low_speed": 1e-7},
                 "initial": {"w": {"value": 2, "priority": "high"}}},
    "stop": {"type": "rotational.backlash", "parameters": {"restitution": 0.4}, "initial": {"phi": 0}}, "ground": {"type": "rotational.ground"}},
    "connections": [["pendulum.I", "stop.R"], ["stop.C", "ground.W"]],
    "outputs": ["pendulum.w", "stop.impulse"], "experiment": {"stop": 0.01, "interval": 0.01}})";
  const WholeRun run = run_text(text);
  const std::vector<double>&impulse = run["stop.impulse"], &w = run["pendulum.w"];
  std::size_t k = 1;
  while (k < impulse.size() && impulse[k] == 0) ++k;
  REQUIRE(k < impulse.size());
  CHECK(w[k] == Approx(-0.4 * w[k - 1]).epsilon(1e-9));
  // Against w on the way to rest, and against the rebound from there on.
  const double pin = 0.3 * 0.1, expected = (1 - pin) * w[k - 1] + (1 + pin) * 0.4 * w[k - 1];
  CHECK(impulse[k] == Approx(expected).epsilon(1e-5));
}

// A signal may follow an acceleration, which is without bound in an impact: what a law makes of it that is bounded is no impulse; what is
// in proportion to it is one, of the change of the speed.
TEST_CASE("what follows the acceleration of an impact jumps as far as its law goes with it") {
  const auto speeds = [](const std::string& formula) {
    const WholeRun run = run_text(R"({"format": "stribeck/1", "components": {
      "left": {"type": "translational.mass", "parameters": {"mass": 2}, "initial": {"v": {"value": 3, "priority": "high"}}},
      "play": {"type": "translational.backlash", "initial": {"x": 0}},
      "right": {"type": "translational.mass", "parameters": {"mass": 1}},
      "sensor": {"type": "translational.acceleration_sensor"}, "ground": {"type": "translational.ground"},
      "law": {"type": "signals.expression", "parameters": {"expression": ")" +
                                  formula + R"("}},
      "source": {"type": "rotational.torque_source"}, "wall": {"type": "rotational.ground"},
      "disc": {"type": "rotational.inertia", "parameters": {"inertia": 0.5}}},
      "connections": [["left.M", "play.R"], ["play.C", "right.M", "sensor.R"], ["sensor.C", "ground.W"], ["sensor.a", "law.u1"],
                      ["law.y", "source.S"], ["source.C", "wall.W"], ["source.R", "disc.I"]],
      "outputs": ["right.v", "disc.w"], "experiment": {"stop": 0.01, "interval": 0.01}})");
    return std::pair{run.last("right.v"), std::fabs(run.last("disc.w"))};
  };
  const auto [bounded, still] = speeds("66*tanh(u1)");
  CHECK(bounded == Approx(2).epsilon(1e-9));
  CHECK(still < 1e-9);
  const auto [linear, turned] = speeds("0.25*u1");
  CHECK(linear == Approx(2).epsilon(1e-9));
  CHECK(turned == Approx(0.25 * 2 / 0.5).epsilon(1e-9));
  const auto [offset, turned_too] = speeds("0.25*max(u1, -7) + 0.01*sin(u1)");
  CHECK(offset == Approx(2).epsilon(1e-9));
  CHECK(turned_too == Approx(0.25 * 2 / 0.5).epsilon(1e-6));
}
