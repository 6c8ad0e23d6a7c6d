// Signals that are sampled at their own times beside a motion: where the derivatives depend on none that has changed, steps go on beyond a
// sample as if there were none, and a method of several steps keeps its history. Against the plain program, which begins anew at each
// event, and both against a run to tight tolerances. STRIBECK_RANDOM_SAMPLERS asks for more of them.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "choices.h"
#include "whole_run.h"

namespace stribeck {
namespace {

constexpr double kRtol = 1e-8;

/// A body on a spring with friction, which is pushed by signals of time, of its motion, and of samples of these.
std::string any_diagram(Draw& draw, const std::string& solver) {
  const auto number = [&](double from, double to) { return std::to_string(draw.between(from, to)); };
  std::string components = R"("earth": {"type": "translational.ground"}, "push": {"type": "translational.force_source"},
      "body": {"type": "translational.mass", "initial": {"v": 0}}, "place": {"type": "translational.absolute_motion_sensor"},
      "spring": {"type": "translational.spring", "parameters": {"stiffness": )" +
                           number(0.5, 20) + R"(}, "initial": {"x": 1}})";
  const auto add = [&](const std::string& name, const std::string& type, const std::string& parameters) {
    components += ", \"" + name + R"(": {"type": ")" + type + R"(", "parameters": {)" + parameters + "}}";
  };
  if (draw.whole(0, 2) == 0)
    add("rub", "translational.dry_friction", R"("static_force": 0.3, "coulomb_force": 0.2)");
  else
    add("rub", "translational.friction", R"("coulomb_force": 0.1, "breakaway_force": 0.3, "breakaway_velocity": )" + number(0.05, 0.5));
  add("wave", "signals.sine", R"("frequency": )" + number(0.1, 0.6));
  add("x", "signals.gain", R"("gain": "1 1/m")");
  add("v", "signals.gain", R"("gain": "1 s/m")");
  add("force", "signals.gain", R"("gain": "1 N")");
  std::string connections = R"(["body.M", "spring.R", "push.R", "place.R", "rub.R"], ["spring.C", "push.C", "rub.C", "earth.W"],
      ["place.x", "x.u"], ["place.v", "v.u"], ["force.y", "push.S"])";
  std::vector<std::string> known{"wave.y", "x.y", "v.y"};
  const auto any_known = [&] { return known[static_cast<std::size_t>(draw.whole(0, static_cast<int>(known.size()) - 1))]; };
  for (int k = 0; k < 7; ++k) {
    const std::string name = "s" + std::to_string(k);
    const std::string period = R"("period": )" + number(0.02, 0.3);
    const auto connect = [&](const char* input) { connections += ", [\"" + any_known() + "\", \"" + name + "." + input + "\"]"; };
    switch (draw.whole(0, 7)) {
      case 0:
      case 1:
        add(name, "signals.sampler", period);
        break;
      case 2:
        add(name, "signals.unit_delay", period);
        break;
      case 3:
        add(name, "signals.gain", R"("gain": )" + number(-1, 1));
        break;
      case 4:
        add(name, "signals.first_order", R"("time_constant": )" + number(0.05, 1));
        break;
      case 5:
        add(name, "signals.hysteresis", R"("switch_on": 0.1234, "switch_off": -0.0987, "on_value": 0.5, "off_value": -0.5)");
        break;
      case 6:
        add(name, "signals.switch", R"("threshold": 0.2345)");
        connect("u1"), connect("u2"), connect("control");
        known.push_back(name + ".y");
        continue;
      default:
        add(name, "signals.extrema", period);  // nothing reads it
        connect("u");
        continue;
    }
    connect("u");
    known.push_back(name + ".y");
  }
  connections += ", [\"" + any_known() + R"(", "force.u"])";
  return R"({"format": "stribeck/1", "components": {)" + components + R"(}, "connections": [)" + connections +
         R"(], "experiment": {"stop": 6, "interval": 0.05, "rtol": 1e-8, "atol": 1e-10, "solver": ")" + solver + "\"}}";
}

/// The largest difference of a curve from the exact one.
double largest_error(const test::WholeRun& run, const test::WholeRun& exact, const char* curve) {
  double error = 0;
  for (std::size_t row = 0; row < exact.times().size(); ++row)
    error = std::max(error, std::fabs(run.at(curve, exact.times()[row]) - exact[curve][row]));
  return error;
}

TEST_CASE("steps go on beyond samples that change nothing for the motion, and begin anew at all others") {
  const char* const wanted = std::getenv("STRIBECK_RANDOM_SAMPLERS");
  const unsigned count = wanted != nullptr ? static_cast<unsigned>(std::atoi(wanted)) : test::kSanitized ? 5 : 60;
  std::int64_t restarts = 0, restarts_of_plain = 0;
  for (unsigned seed = 1; seed <= count; ++seed) {
    Draw draw(seed);
    const std::string text = any_diagram(draw, seed % 3 == 0 ? "auto" : "cvode");
    RunOptions plainly, reference;
    plainly.plain = true;
    reference.plain = true, reference.solver = "dopri5", reference.rtol = "1e-11", reference.atol = "1e-13";
    INFO("seed " << seed << "\n" << text);
    const test::WholeRun run = test::run_text(text), plain = test::run_text(text, plainly), exact = test::run_text(text, reference);
    restarts += run.summary.statistics.restarts, restarts_of_plain += plain.summary.statistics.restarts;
    for (const char* curve : {"place.x", "place.v"}) {
      INFO(curve);
      // Errors of beginnings add up, of which the plain program has more; where a signal switches, either may be the luckier by some times.
      CHECK(largest_error(run, exact, curve) < 4 * largest_error(plain, exact, curve) + 50 * kRtol);
    }
  }
  CHECK(5 * restarts < 4 * restarts_of_plain);
}

}  // namespace
}  // namespace stribeck
