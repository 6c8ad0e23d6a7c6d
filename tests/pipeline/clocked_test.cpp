// What samples at one instant: in the order of the data flow, after what jumps there has jumped, on instants that rounding does not part.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "base/text.h"
#include "simulation/integrator.h"
#include "whole_run.h"

namespace stribeck {
namespace {

using test::run_text;
using test::WholeRun;

WholeRun run_parts(const std::string& components, const std::string& connections, const std::string& experiment,
                   const std::string& parameters = "") {
  return run_text(R"({"format": "stribeck/1", "parameters": {)" + parameters + R"(}, "components": {)" + components +
                  R"(}, "connections": [)" + connections + R"(], "experiment": {)" + experiment + "}}");
}

std::string ramp() { return R"("ramp": {"type": "signals.ramp", "parameters": {"height": 10, "duration": "10 s"}})"; }
std::string part(const std::string& name, const std::string& type, const std::string& parameters) {
  return ", \"" + name + R"(": {"type": "signals.)" + type + R"(", "parameters": {)" + parameters + "}}";
}

TEST_CASE("clocked blocks in series pass a sample on within its instant, in whatever order they stand") {
  const std::string period = R"("period": 0.25)";
  const std::string forwards = part("a", "sampler", period) + part("b", "sampler", period) + part("c", "sampler", period);
  const std::string backwards = part("c", "sampler", period) + part("b", "sampler", period) + part("a", "sampler", period);
  for (const std::string& chain : {forwards, backwards}) {
    const WholeRun run = run_parts(
        ramp() + chain + part("z", "unit_delay", period) + part("double", "gain", R"("gain": 2)") + part("last", "sampler", period),
        R"(["ramp.y", "a.u"], ["a.y", "b.u"], ["b.y", "c.u"], ["c.y", "z.u", "double.u"], ["double.y", "last.u"])",
        R"("stop": 2, "interval": 0.1)");
    for (const double t : {0.1, 0.3, 0.6, 0.9, 1.3, 1.9}) {
      CAPTURE(t);
      const double sample = 0.25 * std::floor(t / 0.25);
      CHECK(run.at("a.y", t) == Approx(sample).margin(1e-12));
      CHECK(run.at("c.y", t) == Approx(sample).margin(1e-12));
      CHECK(run.at("last.y", t) == Approx(2 * sample).margin(1e-12));
      CHECK(run.at("z.y", t) == Approx(std::max(sample - 0.25, 0.0)).margin(1e-12));
    }
  }
}

TEST_CASE("a loop through a unit delay counts every sample") {
  const WholeRun run = run_parts(R"("one": {"type": "signals.constant", "parameters": {"value": 1}})" + part("sum", "sum", "") +
                                     part("z", "unit_delay", R"("period": 0.5)"),
                                 R"(["one.y", "sum.u1"], ["z.y", "sum.u2"], ["sum.y", "z.u"])", R"("stop": 2.2, "interval": 0.1)");
  // z[k] = z[k - 1] + 1, z[0] = 0
  for (const double t : {0.2, 0.7, 1.2, 1.7, 2.2}) CHECK(run.at("z.y", t) == Approx(std::floor(t / 0.5)));
}

/// A long chain is more levels than an event has rounds.
TEST_CASE("three hundred samplers in a row are one instant") {
  std::string components = ramp(), connections = R"(["ramp.y", "s0.u"])";
  for (int i = 0; i < 300; ++i) {
    components += part("s" + std::to_string(i), "sampler", R"("period": 1)");
    if (i > 0) connections += ", [\"s" + std::to_string(i - 1) + ".y\", \"s" + std::to_string(i) + ".u\"]";
  }
  const WholeRun run = run_parts(components, connections, R"("stop": 3.5, "interval": 0.5)");
  CHECK(run.last("s299.y") == Approx(3));
}

/// Several rates: a slow block that reads a fast one has the sample of the same instant; between, the last one.
TEST_CASE("clocks of several rates agree where their instants coincide") {
  const WholeRun run =
      run_parts(ramp() + part("slow", "sampler", R"("period": "=3*T")") + part("fast", "sampler", R"("period": "=T")") +
                    part("again", "sampler", R"("period": "=2*T")"),
                R"(["ramp.y", "fast.u"], ["fast.y", "slow.u"], ["slow.y", "again.u"])", R"("stop": 5, "interval": 0.05)", R"("T": "=1/3")");
  for (double t = 0.02; t < 5; t += 0.05) {
    CAPTURE(t);
    const double fast = std::floor(3 * t) / 3, slow = std::floor(t);
    const double again = std::floor(std::floor(3 * t / 2) * 2 / 3);  // what slow was at the last multiple of 2/3
    CHECK(run.at("fast.y", t) == Approx(fast).margin(1e-12));
    CHECK(run.at("slow.y", t) == Approx(slow).margin(1e-12));
    CHECK(run.at("again.y", t) == Approx(again).margin(1e-12));
  }
}

TEST_CASE("what jumps at an instant has jumped when it is sampled, however the periods are rounded") {
  std::mt19937 random(7);
  for (int draw = 0; draw < 40; ++draw) {
    const int numerator = std::uniform_int_distribution<int>(1, 9)(random), denominator = std::uniform_int_distribution<int>(1, 30)(random);
    const double period = static_cast<double>(numerator) / denominator;
    CAPTURE(numerator, denominator);
    // A pulse of twice the period is high in the first half of it, where its even samples are taken.
    const WholeRun run = run_parts(R"("pulse": {"type": "signals.pulse", "parameters": {"period": "=2*T"}})" +
                                       part("s", "sampler", R"("period": "=T")") + part("count", "edge_counter", ""),
                                   R"(["pulse.y", "s.u"], ["s.y", "count.u"])",
                                   R"("stop": ")" + std::to_string(30.5 * period) + R"(", "interval": ")" + std::to_string(period) + "\"",
                                   R"("T": "=)" + std::to_string(numerator) + "/" + std::to_string(denominator) + "\"");
    for (int k = 0; k < 30; ++k) {
      CAPTURE(k);
      CHECK(run.at("s.y", (k + 0.5) * period) == (k % 2 == 0 ? 1 : 0));
    }
    CHECK(run.last("count.y") == 16);  // what is made by events of samples comes after them
  }
}

TEST_CASE("what a sampled signal is at the start has settled") {
  // wrap_angle sets its turns at the start by an event of its own.
  const WholeRun run = run_parts(R"("angle": {"type": "signals.constant", "parameters": {"value": 20}})" + part("wrap", "wrap_angle", "") +
                                     part("s", "sampler", R"("period": 1)"),
                                 R"(["angle.y", "wrap.u"], ["wrap.y", "s.u"])", R"("stop": 0.5, "interval": 0.1)");
  CHECK(run.last("s.y") == Approx(20 - 6 * std::acos(-1)));
  CHECK(run.first("s.y") == Approx(20 - 6 * std::acos(-1)));
}

TEST_CASE("a sampler sees what an event has made at its instant, and what it makes is seen by events") {
  // The clock's pulse triggers a sampler of the ramp; both are sampled again at the same instant.
  const WholeRun run = run_parts(ramp() + part("clock", "pulse", R"("period": 0.5)") + part("held", "triggered_sampler", "") +
                                     part("s", "sampler", R"("period": 0.5)") + part("t", "sampler", R"("period": 0.25)"),
                                 R"(["ramp.y", "held.u"], ["clock.y", "held.trigger"], ["held.y", "s.u"], ["s.y", "t.u"])",
                                 R"("stop": 2.2, "interval": 0.1)");
  for (const double t : {0.6, 1.1, 1.6, 2.1}) {
    CHECK(run.at("held.y", t) == Approx(0.5 * std::floor(t / 0.5)));
    CHECK(run.at("s.y", t) == Approx(0.5 * std::floor(t / 0.5)));
    CHECK(run.at("t.y", t) == Approx(0.5 * std::floor(t / 0.5)));
  }
}

TEST_CASE("clocked blocks that need each other at one instant are an error that names them") {
  try {
    run_parts(R"("a": {"type": "signals.sampler"})" + part("b", "sampler", ""), R"(["a.y", "b.u"], ["b.y", "a.u"])", R"("stop": 1)");
    FAIL("it ran");
  } catch (const Failure& failure) {
    CHECK(describe(failure.diagnostics()[0].code).code == "structure.clocked_loop");
    CHECK(failure.diagnostics()[0].message.find("a, b") != std::string::npos);
  }
}

/// The end of a rod that goes right round has other states seven times in two turns; between two samples, and several times between two
/// steps.
TEST_CASE("every sample is taken where a mechanism changes its states, and delays pass them on") {
  const std::string rod = R"("rod": {"type": "mechanisms.swinging_rod", "parameters": {"length": 9.80665},
                                     "initial": {"x": 0, "y": {"value": -9.80665, "priority": "low"}}},
    "across": {"type": "translational.mass", "parameters": {"mass": 2}, "initial": {"v": 27.737394862892227}},
    "up": {"type": "translational.mass", "parameters": {"mass": 2}}, "earth": {"type": "translational.ground"},
    "weight": {"type": "translational.force_source", "parameters": {"force": -19.6133}}, )";
  const std::string joints = R"(["rod.X", "across.M"], ["rod.Y", "up.M", "weight.R"], ["weight.C", "earth.W"], )";
  for (const char* solver : {"dopri5", "rosenbrock4", "cvode"})
    for (const double period : {0.7, 0.05, 0.012}) {
      const std::string text = std::to_string(period);
      const double late = 0.4 * period;
      const WholeRun run = run_parts(
          rod + ramp() + part("held", "sampler", R"("period": )" + text) + part("count", "unit_delay", R"("period": )" + text) +
              part("one", "constant", R"("value": 1)") + part("sum", "sum", "") +
              part("later", "delay", R"("delay_time": )" + std::to_string(late)),
          joints + R"(["ramp.y", "held.u"], ["one.y", "sum.u1"], ["count.y", "sum.u2"], ["sum.y", "count.u"], ["held.y", "later.u"])",
          R"("stop": 5.2, "interval": 0.01, "rtol": 1e-8, "solver": ")" + std::string(solver) + "\"");
      REQUIRE(run.summary.state_choices >= 7);
      std::size_t compared = 0;
      for (std::size_t row = 0; row < run.times().size(); ++row) {
        const double t = run.times()[row], share = t / period, share_late = std::max(0.0, t - late) / period;
        if (std::fabs(share - std::round(share)) < 1e-6 || std::fabs(share_late - std::round(share_late)) < 1e-6) continue;
        CAPTURE(solver, period, t);
        REQUIRE(run["held.y"][row] == Approx(period * std::floor(share)).margin(1e-12));
        REQUIRE(run["count.y"][row] == Approx(std::floor(share)).margin(1e-12));
        REQUIRE(run["later.y"][row] == Approx(period * std::floor(share_late)).margin(1e-12));
        ++compared;
      }
      CHECK(compared > 300);
    }
}

/// 1 kg on 1 N/m, let go at 1 m: x = cos(t).
const char* const kOscillator = R"("body": {"type": "translational.mass", "initial": {"v": 0}},
    "spring": {"type": "translational.spring", "parameters": {"stiffness": 1}, "initial": {"x": 1}}, "earth": {"type": "translational.ground"},
    "push": {"type": "translational.force_source"}, "place": {"type": "translational.absolute_motion_sensor"})";
const char* const kOscillatorJoints = R"(["body.M", "spring.R", "push.R", "place.R"], ["spring.C", "push.C", "earth.W"])";

/// BDF goes on with its history where a sample changes nothing that the derivatives read; to begin anew takes more than ten steps.
TEST_CASE("instruments that sample a motion leave its steps alone") {
  constexpr double kRtol = 1e-8;
  for (const char* solver : {"cvode", "dopri5", "rosenbrock4"}) {
    const WholeRun run =
        run_parts(std::string(kOscillator) + part("zero", "constant", R"("value": 0)") + part("range", "extrema", R"("period": "10 ms")") +
                      part("held", "sampler", R"("period": "7 ms")") + part("before", "unit_delay", R"("period": "7 ms")"),
                  std::string(kOscillatorJoints) + R"(, ["zero.y", "push.S"], ["place.x", "range.u", "held.u", "before.u"])",
                  R"("stop": 20, "interval": 0.02, "rtol": 1e-8, "atol": 1e-10, "solver": ")" + std::string(solver) + "\"");
    CAPTURE(solver, run.summary.statistics.steps, run.summary.statistics.evaluations);
    if (solver == std::string("cvode")) {
      constexpr int kInstants = 20'000 / 10 + 20'000 / 7 - 20'000 / 70;
      CHECK(run.summary.statistics.restarts < kInstants / 100);  // legs of the run begin anew
      CHECK(run.summary.statistics.steps < 3 * kInstants / 2);
    }
    // Local errors are within the tolerance; those of some thousand steps add up.
    for (std::size_t row = 0; row < run.times().size(); ++row)
      REQUIRE(std::fabs(run["place.x"][row] - std::cos(run.times()[row])) < 30 * kRtol);
    CHECK(run.last("range.low") == Approx(-1).epsilon(1e-4));
  }
}

/// The same body under a force that is sampled a hundred times a second from its speed, so that each method begins anew as often. Between
/// two samples x - F goes round on a circle. Errors of beginnings add up; however many there are, the sum stays within ten tolerances.
TEST_CASE("a sampled force is followed over thousands of beginnings") {
  constexpr double kPeriod_s = 0.01, kGain = -0.02;
  const double c = std::cos(kPeriod_s), s = std::sin(kPeriod_s);
  for (const IntegratorRow& row : integrators()) {
    if (row.fixed_step || row.order < 3) continue;
    for (const double rtol : {1e-4, 1e-6, 1e-8}) {
      const std::string solver(row.name);
      const WholeRun run =
          run_parts(std::string(kOscillator) + part("held", "sampler", R"("period": "10 ms")") +
                        part("push_back", "gain", R"("gain": "-0.02 N*s/m")"),
                    std::string(kOscillatorJoints) + R"(, ["place.v", "held.u"], ["held.y", "push_back.u"], ["push_back.y", "push.S"])",
                    R"("stop": 30, "interval": 0.1, "rtol": )" + number_text(rtol) + R"(, "atol": )" + number_text(rtol / 100) +
                        R"(, "solver": ")" + solver + "\"");
      double x = 1, v = 0;
      for (int k = 1; k <= 3000; ++k) {
        const double force = kGain * v, off = x - force;
        x = force + c * off + s * v;
        v = c * v - s * off;
        CAPTURE(solver, rtol, k);
        if (k % 10 == 0) REQUIRE(std::fabs(run.at("place.x", k * kPeriod_s) - x) < 10 * rtol);
      }
    }
  }
}

/// A step of a microsecond between two samples leaves only rounding of a history of steps of 26 ms: BDF begins anew there.
TEST_CASE("instruments that sample a microsecond apart leave the motion alone") {
  for (const char* solver : {"cvode", "auto", "dopri5"}) {
    const WholeRun run =
        run_parts(std::string(kOscillator) + part("zero", "constant", R"("value": 0)") + part("range", "extrema", R"("period": 0.1)") +
                      part("late", "extrema", R"("period": 0.1, "offset": 1e-6)"),
                  std::string(kOscillatorJoints) + R"(, ["zero.y", "push.S"], ["place.x", "range.u", "late.u"])",
                  R"("stop": 20, "interval": 0.02, "rtol": 1e-8, "atol": 1e-10, "solver": ")" + std::string(solver) + "\"");
    CAPTURE(solver);
    for (std::size_t row = 0; row < run.times().size(); ++row) REQUIRE(std::fabs(run["place.x"][row] - std::cos(run.times()[row])) < 1e-7);
  }
}

/// A spring of 1e6 N/m about 1 m from where it is relaxed: rounding of its force is all that the steps between samples see. Where errors of
/// beginnings are held below it for long, a run takes ever more steps.
TEST_CASE("the work of many beginnings grows with their number alone") {
  const auto steps = [](int seconds) {
    const WholeRun run = run_parts(
        R"("body": {"type": "translational.mass", "initial": {"v": 0}}, "earth": {"type": "translational.ground"},
           "spring": {"type": "translational.spring_damper", "parameters": {"stiffness": 1e6, "damping": 2e3, "natural_length": 1},
                      "initial": {"x": 1}},
           "push": {"type": "translational.force_source"})" +
            part("wave", "sine", R"("amplitude": 1, "frequency": 1)") + part("held", "sampler", R"("period": 0.01)") +
            part("force", "gain", R"("gain": "1 N")"),
        R"(["body.M", "spring.R", "push.R"], ["spring.C", "push.C", "earth.W"], ["wave.y", "held.u"], ["held.y", "force.u"], ["force.y", "push.S"])",
        R"("interval": 0.1, "solver": "cvode", "stop": )" + std::to_string(seconds));
    return run.summary.statistics.steps;
  };
  const std::int64_t early = steps(1), all = steps(6);
  CAPTURE(early, all);
  CHECK(all < 8 * early);
}

}  // namespace
}  // namespace stribeck
