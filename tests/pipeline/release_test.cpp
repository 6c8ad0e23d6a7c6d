// A body that rests on a rigid stop and rubs leaves it at the instant at which the pull passes what friction holds, whatever holds it
// there.
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "base/text.h"
#include "choices.h"
#include "whole_run.h"

namespace stribeck {
namespace {

/// Between body and frame: `push` is the way in which the stop pushes the body's side.
struct Stop {
  const char* type;
  const char* parameters;
  const char* initial;
  int push;
};
constexpr Stop kStops[] = {
    {"contact", R"("restitution": 0.3)", R"("x": 0)", 1},
    {"contact", R"("release_force": 1e-6)", R"("x": 0)", 1},
    {"hard_stop", R"("lower_bound": 0, "upper_bound": 200, "model": "restitution")", R"("x": 0)", 1},
    {"hard_stop", R"("lower_bound": -200, "upper_bound": 0, "model": "restitution")", R"("x": 0)", -1},
    {"backlash", R"("play": 400)", R"("x": -200)", 1},
    {"backlash", R"("play": 400)", R"("x": 200)", -1},
};

}  // namespace

TEST_CASE("a body leaves a rigid stop when the pull passes the friction beside it", "[release]") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> u(0.2, 3), decade(-2, 2);
  for (int trial = 0; trial < (test::kSanitized ? 28 : 280); ++trial) {
    const Stop& stop = kStops[static_cast<std::size_t>(trial) % std::size(kStops)];
    const bool turned = random() % 2 == 0;  // the stop's ports exchanged
    const double scale = std::pow(10, decade(random)), mass = scale * u(random), kinetic = scale * u(random);
    const double holds = kinetic * (random() % 2 == 0 ? 1 : 1 + 0.5 * u(random));
    const double pressing = scale * u(random), rate = scale * (2 + 4 * u(random));
    // Between one pull and the next the body is pressed on again, so that it leaves from a contact that has carried less and more.
    const double way = (turned ? -1 : 1) * stop.push;
    const std::string body = turned ? "stop.C" : "stop.R", frame = turned ? "stop.R" : "stop.C";
    const std::string text = test::diagram_text(R"("body": {"type": "translational.mass", "parameters": {"mass": )" + number_text(mass) +
                                                    R"(}, "initial": {"v": 0}},
           "rubs": {"type": "translational.dry_friction", "parameters": {"coulomb_force": )" +
                                                    number_text(kinetic) + R"(, "static_force": )" + number_text(holds) + R"(}},
           "stop": {"type": "translational.)" + stop.type +
                                                    R"(", "parameters": {)" + stop.parameters + R"(}, "initial": {)" + stop.initial + R"(}},
           "pull": {"type": "signals.ramp", "parameters": {"duration": 2, "offset": )" +
                                                    number_text(-way * pressing) + R"(, "height": )" + number_text(2 * way * rate) + R"(}},
           "force": {"type": "translational.force_source"}, "frame": {"type": "translational.ground"})",
                                                R"(["pull.y", "force.S"], ["force.R", "body.M", "rubs.R", ")" + body +
                                                    R"("], ["force.C", "frame.W", "rubs.C", ")" + frame + R"("])",
                                                R"("experiment": {"stop": 2, "interval": 0.02, "rtol": 1e-8, "atol": 1e-11})");
    CAPTURE(trial, stop.type, turned, mass, kinetic, holds, pressing, rate);
    const double leaves_s = (pressing + holds) / rate;
    if (leaves_s > 1.9) continue;
    const test::WholeRun run = test::run_text(text);
    // m dv/dt = rate t - pressing - kinetic
    const double since = 2 - leaves_s, push = rate * leaves_s - pressing - kinetic;
    CHECK(run.at("body.v", 0.98 * leaves_s) == 0);
    CHECK(run.last("body.v") == Approx(way * (push * since + rate * since * since / 2) / mass).epsilon(1e-7));
    CHECK(run.summary.event_instants <= 5);  // one of four may be found in two parts, a rounding from one another
    CHECK(run.summary.audit.relative() < 1e-7);
  }
}

TEST_CASE("a body strikes another, however small the release force between them", "[release]") {
  // From rest through a gap of 0.1 m, pushed by 20 N, without restitution: one body of both masses from then on, pushed on.
  for (const char* release : {"1e-9", "1e-15", "1e-18", "1e-30", "1e-100"}) {
    CAPTURE(release);
    const test::WholeRun run = test::run_text(test::diagram_text(
        R"("striker": {"type": "translational.mass", "parameters": {"mass": 0.7}, "initial": {"v": 0}},
           "struck": {"type": "translational.mass", "parameters": {"mass": 1.3}, "initial": {"v": 0}},
           "gap": {"type": "translational.backlash", "parameters": {"play": 0.2, "release_force": )" +
            std::string(release) + R"(}, "initial": {"x": 0}},
           "force": {"type": "translational.force_source", "parameters": {"force": 20}},
           "frame": {"type": "translational.ground"})",
        R"(["force.R", "striker.M", "gap.R"], ["struck.M", "gap.C"], ["force.C", "frame.W"])",
        R"("experiment": {"stop": 0.5, "interval": 0.05, "rtol": 1e-8, "atol": 1e-11})"));
    CHECK(run.last("striker.v") == Approx(20 * 0.5 / 2).epsilon(1e-9));
    CHECK(run.last("struck.v") == Approx(20 * 0.5 / 2).epsilon(1e-9));
  }
}

}  // namespace stribeck
