// The rotational stick-slip example with a constant drive against the reference numbers of the same equations, integrated by a
// Runge-Kutta method of order four with steps of 1 us, which agree with those of half the step in all digits given.
#include <catch2/catch.hpp>
#include <cmath>

#include "whole_run.h"

namespace stribeck {
namespace {

std::string stick_slip(const std::string& solver) {
  return test::diagram_text(
      R"("drive": {"type": "rotational.velocity_source", "parameters": {"velocity": 0.2}},
         "friction": {"type": "rotational.friction",
                      "parameters": {"breakaway_torque": 25, "coulomb_torque": 20, "breakaway_velocity": 0.01, "viscous_coefficient": 0.1}},
         "load": {"type": "rotational.inertia", "parameters": {"inertia": 1}, "initial": {"w": 0}},
         "spring": {"type": "rotational.spring", "parameters": {"stiffness": 100}, "initial": {"phi": 0}},
         "damper": {"type": "rotational.damper", "parameters": {"damping": 0.5}},
         "wall": {"type": "rotational.ground"})",
      R"(["drive.R", "friction.R"], ["friction.C", "load.I", "spring.R", "damper.R"], ["drive.C", "spring.C", "damper.C", "wall.W"])",
      R"("experiment": {"stop": 10, "interval": 1e-4, "rtol": 1e-9, "atol": 1e-12, "solver": ")" + solver + R"("})");
}

struct Extremum {
  double time_s, value;
};

/// The maxima of a curve: where its rate crosses zero downwards (linear between rows 1e-4 s apart), and the parabola's height there.
std::vector<Extremum> maxima(const test::WholeRun& run, const std::string& value, const std::string& rate) {
  std::vector<Extremum> found;
  const std::vector<double>&t = run.times(), &y = run[value], &w = run[rate];
  for (std::size_t i = 0; i + 1 < t.size(); ++i) {
    if (!(w[i] > 0 && w[i + 1] <= 0)) continue;
    const double s = w[i] / (w[i] - w[i + 1]) * (t[i + 1] - t[i]);
    found.push_back({t[i] + s, y[i] + 0.5 * w[i] * s});
  }
  return found;
}

TEST_CASE("the stick-slip example has its published extremes and period") {
  for (const char* solver : {"dopri5", "cvode", "auto"}) {
    CAPTURE(solver);
    const test::WholeRun run = test::run_text(stick_slip(solver));
    const std::vector<Extremum> tops = maxima(run, "spring.phi", "load.w");
    REQUIRE(tops.size() > 8);
    CHECK(std::fabs(tops[0].time_s - 1.31369) <= 5e-6);
    CHECK(std::fabs(tops[0].value - 0.256354) <= 5e-7);
    CHECK(std::fabs((tops[8].time_s - tops[4].time_s) / 4 - 0.895767) <= 1.5e-6);  // the last digit is given to one unit
    CHECK(std::fabs(tops[8].value - 0.2563542) <= 1e-7);
    double lowest = 1, slowest = 1;
    for (std::size_t i = 0; i < run.times().size(); ++i) {
      if (run.times()[i] > 2) lowest = std::min(lowest, run["spring.phi"][i]);
      slowest = std::min(slowest, run["load.w"][i]);
    }
    CHECK(std::fabs(lowest - 0.1490987) <= 1e-7);
    CHECK(std::fabs(slowest - -0.536165) <= 1e-6);
  }
}

TEST_CASE("friction sticks beside a force that saturates with what it and a spring transmit") {
  // A force A tanh(u) pulls at one body, where u is what friction and a spring transmit to the other. Both move as one where
  // A tanh(u)/m_1 = u (1/m_1 + 1/m_2), on the branch on which slip ended: tanh(u) is -1 there to rounding. Answers that are taken for
  // proportional to a force of the size of the static level, across the bend, agree with neither sticking nor slip.
  constexpr double kOther = 5.5;  // kg, beside 1 kg
  for (const double most : {10.0, 15.0, 18.0, 21.0, 25.0}) {
    CAPTURE(most);
    const std::string law =
        R"_("law": {"type": "signals.expression", "parameters": {"expression": ")_" + std::to_string(most) + R"_(*tanh(u1)"}})_";
    const test::WholeRun run = test::run_text(test::diagram_text(
        R"("friction": {"type": "translational.dry_friction"}, "spring": {"type": "translational.spring_damper"},
           "body": {"type": "translational.mass", "initial": {"v": -1}}, "other": {"type": "translational.mass", "parameters": {"mass": 5.5}},
           "sensor": {"type": "translational.force_sensor"}, "ground": {"type": "translational.ground"},
           "pull": {"type": "translational.force_source"}, )" +
            law,
        R"(["friction.R", "spring.C", "body.M", "pull.R"], ["friction.C", "spring.R", "sensor.R"], ["sensor.C", "other.M"],
           ["ground.W", "pull.C"], ["sensor.F", "law.u1"], ["law.y", "pull.S"])",
        R"("experiment": {"stop": 0.1, "interval": 0.01})"));
    CHECK(run["friction.v"].front() < 0);
    CHECK(std::fabs(run["friction.v"].back()) <= 1e-12);
    CHECK(std::fabs(run["sensor.F"].back() / (-most * kOther / (1 + kOther)) - 1) <= 1e-6);  // 1 - tanh(8.4) is 1e-7
  }
}

// Beyond the static level of 25 N, but below what opposes slip at the rim of the band, 25 N and 0.847 N of viscous friction, no motion is
// possible: it would be stopped at once.
TEST_CASE("a body after Karnopp rests where its slip would be stopped at the rim of its band, and slips beyond that") {
  const std::string body = GENERATE("mass", "pair");
  const double sign = GENERATE(1, -1);
  const auto pushed_by = [&](double force) {
    const bool is_pair = body == "pair";  // 2 kg on what cannot move
    return test::run_text(test::diagram_text(
        R"("body": {"type": "translational.karnopp_)" + body + R"(", "parameters": {"viscous_coefficient": 847}},
           "push": {"type": "translational.force_source", "parameters": {"force": )" +
            std::to_string(sign * force) + R"(}}, "wall": {"type": "translational.ground"})",
        is_pair ? R"(["body.R", "push.R"], ["push.C", "body.C", "wall.W"])" : R"(["body.M", "push.R"], ["push.C", "wall.W"])",
        R"("experiment": {"stop": 1, "interval": 0.1, "rtol": 1e-9})"));
  };
  INFO(body << " " << sign);
  for (const double force : {24.0, 25.5, 25.84}) {
    const test::WholeRun run = pushed_by(force);
    CHECK(run.last("body.v") == 0);
    CHECK(run.last("body.F") == Approx(sign * force).epsilon(1e-12));
  }
  const test::WholeRun run = pushed_by(26.5);
  const double v = sign * run.last("body.v");
  CHECK(v > 1e-3);
  CHECK(20 + 5 * std::exp(-(v / 0.1) * (v / 0.1)) + 847 * v ==
        Approx(26.5).epsilon(1e-6));  // steady, as 847/s is fast; rtol of the last steps
  // Ten times rtol. The velocity of a pair on a wall jumps at the rim of the band, and that of its mean with it, which has energy.
  if (body == "mass") CHECK(run.summary.audit.relative() < 1e-8);
}

}  // namespace
}  // namespace stribeck
