// A thread that locks itself, and whose load drives it on, has no motion with finite forces (Painleve's paradox): it stops at once, and so
// does all that is rigidly tied to it; whether its friction sticks, or creeps.
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "base/text.h"
#include "choices.h"
#include "whole_run.h"

namespace stribeck {

TEST_CASE("a screw that jams stops by an impulse that all inertias behind it share", "[jam]") {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> u(0.5, 2);
  int jams = 0;
  for (int trial = 0; trial < (test::kSanitized ? 6 : 60); ++trial) {
    // The screw is turned by the carrier of a planetary gear, whose sun and ring turn freely.
    const double g = 1 + u(random), sun = 1e-4 * u(random), ring = 1e-4 * u(random), carrier = 5e-5 * u(random);
    const double mass = 800 * u(random), mu = 0.15 + 0.1 * u(random), lead = 5e-3, radius = 8e-3;
    const double torque = u(random), turns_s = 0.2 * u(random), w_carrier = 10 * u(random), w_ring = 10 * u(random);
    const double way = random() % 2 == 0 ? 1 : -1;
    const char* const thread = random() % 2 == 0 ? "left" : "right";
    const bool creeps = trial % 2 == 1;
    const double low_speed = 1e-6;  // what creeps slower than by a few of these differs from what sticks
    const double k = lead / (2 * M_PI), angle = std::atan(lead / (2 * M_PI * radius)), rho = std::atan(mu);
    const double behind = 1 / (1 / sun + g * g / ring), inertia = carrier + (1 + g) * (1 + g) * behind;
    // The motor brakes from turns_s on: against the load of the nut's mass, which friction under a load of that sign holds.
    if (inertia + mass * k * radius * std::tan(angle - rho) > 0) continue;  // it has a motion
    ++jams;
    CAPTURE(trial, g, sun, ring, carrier, mass, mu, torque, turns_s, w_carrier, w_ring, way, thread);
    const double w_sun = (1 + g) * w_carrier - g * w_ring;
    const auto value = [&](double speed) { return number_text(way * speed); };
    const std::string text = test::diagram_text(
        R"("screw": {"type": "rotational.inertia", "parameters": {"inertia": )" + number_text(carrier) + R"(}, "initial": {"w": )" +
            value(w_carrier) + R"(}},
           "sun": {"type": "rotational.inertia", "parameters": {"inertia": )" +
            number_text(sun) + R"(}, "initial": {"w": )" + value(w_sun) + R"(}},
           "ring": {"type": "rotational.inertia", "parameters": {"inertia": )" +
            number_text(ring) + R"(}, "initial": {"w": )" + value(w_ring) + R"(}},
           "gear": {"type": "mechanisms.planetary_gear", "parameters": {"ring_to_sun_ratio": )" +
            number_text(g) + R"(}},
           "thread": {"type": "mechanisms.leadscrew", "parameters": {"thread": ")" +
            thread + R"(", )" + (creeps ? R"("low_speed": )" + number_text(low_speed) : R"("friction": "exact")") + R"(, "lead": ")" +
            number_text(lead) + R"( m", "diameter": ")" + number_text(2 * radius) + R"( m", "friction_coefficient": )" + number_text(mu) +
            R"(}},
           "nut": {"type": "translational.mass", "parameters": {"mass": )" +
            number_text(mass) + R"(}},
           "ramp": {"type": "signals.ramp", "parameters": {"duration": )" +
            number_text(2 * turns_s) + R"(, "offset": )" + value(torque) + R"(, "height": )" + value(-2 * torque) + R"(}},
           "motor": {"type": "rotational.torque_source"}, "housing": {"type": "rotational.ground"})",
        R"(["ramp.y", "motor.S"], ["motor.R", "screw.I", "gear.C", "thread.S"], ["motor.C", "housing.W"], ["sun.I", "gear.S"],
           ["ring.I", "gear.R"], ["thread.N", "nut.M"])",
        R"("experiment": {"stop": )" + number_text(1.5 * turns_s) + R"(, "interval": 0.01, "rtol": 1e-9, "atol": 1e-11})");
    const test::WholeRun run = test::run_text(text);
    // The carrier's speed has gone from w_carrier to zero, by torques and impulses on it alone: sun and ring have taken their shares. Then
    // the motor turns it backwards, against the load that the mass now is.
    const double backwards = inertia + mass * k * radius * std::tan(angle + rho), since = 0.5 * turns_s;
    const double now = -torque / turns_s * since * since / 2 / backwards, change = now - w_carrier;
    const double crept = creeps ? 10 * low_speed * (1 + g) * (1 + g) * std::max(1.0, behind / std::min(sun, ring)) : 0;
    CHECK(run.last("screw.w") == Approx(way * now).epsilon(1e-7).margin(crept));
    CHECK(run.last("sun.w") == Approx(way * (w_sun + (1 + g) * behind / sun * change)).epsilon(1e-7).margin(crept));
    CHECK(run.last("ring.w") == Approx(way * (w_ring + g * (1 + g) * behind / ring * change)).epsilon(1e-7).margin(crept));
    CHECK(run.summary.audit.relative() < 1e-8);
    CHECK(run.summary.event_instants <= (creeps ? 6 : 3));  // and kinks
  }
  CHECK(jams >= (test::kSanitized ? 1 : 20));
}

/// F = 2 (10 N + F): whatever it is, it is too small. 1 kg at 1 m/s; the pull of 5 N cannot move it afterwards. It is let go at 1 s.
test::WholeRun run_slide(const std::string& components = "", const std::string& connections = "") {
  return test::run_text(test::diagram_text(
      R"("slider": {"type": "translational.mass", "initial": {"v": 1}}, "sensor": {"type": "translational.force_sensor"},
         "more": {"type": "signals.sum"}, "weight": {"type": "signals.step", "parameters": {"offset": 0, "height": 10, "start_time": 1}},
         "share": {"type": "signals.gain", "parameters": {"gain": 1}},
         "pad": {"type": "translational.dry_friction", "parameters": {"normal_force": "signal", "coulomb_coefficient": 2,
                                                                       "static_coefficient": 2.5}},
         "pull": {"type": "translational.force_source", "parameters": {"force": 5}}, "wall": {"type": "translational.ground"})" +
          components,
      R"(["slider.M", "sensor.R", "pull.R"], ["sensor.C", "pad.R"], ["pad.C", "wall.W", "pull.C"], ["sensor.F", "share.u"],
         ["share.y", "more.u1"], ["weight.y", "more.u2"], ["more.y", "pad.Fn"])" +
          connections,
      R"("experiment": {"stop": 2, "interval": 0.1, "rtol": 1e-9})"));
}

TEST_CASE("a slide that its own friction presses on stops at once, and its energy is heat", "[jam]") {
  const test::WholeRun run = run_slide();
  CHECK(run.at("slider.v", 0.95) == Approx(1 + 5 * 0.95));
  CHECK(run.last("slider.v") == 0);
  CHECK(run.last("pad.F") == Approx(5));
  CHECK(run.summary.audit.relative() < 1e-10);
}

TEST_CASE("a slide jams beside a node without mass that a friction at rest holds in balance", "[jam]") {
  // The node has nothing to do with the slide: 20 N act on it, a smooth friction of 10 N cannot hold them, and what rests holds them alone.
  const test::WholeRun run = run_slide(
      R"(, "rests": {"type": "translational.dry_friction", "parameters": {"static_force": 30, "coulomb_force": 30}},
         "source": {"type": "translational.force_source"}, "ramp": {"type": "signals.ramp", "parameters": {"duration": 0.5, "height": 20}},
         "smooth": {"type": "translational.friction",
                    "parameters": {"breakaway_force": 10, "coulomb_force": 10, "viscous_coefficient": 0}})",
      R"(, ["source.R", "smooth.R", "rests.R"], ["source.C", "smooth.C", "rests.C", "wall.W"], ["ramp.y", "source.S"])");
  CHECK(run.at("slider.v", 0.95) == Approx(1 + 5 * 0.95));
  CHECK(run.last("slider.v") == 0);
  CHECK(run.last("pad.F") == Approx(5));
  CHECK(run.last("rests.F") == Approx(20));
}

TEST_CASE("a thread that locks itself stops at once where a chain begins to hold what its nut drives", "[jam]") {
  // The nut alone has inertia: it goes on at v = lead/(2 pi) 1 rad/s, without any force of the thread, until the sprocket of 40 teeth has
  // taken up half the slack of the chain. The least pull is more than the thread lets through: the energy of the nut is its heat.
  const test::WholeRun run = test::run_text(test::diagram_text(
      R"("thread": {"type": "mechanisms.leadscrew"}, "play": {"type": "rotational.backlash", "parameters": {"play": 0.1}, "initial": {"w": 1}},
         "chain": {"type": "mechanisms.chain_drive", "parameters": {"pitch": 0.01, "slack": "2 mm", "teeth_b": 40, "stiffness": 1e3}},
         "nut": {"type": "translational.mass"}, "housing": {"type": "rotational.ground"})",
      R"(["play.C", "chain.A", "housing.W"], ["thread.S", "play.R", "chain.B"], ["thread.N", "nut.M"])",
      R"("experiment": {"stop": 0.016})"));
  const double held_at = 1e-3 / 0.01 * 2 * std::sin(M_PI / 40), v = 0.005 / (2 * M_PI);
  CHECK(run.last("play.phi") == Approx(held_at).epsilon(1e-9));
  CHECK(std::fabs(run.last("play.w")) < 1e-9);
  CHECK(run.summary.audit.dissipated == Approx(v * v / 2).epsilon(1e-9));
}

TEST_CASE("a worm without inertia that is held from the start on stops its wheel at once", "[jam]") {
  // 0.01 kg m^2 at -0.15 rad/s. At the start no torque holds the worm; an instant later the least one does, as the wheel cannot drive it.
  for (const char* const friction : {"smooth", "exact"}) {
    const test::WholeRun run = test::run_text(test::diagram_text(
        R"("gear": {"type": "mechanisms.worm_gear", "parameters": {"lead_angle": "1.57 deg", "friction": ")" + std::string(friction) +
            R"("}}, "wheel": {"type": "rotational.inertia", "initial": {"w": -0.15}}, "motor": {"type": "rotational.torque_source"},
               "ramp": {"type": "signals.ramp", "parameters": {"height": 1e-3}}, "housing": {"type": "rotational.ground"})",
        R"(["gear.G", "wheel.I"], ["gear.W", "motor.R"], ["motor.C", "housing.W"], ["ramp.y", "motor.S"])",
        R"("experiment": {"stop": 1e-3, "interval": 1e-4})"));
    CAPTURE(friction);
    CHECK(run.at("wheel.w", 1e-4) == Approx(0).margin(1e-6));
    CHECK(run.summary.audit.dissipated == Approx(0.01 * 0.15 * 0.15 / 2).epsilon(1e-6));
  }
}

}  // namespace stribeck
