// Delays in whole runs: by every solver, jumps and kinks at their instants, in loops, behind events.
#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "simulation/integrator.h"
#include "whole_run.h"

namespace stribeck {
namespace {

using test::diagram_text;

/// x' = -x(t - 1 s), x = 1 before: polynomials from second to second.
std::string hale(const std::string& solver) {
  return diagram_text(R"("memory": {"type": "signals.delay", "parameters": {"delay_time": "1 s", "start_value": 1}},
    "back": {"type": "signals.gain", "parameters": {"gain": -1}}, "x": {"type": "signals.integrator", "initial": {"x": 1}})",
                      R"(["x.y", "memory.u"], ["memory.y", "back.u"], ["back.y", "x.u"])",
                      R"("experiment": {"stop": "4 s", "rtol": 1e-8, "atol": 1e-10, "step": "10 ms", "solver": ")" + solver + "\"}");
}

double hale_exact(double t) {
  double sum = 1 - t, factorial = 1;
  for (int k = 2; k <= 4; ++k) {
    factorial *= k;
    sum += (k % 2 == 0 ? 1 : -1) * std::pow(std::max(t - (k - 1), 0.0), k) / factorial;
  }
  return sum;
}

TEST_CASE("every solver integrates a delay equation", "[delay]") {
  for (const IntegratorRow& row : integrators()) {
    INFO(row.name);
    const test::WholeRun run = test::run_text(hale(std::string(row.name)));
    const double within = row.order < 2 ? 0.02 : row.order < 4 ? 1e-4 : 1e-6;
    for (std::size_t i = 0; i < run.times().size(); ++i) REQUIRE(run["x.y"][i] == Approx(hale_exact(run.times()[i])).margin(within));
  }
}

TEST_CASE("an echo jumps exactly when what it repeats did", "[delay]") {
  // y = step(0.25) + y(t - 0.1)/2 = 2 - 2^-k after k echoes
  const test::WholeRun run = test::run_text(diagram_text(
      R"("step": {"type": "signals.step", "parameters": {"start_time": 0.25}}, "sum": {"type": "signals.sum"},
      "half": {"type": "signals.gain", "parameters": {"gain": 0.5}}, "memory": {"type": "signals.delay", "parameters": {"delay_time": 0.1}})",
      R"(["step.y", "sum.u1"], ["half.y", "sum.u2"], ["sum.y", "memory.u"], ["memory.y", "half.u"])",
      R"("experiment": {"stop": 1, "interval": 0.01})"));
  for (std::size_t i = 0; i < run.times().size(); ++i) {
    const double since = (run.times()[i] - 0.25) / 0.1, k = std::floor(since);
    if (std::fabs(since - std::round(since)) < 1e-9) continue;  // both sides of a jump
    REQUIRE(run["sum.y"][i] == Approx(since < 0 ? 0 : 2 - std::pow(2, -k)).margin(1e-12));
  }
}

TEST_CASE("echoes that meet but for rounding are one", "[delay]") {
  // 0.1 + 0.1 + 0.1 is not 0.3: jumps of two chains of delays fall together but for the last digit.
  const test::WholeRun run = test::run_text(diagram_text(
      R"("step": {"type": "signals.step", "parameters": {"start_time": 0.1}}, "sum": {"type": "signals.sum", "parameters": {"inputs": "3"}},
      "a": {"type": "signals.gain", "parameters": {"gain": 0.25}}, "b": {"type": "signals.gain", "parameters": {"gain": 0.25}},
      "short": {"type": "signals.delay", "parameters": {"delay_time": 0.1}}, "long": {"type": "signals.delay", "parameters": {"delay_time": 0.3}})",
      R"(["step.y", "sum.u1"], ["sum.y", "short.u", "long.u"], ["short.y", "a.u"], ["long.y", "b.u"], ["a.y", "sum.u2"], ["b.y", "sum.u3"])",
      R"("experiment": {"stop": 1.05, "interval": 0.05}, "outputs": ["sum.y"])"));
  std::vector<double> exact;
  for (int k = 0; k < 10; ++k)
    exact.push_back(1 + (k > 0 ? exact[static_cast<std::size_t>(k) - 1] / 4 : 0) +
                    (k > 2 ? exact[static_cast<std::size_t>(k) - 3] / 4 : 0));
  CHECK(run.last("sum.y") == Approx(exact.back()).epsilon(1e-12));
}

TEST_CASE("kinks that integration smooths do not go on for ever", "[delay]") {
  const test::WholeRun run = test::run_text(hale("dopri5"));
  CHECK(run.summary.event_instants <= 4);  // the jump of the slope at 0 comes out at 1, its bend at 2 is left to the error control
  CHECK(run.summary.statistics.steps < 200);
}

TEST_CASE("an event on a delayed signal is found where it is", "[delay]") {
  // sin(2 pi (t - 0.3)) passes 0.5 at t = 0.3 + 1/12
  const test::WholeRun run = test::run_text(diagram_text(
      R"("wave": {"type": "signals.sine"}, "late": {"type": "signals.delay", "parameters": {"delay_time": 0.3}},
      "counter": {"type": "signals.edge_counter"}, "x": {"type": "signals.integrator"})",
      R"(["wave.y", "late.u", "x.u"], ["late.y", "counter.u"])", R"("experiment": {"stop": 1, "rtol": 1e-9, "atol": 1e-11})"));
  double found = -1;
  for (const EventRecord& event : run.trajectory.events())
    if (event.label.find("counter") != std::string::npos && found < 0) found = event.time_s;
  CHECK(found == Approx(0.3 + 1.0 / 12).margin(1e-8));
}

TEST_CASE("the second lane agrees", "[delay]") {
  RunOptions options;
  options.verify = true;
  const test::WholeRun run = test::run_text(hale("auto"), options);
  REQUIRE(run.summary.verification.has_value());
}

TEST_CASE("a delay of nothing is refused", "[delay]") {
  CHECK(test::error_of([] {
          test::run_text(
              diagram_text(R"("late": {"type": "signals.delay", "parameters": {"delay_time": 0}}, "one": {"type": "signals.constant"})",
                           R"(["one.y", "late.u"])"));
        }) == "value.out_of_range");
}

}  // namespace
}  // namespace stribeck
