// Rigid contacts in whole runs: bouncing to rest, impacts through gears, contacts that follow one another without end.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <string>
#include <utility>

#include "base/text.h"
#include "whole_run.h"

namespace stribeck {
namespace {

constexpr double kGravity = 9.81;

std::string ball(const std::string& contact, const std::string& experiment) {
  return test::diagram_text(
      R"("ball": {"type": "translational.mass", "initial": {"v": 0}},
         "weight": {"type": "translational.force_source", "parameters": {"force": -9.81}},
         "bounce": {"type": "translational.contact", "parameters": {)" +
          contact + R"(}, "initial": {"x": 1}},
         "floor": {"type": "translational.ground"})",
      R"(["ball.M", "weight.R", "bounce.R"], ["floor.W", "weight.C", "bounce.C"])",
      R"("outputs": ["*"], "experiment": {)" + experiment + "}");
}

/// Times and speeds at which the ball meets the floor, down to the first that is below the rest speed.
std::vector<std::pair<double, double>> bounces(double restitution, double rest_speed) {
  std::vector<std::pair<double, double>> found;
  double t = std::sqrt(2 / kGravity), v = std::sqrt(2 * kGravity);
  while (found.empty() || found.back().second >= rest_speed) {
    found.emplace_back(t, v);
    v *= restitution;
    t += 2 * v / kGravity;
  }
  return found;
}

TEST_CASE("a ball bounces to rest, impact by impact") {
  for (const char* solver : {"auto", "dopri5", "cvode", "arkode"}) {
    CAPTURE(solver);
    const test::WholeRun run =
        test::run_text(ball(R"("restitution": 0.7, "rest_speed": 1e-3)",
                            R"("stop": 3, "interval": 0.01, "rtol": 1e-9, "atol": 1e-12, "solver": ")" + std::string(solver) + '"'));
    const auto expected = bounces(0.7, 1e-3);
    const std::vector<EventRecord>& events = run.trajectory.events();
    REQUIRE(events.size() == expected.size());
    for (std::size_t n = 0; n < expected.size(); ++n) {
      CAPTURE(n);
      CHECK(std::fabs(events[n].time_s - expected[n].first) <= 1e-7);
      CHECK(events[n].label == (n + 1 < expected.size() ? "bounce: rebounds" : "bounce: rests"));
    }
    CHECK(run.last("bounce.x") == 0);
    CHECK(run.last("ball.v") == 0);
    CHECK(run.last("bounce.heat") == Approx(kGravity).epsilon(1e-7));
    CHECK(run.summary.audit.relative() < 1e-8);
    // The whole path: h (1 + e^2)/(1 - e^2), of which the rest takes less than the square of its speed.
    double path = 1;
    for (std::size_t n = 0; n + 1 < expected.size(); ++n) path += std::pow(0.7 * expected[n].second, 2) / kGravity;
    CHECK(path == Approx((1 + 0.49) / (1 - 0.49)).margin(1e-6));
  }
}

TEST_CASE("a smaller rest speed comes as near as wanted to the closed form of endless bouncing") {
  const test::WholeRun run =
      test::run_text(ball(R"("restitution": 0.7, "rest_speed": 1e-7)", R"("stop": 3, "interval": 0.1, "rtol": 1e-10, "atol": 1e-13)"));
  CHECK(std::fabs(run.trajectory.events().back().time_s - std::sqrt(2 / kGravity) * 1.7 / 0.3) <= 1e-6);
  CHECK(run.trajectory.events().back().label == "bounce: rests");
}

TEST_CASE("a ball between plates that springs press together comes to rest with them") {
  const test::WholeRun run = test::run_text(test::diagram_text(
      R"("left": {"type": "translational.mass", "parameters": {"mass": 2}},
         "right": {"type": "translational.mass", "parameters": {"mass": 3}},
         "ball": {"type": "translational.mass", "parameters": {"mass": 0.1}, "initial": {"v": 1}},
         "press": {"type": "translational.spring", "parameters": {"stiffness": 50, "natural_length": -1}, "initial": {"x": 0.5}},
         "loss": {"type": "translational.damper", "parameters": {"damping": 1}},
         "at_left": {"type": "translational.contact", "parameters": {"restitution": 0.8}, "initial": {"x": 0.2}},
         "at_right": {"type": "translational.contact", "parameters": {"restitution": 0.8}})",
      R"(["left.M", "at_left.C", "press.C", "loss.C"], ["at_left.R", "ball.M", "at_right.C"], ["right.M", "at_right.R", "press.R", "loss.R"])",
      R"("experiment": {"stop": 10, "interval": 0.01, "rtol": 1e-8})"));
  CHECK(run.summary.reached_s == 10);
  CHECK(run.summary.audit.relative() < 1e-7);
  CHECK(run.last("at_left.mode") == 1);
  CHECK(run.last("at_right.mode") == 1);
  for (const char* contact : {"at_left.x", "at_right.x"}) CHECK(*std::min_element(run[contact].begin(), run[contact].end()) >= -1e-9);
  // 0.1 N*s for 5.1 kg
  CHECK(run.last("ball.v") == Approx(0.1 / 5.1).epsilon(1e-7));
}

TEST_CASE("a ball squeezed by plates with given velocities ends the run with what squeezes it") {
  const std::string text = test::diagram_text(
      R"("left": {"type": "translational.velocity_source", "parameters": {"velocity": 1}},
         "ball": {"type": "translational.mass"},
         "wall": {"type": "translational.ground"},
         "at_left": {"type": "translational.contact", "parameters": {"restitution": 0.8}, "initial": {"x": 0.1}},
         "at_right": {"type": "translational.contact", "parameters": {"restitution": 0.8}, "initial": {"x": 0.3}})",
      R"(["left.R", "at_left.C"], ["at_left.R", "ball.M", "at_right.C"], ["at_right.R", "left.C", "wall.W"])",
      R"("experiment": {"stop": 2})");
  try {
    test::run_text(text);
    FAIL_CHECK("the run went on");
  } catch (const Failure& failure) {
    const Diagnostic& found = failure.diagnostics().front();
    CHECK((found.code == ErrorCode::run_friction_undecided || found.code == ErrorCode::run_event_limit));
    REQUIRE_FALSE(found.details.empty());
    CHECK(found.details.front().second.find("at_") == 0);
  }
}

TEST_CASE("a blow on one shaft moves all that gears join to it, and friction is set free by it") {
  // The brake's friction is bounded: it takes nothing of the blow, slips, and stops what it brakes.
  const test::WholeRun run = test::run_text(test::diagram_text(
      R"("hammer": {"type": "rotational.inertia", "parameters": {"inertia": 2}, "initial": {"w": 3}},
         "blow": {"type": "rotational.contact", "parameters": {"restitution": 0}, "initial": {"phi": 0.3}},
         "shaft": {"type": "rotational.inertia", "parameters": {"inertia": 1}, "initial": {"w": 0}},
         "gear": {"type": "mechanisms.gear_box", "parameters": {"ratio": 0.5}},
         "wheel": {"type": "rotational.inertia", "parameters": {"inertia": 4}},
         "brake": {"type": "rotational.dry_friction", "parameters": {"static_torque": 8, "coulomb_torque": 8}},
         "housing": {"type": "rotational.ground"})",
      R"(["hammer.I", "blow.C"], ["blow.R", "shaft.I", "gear.O"], ["gear.S", "wheel.I", "brake.R"], ["brake.C", "housing.W"])",
      R"("outputs": ["*"], "experiment": {"stop": 2, "interval": 0.01, "rtol": 1e-9, "atol": 1e-12})"));
  // ratio 0.5: the wheel turns half as fast as the shaft; together 1 + 4/4 = 2 kg*m^2 on the shaft. Common speed 2*3/4.
  const double common = 1.5;
  CHECK(run.at("shaft.w", 0.1000001) == Approx(common).epsilon(1e-5));
  CHECK(run.at("wheel.w", 0.1000001) == Approx(common / 2).epsilon(1e-5));
  CHECK(run.last("blow.heat") == Approx(0.5 * 2 * 9 - 0.5 * 4 * common * common));
  // Then 8 N*m on the wheel are 4 on the shaft, which the hammer goes on pushing: 1 rad/s^2, and all stand after 1.5 s.
  CHECK(run.at("hammer.w", 1.1) == Approx(0.5).epsilon(1e-7));
  CHECK(std::fabs(run.last("hammer.w")) <= 1e-9);
  CHECK(std::fabs(run.last("shaft.w")) <= 1e-15);
  CHECK(run.last("blow.mode") == 1);
  CHECK(run.summary.audit.relative() < 1e-8);
}

TEST_CASE("sides that would start inside one another start where they touch, unless their place was asked for") {
  const auto resting = [](const std::string& floors, const std::string& sides, const std::string& place) {
    return test::diagram_text(R"("ball": {"type": "translational.mass"}, "place": {"type": "translational.absolute_motion_sensor")" +
                                  place + R"(}, "ground": {"type": "translational.ground"})" + floors,
                              R"(["ball.M", "place.R")" + sides, R"("experiment": {"stop": 1, "interval": 1}, "outputs": ["place.x"])");
  };
  const std::string low = R"(, "low": {"type": "translational.contact", "parameters": {"least_position": 0.5}})",
                    high = R"(, "high": {"type": "translational.contact", "parameters": {"least_position": 0.75}})";
  const auto asked_for = [](const std::string& x) { return R"(, "initial": {"x": )" + x + "}"; };
  const std::string on_low = R"(, "low.R"], ["low.C", "ground.W"])", on_both = R"(, "low.R", "high.R"], ["low.C", "high.C", "ground.W"])";

  const WholeRun one = run_text(resting(low, on_low, ""));
  CHECK(one.first("place.x") == 0.5);
  REQUIRE(one.summary.notes.size() == 1);
  CHECK(one.summary.notes[0].code == ErrorCode::initial_overlap);
  const WholeRun two = run_text(resting(low + high, on_both, ""));
  CHECK(two.first("place.x") == 0.75);
  CHECK(run_text(resting(low + high, on_both, asked_for("0.75"))).summary.notes.empty());
  for (const char* x : {"0", "0.25", "-2"})
    CHECK(test::error_of([&] { run_text(resting(low, on_low, asked_for(x))); }) == "initial.overlap");
}

TEST_CASE("what an impact at the start sets in motion slides from the first row on") {
  // 2 kg at 1 m/s meet 1 kg at rest: without rebound both go on at 2/3 m/s; the smooth friction of the second depends on the sign of that.
  const test::WholeRun run = test::run_text(test::diagram_text(
      R"("ram": {"type": "translational.mass", "parameters": {"mass": 2}, "initial": {"v": 1}},
         "stop": {"type": "translational.contact", "parameters": {"restitution": 0}},
         "body": {"type": "translational.mass", "parameters": {"mass": 1}},
         "rub": {"type": "translational.body_friction", "parameters": {"law": "scvs"}},
         "load": {"type": "signals.constant", "parameters": {"value": 10}}, "wall": {"type": "translational.ground"})",
      R"(["ram.M", "stop.C"], ["stop.R", "body.M", "rub.R"], ["rub.C", "wall.W"], ["load.y", "rub.Fn"])",
      R"("experiment": {"stop": 0.1, "interval": 0.01, "rtol": 1e-9})"));
  CHECK(run.first("body.v") == Approx(2.0 / 3).epsilon(1e-12));
  CHECK(run.first("rub.F") > 0);
  CHECK(run.first("rub.F") == Approx(run.at("rub.F", 0.01)).epsilon(0.1));
  CHECK(run.summary.event_instants == 0);  // nothing is left over for just after the start
}

TEST_CASE("what a law bounds takes no part in an impulse, however slowly the sides meet") {
  // A body whose actuator answers its acceleration: the part in proportion to it acts as a mass, the bounded one lends nothing to an
  // impulse. The other body is pressed against it, and meets it faster or more slowly than the rest speed.
  std::mt19937 random(7);
  const auto real = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(random); };
  for (int draw = 0; draw < 40; ++draw) {
    const double m = real(0.5, 2), other = real(0.5, 2), as_mass = draw % 2 == 0 ? 0 : real(0.1, 2), most = real(1, 20);
    const double steepness = real(0.1, 2), press = real(0.5, 3), v = draw % 3 == 0 ? real(0.01, 1) : real(1e-5, 5e-4);
    const double restitution = real(0, 0.9);
    const std::string u = number_text(steepness) + "*u1",
                      bounded = draw % 4 < 2    ? "tanh(" + u + ")"
                                : draw % 8 == 2 ? "(if " + u + " > 1 then 1 elseif " + u + " < -1 then -1 else " + u + ")"
                                                : "min(max(" + u + ", -1), 1)";
    const test::WholeRun run = test::run_text(test::diagram_text(
        R"("a": {"type": "translational.mass", "parameters": {"mass": )" + number_text(m) + R"(}},
           "b": {"type": "translational.mass", "parameters": {"mass": )" +
            number_text(other) + R"(}, "initial": {"v": )" + number_text(-v) +
            R"(}}, "press": {"type": "translational.force_source", "parameters": {"force": )" + number_text(-press) +
            R"(}}, "sides": {"type": "translational.contact", "parameters": {"restitution": )" + number_text(restitution) +
            R"(}, "initial": {"x": 1e-8}},
           "sensor": {"type": "translational.acceleration_sensor"}, "actuator": {"type": "translational.force_source"},
           "law": {"type": "signals.expression", "parameters": {"expression": "-)" +
            number_text(most) + "*" + bounded + " - " + number_text(as_mass) + R"(*u1"}}, "wall": {"type": "translational.ground"})",
        R"(["a.M", "sides.C", "sensor.R", "actuator.R"], ["b.M", "sides.R", "press.R"],
           ["wall.W", "sensor.C", "actuator.C", "press.C"], ["sensor.a", "law.u1"], ["law.y", "actuator.S"])",
        R"("experiment": {"stop": 0.01, "interval": 0.001, "rtol": 1e-9, "atol": 1e-15})"));
    INFO("draw " << draw);
    REQUIRE(!run.trajectory.events().empty());
    const EventRecord& event = run.trajectory.events().front();
    const auto before = [&](const char* name) { return run.trajectory.at(*run.trajectory.find(name), event.time_s, EventSide::before); };
    const auto after = [&](const char* name) { return run.trajectory.at(*run.trajectory.find(name), event.time_s, EventSide::after); };
    const double mass = m + as_mass, common = (mass * before("a.v") + other * before("b.v")) / (mass + other);
    const double parting = event.label == "sides: rebounds" ? restitution * (before("a.v") - before("b.v")) : 0;
    CHECK((event.label == "sides: rebounds") == (draw % 3 == 0 && restitution > 0));
    const double size = std::fabs(before("b.v"));
    CHECK(std::fabs(after("a.v") - (common - other / (mass + other) * parting)) <= 1e-9 * size);  // of the forces beside the impulse
    CHECK(std::fabs(after("b.v") - (common + mass / (mass + other) * parting)) <= 1e-9 * size);
  }
}

TEST_CASE("a body that rests up to some momentum is struck as any other, as the blow takes it beyond that") {
  // Karnopp's bodies have no velocity within their band: what strikes them takes the one that they have behind it, at the same instant.
  for (const auto& [domain, body, port, inertia] :
       {std::array{"translational", "karnopp_mass", "M", "mass"}, std::array{"rotational", "karnopp_inertia", "I", "inertia"},
        std::array{"rotational", "switch_inertia", "I", "inertia"}}) {
    const bool turns = std::string_view(domain) == "rotational";
    const std::string v = turns ? "w" : "v", moving = turns ? "inertia" : "mass";
    const test::WholeRun run = test::run_text(test::diagram_text(
        R"("rests": {"type": ")" + std::string(domain) + "." + body + R"(", "parameters": {")" + inertia +
            R"(": 1}}, "sides": {"type": ")" + domain + R"(.contact", "parameters": {"restitution": 0.7}, "initial": {")" +
            (turns ? "phi" : "x") + R"(": 0.1}}, "ram": {"type": ")" + domain + "." + moving + R"(", "parameters": {")" + moving +
            R"(": 6.64}, "initial": {")" + v + R"(": 1.7}})",
        R"(["rests.)" + std::string(port) + R"(", "sides.R"], ["sides.C", "ram.)" + (turns ? "I" : "M") + R"("])",
        R"("experiment": {"stop": 0.1, "interval": 0.01, "rtol": 1e-9})"));
    INFO(body);
    const auto& events = run.trajectory.events();
    const auto blow = std::find_if(events.begin(), events.end(), [](const EventRecord& event) { return event.label == "sides: rebounds"; });
    REQUIRE(blow != events.end());
    const auto after = [&](const std::string& name) {
      return run.trajectory.at(*run.trajectory.find(name), blow->time_s, EventSide::after);
    };
    const double impulse = 1.7 * 1.7 / (1 / 6.64 + 1);
    constexpr double kDeadSpeed = 1e-3;  // rad/s or m/s: by so much the velocity jumps at the rim of the band, beside what the blow does
    CHECK(std::fabs(after("rests." + v) - impulse) <= kDeadSpeed);
    CHECK(std::fabs(after("ram." + v) - (1.7 - impulse / 6.64)) <= kDeadSpeed);
    CHECK(after("rests." + v) + 6.64 * after("ram." + v) == Approx(6.64 * 1.7).epsilon(1e-12));
    CHECK(run.summary.audit.relative() < 1e-6);
  }
}

// The ram is drawn back, so that the sides part at the instant of the blow and the mode of their contact is what it was.
TEST_CASE("what a blow sets in motion has the friction of its slip at once, though the sides part at the same instant") {
  const test::WholeRun run = test::run_text(test::diagram_text(
      R"("ram": {"type": "translational.mass", "initial": {"v": 1}},
         "sides": {"type": "translational.contact", "parameters": {"restitution": 0}, "initial": {"x": 0.1}},
         "body": {"type": "translational.switch_mass", "parameters": {"law": "coulomb", "coulomb_force": 1, "static_force": 1.5}},
         "pull": {"type": "translational.force_source", "parameters": {"force": -3}}, "wall": {"type": "translational.ground"})",
      R"(["ram.M", "sides.C", "pull.R"], ["body.M", "sides.R"], ["pull.C", "wall.W"])",
      R"("experiment": {"stop": 0.2, "interval": 0.05})"));
  REQUIRE(run.summary.event_instants == 1);
  const double t = run.trajectory.events().front().time_s;
  CHECK(run.trajectory.at(*run.trajectory.find("body.v"), t, EventSide::after) == Approx(std::sqrt(0.4) / 2).epsilon(1e-9));  // 1 - 2*3*0.1
  CHECK(run.trajectory.at(*run.trajectory.find("body.F"), t, EventSide::after) == 1);
}

// Behind a joint the gap is no sum of states, so that no state can be moved for it to be zero: rounding leaves the sides inside one
// another.
TEST_CASE("a play behind a universal joint is left as often as the motor turns round") {
  const double angle = GENERATE(20, 30, 45), inertia = GENERATE(0.01, 1);
  const test::WholeRun run = test::run_text(test::diagram_text(
      R"("play": {"type": "rotational.backlash"}, "motor": {"type": "rotational.torque_source"}, "wall": {"type": "rotational.ground"},
         "joint": {"type": "mechanisms.universal_joint", "parameters": {"joint_angle": ")" +
          std::to_string(angle) + R"( deg"}},
         "shaft": {"type": "rotational.inertia", "parameters": {"inertia": )" +
          std::to_string(inertia) + R"(}},
         "wave": {"type": "signals.sine", "parameters": {"amplitude": 2, "frequency": 5}})",
      R"(["play.R", "joint.B"], ["joint.A", "shaft.I", "motor.R"], ["play.C", "motor.C", "wall.W"], ["wave.y", "motor.S"])",
      R"("experiment": {"stop": 0.5, "interval": 0.01, "rtol": 1e-8, "atol": 1e-10})"));
  std::size_t rests = 0, parts = 0;
  for (const EventRecord& event : run.trajectory.events()) {
    rests += event.label.ends_with(": rests") ? 1 : 0;
    parts += event.label.ends_with(": parts") ? 1 : 0;
  }
  INFO(angle << " deg, " << inertia << " kg*m^2");
  CHECK(parts >= 1);
  CHECK((parts == rests || parts + 1 == rests));
  CHECK(run.summary.event_instants <= 10);     // five half waves, each with a landing and a parting at most
  CHECK(run.summary.audit.relative() < 1e-7);  // ten times rtol
}

TEST_CASE("two bodies that land on a third one at one instant get impulses that belong together") {
  // They come from both sides, as fast as each other. The law of the middle one has another slope for each sign of its acceleration, so
  // that neither contact alone tells how it answers to both.
  for (const auto& [left, right] : {std::pair{1.0, 2.5}, std::pair{2.5, 1.0}, std::pair{1.5, 1.5}}) {
    const double middle = 0.7, slope = 0.6, alpha = 0.5;
    const auto body = [](double mass, double v) {
      return R"({"type": "translational.mass", "parameters": {"mass": )" + number_text(mass) + R"(}, "initial": {"v": )" + number_text(v) +
             "}}";
    };
    const auto push = [](double force) {
      return R"({"type": "translational.force_source", "parameters": {"force": )" + number_text(force) + "}}";
    };
    const test::WholeRun run = test::run_text(
        test::diagram_text(R"("a": )" + body(left, 2e-4) + R"(, "b": )" + body(middle, 0) + R"(, "c": )" + body(right, -2e-4) +
                               R"(, "left": )" + push(alpha * left) + R"(, "right": )" + push(-alpha * right) + R"(,
           "ab": {"type": "translational.contact", "initial": {"x": 1e-8}}, "bc": {"type": "translational.contact", "initial": {"x": 1e-8}},
           "sensor": {"type": "translational.acceleration_sensor"}, "actuator": {"type": "translational.force_source"},
           "law": {"type": "signals.expression", "parameters": {"expression": "-)" +
                               number_text(slope) + R"-(*abs(u1)"}}, "wall": {"type": "translational.ground"})-",
                           R"(["a.M", "left.R", "ab.C"], ["b.M", "ab.R", "bc.C", "sensor.R", "actuator.R"], ["c.M", "right.R", "bc.R"],
           ["wall.W", "left.C", "right.C", "sensor.C", "actuator.C"], ["sensor.a", "law.u1"], ["law.y", "actuator.S"])",
                           R"("experiment": {"stop": 0.001, "interval": 0.001, "rtol": 1e-9, "atol": 1e-15})"));
    REQUIRE(!run.trajectory.events().empty());
    const double t = run.trajectory.events().front().time_s;
    const auto after = [&](const char* name) { return run.trajectory.at(*run.trajectory.find(name), t, EventSide::after); };
    const double speed = run.trajectory.at(*run.trajectory.find("a.v"), t, EventSide::before);
    const double common = (left - right) * speed / (left + middle + right + (left > right ? slope : -slope));
    INFO("masses " << left << " and " << right);
    for (const char* name : {"a.v", "b.v", "c.v"}) CHECK(std::fabs(after(name) - common) <= 1e-9 * speed);
    CHECK(std::fabs(after("ab.impulse") + left * (speed - common)) <= 1e-9 * speed);
    CHECK(std::fabs(after("bc.impulse") + right * (speed + common)) <= 1e-9 * speed);
  }
}

TEST_CASE("a slipping friction whose load is an impulse takes its share of it, however slowly the sides meet") {
  // A gear with losses turns; a disc catches up with its input shaft, or is caught up with.
  for (const bool drives : {true, false})
    for (const double v : {2e-4, 0.2}) {
      const double disc = 1.5, input = 0.8, output = 3, ratio = 2, efficiency = 0.7, back = 0.6, way = drives ? 1 : -1;
      const auto inertia = [](double of, double w) {
        return R"({"type": "rotational.inertia", "parameters": {"inertia": )" + number_text(of) + R"(}, "initial": {"w": )" +
               number_text(w) + "}}";
      };
      const test::WholeRun run = test::run_text(test::diagram_text(
          R"("disc": )" + inertia(disc, 1 + way * v) + R"(, "in": )" + inertia(input, 1) + R"(, "out": )" + inertia(output, 1 / ratio) +
              R"(, "gear": {"type": "mechanisms.lossy_gear", "parameters": {"ratio": 2, "efficiency": 0.7, "back_efficiency": 0.6,
                "friction": "exact"}}, "sides": {"type": "rotational.contact", "parameters": {"restitution": 0}, "initial": {"phi": 1e-8}},
              "press": {"type": "rotational.torque_source", "parameters": {"torque": )" +
              number_text(way) + R"(}}, "wall": {"type": "rotational.ground"})",
          std::string(drives ? R"(["disc.I", "press.R", "sides.C"], ["in.I", "gear.S", "sides.R"],)"
                             : R"(["disc.I", "press.R", "sides.R"], ["in.I", "gear.S", "sides.C"],)") +
              R"(["out.I", "gear.O"], ["wall.W", "press.C"])",
          R"("experiment": {"stop": 0.001, "interval": 0.001, "rtol": 1e-10, "atol": 1e-15})"));
      REQUIRE(!run.trajectory.events().empty());
      const double t = run.trajectory.events().front().time_s;
      const auto before = [&](const char* name) { return run.trajectory.at(*run.trajectory.find(name), t, EventSide::before); };
      const double behind = input + output / (ratio * ratio) * (drives ? 1 / efficiency : back);
      const double common = (disc * before("disc.w") + behind * before("in.w")) / (disc + behind);
      INFO("drives " << drives << ", speed " << v);
      CHECK(std::fabs(run.trajectory.at(*run.trajectory.find("in.w"), t, EventSide::after) - common) <= 1e-8 * v);
      CHECK(std::fabs(run.trajectory.at(*run.trajectory.find("disc.w"), t, EventSide::after) - common) <= 1e-8 * v);
    }
}

}  // namespace
}  // namespace stribeck
