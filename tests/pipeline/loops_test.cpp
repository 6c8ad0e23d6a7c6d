// Algebraic loops of any size and kind, against closed forms and a second route.
#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "declared.h"
#include "whole_run.h"

namespace stribeck {
namespace {

using test::run_text;
using test::WholeRun;

/// Nodes 1..n without mass in a row, each tied to the next by a damper d and rubbing on the ground by `rub`; node 0 moves at 1 m/s.
std::string ladder(int n, const std::string& rub, const std::string& damping = "2") {
  std::string components = R"("drive": {"type": "translational.velocity_source", "parameters": {"velocity": "1 m/s"}},
                              "wall": {"type": "translational.ground"})";
  std::string connections = R"(["drive.C", "wall.W"], ["drive.R", "d1.R"])";
  for (int k = 1; k <= n; ++k) {
    const std::string i = std::to_string(k), next = std::to_string(k + 1);
    components +=
        ",\n\"d" + i + R"(": {"type": "translational.damper", "parameters": {"damping": )" + damping + "}}, \"g" + i + "\": " + rub;
    connections += ", [\"d" + i + ".C\", \"g" + i + ".R\"" + (k < n ? ", \"d" + next + ".R\"" : "") + "], [\"g" + i + ".C\", \"wall.W\"]";
  }
  return R"({"format": "stribeck/1", "components": {)" + components + "}, \"connections\": [" + connections +
         R"(], "experiment": {"stop": 1, "interval": 1}, "outputs": ["g*.v", "drive.F"]})";
}

/// v(k) = cosh((n + 1/2 - k) m) / cosh((n + 1/2) m), 2 (cosh m - 1) = g / d: the difference equation d (v(k-1) - 2 v(k) + v(k+1)) = g v(k)
/// with v(n+1) = v(n) at the free end; written in falling exponentials.
void require_closed_form(const WholeRun& run, int n, double g) {
  const double m = std::acosh(1 + g / 2 / 2);
  for (int k = 1; k <= n; ++k) {
    const double expected = (std::exp(-k * m) + std::exp((k - 2 * n - 1) * m)) / (1 + std::exp(-(2 * n + 1) * m));
    // Tearing may magnify rounding by kTearingGrowth = 1e4; speeds fall by many powers of ten along the ladder, the largest is 1.
    REQUIRE(run.last("g" + std::to_string(k) + ".v") == Approx(expected).margin(1e-12));
  }
}

TEST_CASE("a ladder of dampers is solved to rounding at any length") {
  // Eliminated from one end without pivoting, 300 links would magnify rounding by 2.6^300.
  for (const int n : {2, 12, 300, 3000}) {
    const WholeRun run = run_text(ladder(n, R"({"type": "translational.damper", "parameters": {"damping": 2}})"));
    require_closed_form(run, n, 2);
  }
}

TEST_CASE("a ladder of dampers has the same speeds in any unit of force") {
  for (const std::string damping : {"2e-12", "2e12"})
    for (const int n : {2, 300}) {
      CAPTURE(damping, n);
      require_closed_form(run_text(ladder(n, R"({"type": "translational.damper", "parameters": {"damping": )" + damping + "}}", damping)),
                          n, 2);
    }
}

TEST_CASE("a ladder of friction laws is solved by Newton's method at any length") {
  // Without Coulomb and static parts the law is linear in value, but not in form.
  for (const int n : {2, 40, 400}) {
    const WholeRun run = run_text(ladder(
        n, R"({"type": "translational.friction", "parameters": {"breakaway_force": 0, "coulomb_force": 0, "viscous_coefficient": 2}})"));
    require_closed_form(run, n, 2);
  }
}

const char* const kCrank = R"({"format": "stribeck/1", "components": {
  "flywheel": {"type": "rotational.inertia", "parameters": {"inertia": 2}, "initial": {FLYWHEEL}},
  "crank": {"type": "mechanisms.slider_crank", "parameters": {"crank_radius": 1, "rod_length": 2.5}, "initial": {CRANK}},
  "piston": {"type": "translational.mass", "parameters": {"mass": 3}, "initial": {PISTON}},
  "pressure": {"type": "translational.force_source", "parameters": {"force": -10}}, "cylinder": {"type": "translational.ground"}},
  "connections": [["flywheel.I", "crank.C"], ["crank.S", "piston.M", "pressure.R"], ["pressure.C", "cylinder.W"]],
  "experiment": {"stop": 3, "interval": 0.01, "rtol": 1e-11, "atol": 1e-13},
  "outputs": ["crank.phi", "crank.x", "piston.v", "crank.S.F"]})";

std::string crank(std::string flywheel, const std::string& angle, const std::string& piston) {
  std::string text = kCrank;
  const auto put = [&](const std::string& name, const std::string& value) { text.replace(text.find(name), name.size(), value); };
  put("{FLYWHEEL}", "{" + flywheel + "}"), put("{CRANK}", "{" + angle + "}"), put("{PISTON}", "{" + piston + "}");
  return text;
}

TEST_CASE("a crank whose slider says where it starts has its angle as state, and goes through its dead centres") {
  const WholeRun by_slider = run_text(crank("", R"("x": 2.5)", R"("v": -0.5)"));
  CHECK(by_slider.summary.states == 2);
  CHECK(by_slider.summary.state_choices == 0);
  // The second route: the same motion from the angle that it began at.
  const double angle = by_slider.first("crank.phi");
  char start[64], speed[64];
  std::snprintf(start, sizeof start, "\"phi\": %.17g", angle);
  const double reach = std::sqrt(6.25 - std::sin(angle) * std::sin(angle));
  std::snprintf(speed, sizeof speed, "\"w\": %.17g", 0.5 / (std::sin(angle) * (1 + std::cos(angle) / reach)));
  const WholeRun by_angle = run_text(crank(speed, start, ""));
  CHECK(by_angle.summary.state_choices == 0);
  for (const char* name : {"crank.phi", "crank.x", "piston.v"})
    for (std::size_t row = 0; row < by_slider.times().size(); ++row)
      REQUIRE(by_slider.at(name, by_slider.times()[row]) == Approx(by_angle.at(name, by_slider.times()[row])).margin(2e-8));
  CHECK(by_slider.summary.audit.relative() < 1e-8);
}

TEST_CASE("two planetary gears side by side hold the same motion once, and share the torque equally") {
  const auto gears = [](const std::string& second, const std::string& at_ring, const std::string& at_carrier, const std::string& at_sun) {
    return R"({"format": "stribeck/1", "components": {
      "push": {"type": "rotational.torque_source", "parameters": {"torque": 4}}, "wall": {"type": "rotational.ground"},
      "sun": {"type": "rotational.inertia", "parameters": {"inertia": 0.5}}, "carrier": {"type": "rotational.inertia", "parameters": {"inertia": 3}},
      "ring": {"type": "rotational.inertia", "parameters": {"inertia": 1}},
      "a": {"type": "mechanisms.planetary_gear", "parameters": {"ring_to_sun_ratio": 2}})" +
           second + R"(},
      "connections": [["push.R", "sun.I", "a.S")" +
           at_sun + R"(], ["push.C", "wall.W"], ["carrier.I", "a.C")" + at_carrier + R"(], ["ring.I", "a.R")" + at_ring +
           R"(]], "experiment": {"stop": 1}, "outputs": ["sun.w", "carrier.w", "ring.w", "a.S.T"]})";
  };
  const WholeRun one = run_text(gears("", "", "", ""));
  const WholeRun two = run_text(gears(R"(, "b": {"type": "mechanisms.planetary_gear", "parameters": {"ring_to_sun_ratio": 2}})",
                                      ", \"b.R\"", ", \"b.C\"", ", \"b.S\""));
  for (const char* name : {"sun.w", "carrier.w", "ring.w"}) CHECK(two.last(name) == Approx(one.last(name)).epsilon(1e-12));
  CHECK(two.last("a.S.T") == Approx(one.last("a.S.T") / 2).epsilon(1e-12));
  REQUIRE(two.summary.notes.size() == 1);
  CHECK(two.summary.notes[0].message.find("not unique") != std::string::npos);
}

TEST_CASE("which of its solutions a loop comes to does not depend on the order of components") {
  // Two frictions in series at 1 rad/s: either of them may slip while the other creeps.
  const std::string parts[] = {R"("drive": {"type": "rotational.velocity_source", "parameters": {"velocity": 1}})",
                               R"("first": {"type": "rotational.friction", "parameters": {"viscous_coefficient": "1 N*m*s/rad"}})",
                               R"("second": {"type": "rotational.friction", "parameters": {"viscous_coefficient": "3 N*m*s/rad"}})",
                               R"("third": {"type": "rotational.friction", "parameters": {"viscous_coefficient": "2 N*m*s/rad"}})",
                               R"("wall": {"type": "rotational.ground"})"};
  std::vector<std::size_t> order{0, 1, 2, 3, 4};
  std::vector<double> found;
  do {
    std::string components;
    for (const std::size_t k : order) components += (components.empty() ? "" : ", ") + parts[k];
    const WholeRun run = run_text(test::diagram_text(
        components, R"(["drive.R", "first.R"], ["first.C", "second.R"], ["second.C", "third.R"], ["drive.C", "third.C", "wall.W"])"));
    const std::vector<double> here{run.last("first.w"), run.last("second.w"), run.last("third.w")};
    if (found.empty()) found = here;
    for (std::size_t k = 0; k < here.size(); ++k) REQUIRE(here[k] == Approx(found[k]).margin(1e-12));
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST_CASE("an unknown whose coefficient passes through zero has no value there, and the run says so") {
  // (0.5 - t) z = 1 + s, s = t.
  const std::string text = R"({"format": "stribeck/1", "definitions": {"part": {"doc": "A part.",
      "inputs": {"u": {"unit": "1", "doc": "coefficient"}}, "parameters": {"rate": {"unit": "1/s", "value": 1, "doc": "rate of s"}},
      "variables": {"s": {"unit": "1", "doc": "state"}, "z": {"unit": "1", "doc": "unknown"}},
      "equations": {"law": "u*z = 1 + s", "state": "der(s) = rate"}}},
    "components": {"u": {"type": "signals.expression", "parameters": {"inputs": 0, "expression": "0.5 - t"}},
                   "p": {"type": "part", "initial": {"s": 0}}},
    "connections": [["u.y", "p.u"]], "experiment": {"stop": STOP, "interval": 0.25}, "outputs": ["p.z"]})";
  const auto until = [&](const std::string& stop) {
    std::string whole = text;
    return whole.replace(whole.find("STOP"), 4, stop);
  };
  CHECK(run_text(until("0.25")).last("p.z") == Approx(5));
  CHECK(test::error_of([&] { run_text(until("1")); }) == "run.no_solution");
}

TEST_CASE("parts at rest in a loop of friction transmit exactly nothing") {
  const test::WholeRun run = test::run_text(test::diagram_text(
      R"("screw": {"type": "mechanisms.leadscrew", "parameters": {"friction": "exact"}}, "nut": {"type": "translational.mass"},
         "rotor": {"type": "rotational.inertia"})",
      R"(["screw.N", "nut.M"], ["screw.S", "rotor.I"])", R"("experiment": {"stop": 1, "interval": 0.1})"));
  for (const char* column : {"screw.W", "screw.T", "screw.flank_force", "screw.friction_force", "nut.v", "rotor.w"})
    for (const double value : run[column]) CHECK(value == 0);
  CHECK(run.summary.notes.empty());
}

namespace long_steps {

std::atomic<bool> is_enough = false;
std::int64_t calls = 0, enough_after = 0;

/// A force that rises in waves so short that a loop with it is followed from wave to wave, until its solution counts as ended. The hundred
/// terms more, of nanonewtons, make each iteration as long as one of a large loop.
void wavy_damper(ComponentBuilder& c) {
  constexpr double kWaves = 1e7;  // rad/(m/s)
  const auto [v, F, r, k] = translational::relative_motion(c);
  const Function law = c.function("law", "N", "force", {{"v", "m/s"}}, [](double at) {
    if (++calls > enough_after) is_enough = true;
    return at + 0.99 * std::sin(kWaves * at) / kWaves;
  });
  law.derivative(0, [](double at) { return 1 + 0.99 * std::cos(kWaves * at); });
  const Expression unit = c.parameter("unit", 1, "m/s", "one metre per second"), force = c.parameter("force", 1e-9, "N", "of one term");
  Expression sum = law(v);
  for (int term = 1; term <= 100; ++term) sum = sum + force * tanh(term * v / unit);
  c.relation("law", F == sum);
  c.dissipates(F * v);
}

struct Outcome {
  std::string code, message;
  std::int64_t calls_since = 0;
  bool is_marked = false;
  Trajectory rows;
};

/// The end of the run is wanted after so many calls of the law.
Outcome run_until(std::int64_t after) {
  const std::string text = R"({"format": "stribeck/1", "components": {
      "wall": {"type": "translational.ground"}, "source": {"type": "translational.velocity_source"},
      "signal": {"type": "signals.sine", "parameters": {"amplitude": 1, "frequency": "1 Hz"}},
      "wavy": {"type": "test.wavy"}, "damper": {"type": "translational.damper", "parameters": {"damping": "0.01 N*s/m"}},
      "body": {"type": "translational.mass", "initial": {"v": "1 m/s"}}, "spring": {"type": "translational.spring"}},
    "connections": [["signal.y", "source.S"], ["source.C", "damper.C", "spring.C", "wall.W"], ["source.R", "wavy.R"],
                    ["wavy.C", "damper.R"], ["body.M", "spring.R"]],
    "experiment": {"stop": "1 s", "interval": "1 ms", "solver": "dopri5"}})";
  Registry registry;
  add_builtin_components(registry);
  registry.add("test.wavy", test::run_declaration<wavy_damper>, "a wavy damper", "wavy.cpp");
  is_enough = false, calls = 0, enough_after = after;
  RunOptions options;
  options.interrupted = &is_enough;
  Outcome outcome;
  const ModelPtr model = load(registry, "test.json", options, &text);
  try {
    outcome.is_marked = run(*model, outcome.rows, options).interrupted;
  } catch (const Failure& failure) {
    outcome.code = describe(failure.diagnostics().front().code).code;
    outcome.message = failure.diagnostics().front().message;
  }
  outcome.calls_since = calls - after;
  return outcome;
}

TEST_CASE("a step that takes long is broken off when the end of the run is wanted, a short one is completed") {
  // The search for solutions at the start calls the law 115,000 times; steps call it more and more often, from 1.4 ms on 100,000 times and
  // more.
  const Outcome broken_off = run_until(500'000);
  CHECK(broken_off.code == "run.interrupted");
  const std::string words = "in a step from t = ";
  const std::size_t place = broken_off.message.find(words);
  REQUIRE(place != std::string::npos);
  const double from = std::stod(broken_off.message.substr(place + words.size()));
  CHECK(from > 0.001);
  // The respite, at a few hundred instructions a call; what an evaluation takes beside these makes it no longer.
  CHECK(broken_off.calls_since < 400'000);
  REQUIRE(!broken_off.rows.times_s().empty());
  constexpr double kInterval = 0.001;  // the last row on the grid before the step, and no other
  CHECK(broken_off.rows.times_s().back() <= from);
  CHECK(broken_off.rows.times_s().back() > from - kInterval);
  const Outcome completed = run_until(150'000);
  CHECK(completed.code.empty());
  CHECK(completed.is_marked);
  CHECK(completed.calls_since < 10'000);
}

}  // namespace long_steps

}  // namespace
}  // namespace stribeck
