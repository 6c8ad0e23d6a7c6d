// A thread that locks itself, and whose load drives it on, has no motion with finite forces (Painleve's paradox): it stops at once, and so
// does all that is rigidly tied to it.
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
            thread + R"(", "friction": "exact", "lead": ")" + number_text(lead) + R"( m", "diameter": ")" + number_text(2 * radius) +
            R"( m", "friction_coefficient": )" + number_text(mu) + R"(}},
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
    CHECK(run.last("screw.w") == Approx(way * now).epsilon(1e-7));
    CHECK(run.last("sun.w") == Approx(way * (w_sun + (1 + g) * behind / sun * change)).epsilon(1e-7));
    CHECK(run.last("ring.w") == Approx(way * (w_ring + g * (1 + g) * behind / ring * change)).epsilon(1e-7));
    CHECK(run.summary.audit.relative() < 1e-8);
    CHECK(run.summary.event_instants <= 3);
  }
  CHECK(jams >= (test::kSanitized ? 1 : 20));
}

TEST_CASE("a slide that its own friction presses on stops at once, and its energy is heat", "[jam]") {
  // F = 2 (10 N + F): whatever it is, it is too small. 1 kg at 1 m/s; the pull of 5 N cannot move it afterwards. It is let go at 1 s.
  const std::string text = test::diagram_text(
      R"("slider": {"type": "translational.mass", "initial": {"v": 1}}, "sensor": {"type": "translational.force_sensor"},
         "more": {"type": "signals.sum"}, "weight": {"type": "signals.step", "parameters": {"offset": 0, "height": 10, "start_time": 1}},
         "share": {"type": "signals.gain", "parameters": {"gain": 1}},
         "pad": {"type": "translational.dry_friction", "parameters": {"normal_force": "signal", "coulomb_coefficient": 2,
                                                                       "static_coefficient": 2.5}},
         "pull": {"type": "translational.force_source", "parameters": {"force": 5}}, "wall": {"type": "translational.ground"})",
      R"(["slider.M", "sensor.R", "pull.R"], ["sensor.C", "pad.R"], ["pad.C", "wall.W", "pull.C"], ["sensor.F", "share.u"],
         ["share.y", "more.u1"], ["weight.y", "more.u2"], ["more.y", "pad.Fn"])",
      R"("experiment": {"stop": 2, "interval": 0.1, "rtol": 1e-9})");
  const test::WholeRun run = test::run_text(text);
  CHECK(run.at("slider.v", 0.95) == Approx(1 + 5 * 0.95));
  CHECK(run.last("slider.v") == 0);
  CHECK(run.last("pad.F") == Approx(5));
  CHECK(run.summary.audit.relative() < 1e-10);
}

}  // namespace stribeck
