// Rods, levers, cranks, sensors in a rigid path, sources that prescribe a motion, and nodes without mass.
#include "networks.h"

namespace stribeck {
namespace {

using test::follows;
using test::integrated;
using test::run_network;
using test::State;
using test::WholeRun;

TEST_CASE("two masses on a rod are one, and the rod carries what the second needs") {
  // 3 v' = 6 - 3 v.
  const WholeRun run = run_network("rod");
  CHECK(run.summary.states == 1);
  follows(run, "locomotive.v", [](double t) { return -2 * std::expm1(-t); });
  follows(run, "wagon.v", [](double t) { return -2 * std::expm1(-t); });
  follows(run, "rod.F", [](double t) { return 2 * 2 * std::exp(-t) - 3 * 2 * std::expm1(-t); });
  follows(run, "gauge.x", [](double) { return 0.5; });
  for (const double v : run["gauge.v"]) CHECK(v == 0);
}

TEST_CASE("a lever with three masses has two degrees of freedom") {
  // v_C = (v_A + 3 v_B)/4. With F_C = 4 v_C' + 3 v_C, what the lever must give at C:
  //   1 v_A' = -100 x_A - F_C/4,  2 v_B' = -400 x_B - 3 F_C/4
  // v_C' from both: v_C' = (v_A' + 3 v_B')/4 with F_C written out, so that v_C' (1 + 1/4 + 9/8) = (-100 x_A - 600 x_B - (3/4 + 27/8)
  // v_C)/4.
  const WholeRun run = run_network("lever_three_masses");
  CHECK(run.summary.states == 4);
  const auto v_c = [](const State& x) { return (x[2] + 3 * x[3]) / 4; };
  const auto a_c = [&](const State& x) { return (-100 * x[0] - 600 * x[1] - (0.75 + 3.375) * v_c(x)) / (4 + 1 + 4.5); };
  const auto f_c = [&](const State& x) { return 4 * a_c(x) + 3 * v_c(x); };
  const std::vector<State> states = integrated(run, {0, 0, 1, 0}, [&](const State& x) {
    return State{x[2], x[3], -100 * x[0] - f_c(x) / 4, (-400 * x[1] - 0.75 * f_c(x)) / 2};
  });
  follows(run, "soft.x", states, [](const State& x) { return x[0]; });
  follows(run, "hard.x", states, [](const State& x) { return x[1]; });
  follows(run, "a.v", states, [](const State& x) { return x[2]; });
  follows(run, "b.v", states, [](const State& x) { return x[3]; });
  follows(run, "c.v", states, v_c);
  follows(run, "lever.C.F", states, [&](const State& x) { return -f_c(x); });
  follows(run, "lever.A.F", states, [&](const State& x) { return f_c(x) / 4; });
  follows(run, "lever.B.F", states, [&](const State& x) { return 0.75 * f_c(x); });
}

TEST_CASE("a slider-crank moves by one equation for its angle, through both dead centres") {
  // Lagrange with T = (J + m x'(phi)^2) w^2/2 and the force -10 N on the slider: (J + m x'^2) w' = -(10 + m x'' w^2) x'.
  const WholeRun run = run_network("slider_crank");
  CHECK(run.summary.states == 2);
  const double r = 0.1, l = 0.25, inertia = 0.02, mass = 3;
  const auto reach = [&](double phi) { return std::sqrt(l * l - r * r * std::sin(phi) * std::sin(phi)); };
  const auto x = [&](double phi) { return r * std::cos(phi) + reach(phi); };
  const auto slope = [&](double phi) { return -r * std::sin(phi) - r * r * std::sin(phi) * std::cos(phi) / reach(phi); };
  const auto bend = [&](double phi) {
    const double inner = r * r * std::sin(phi) * std::cos(phi);
    return -r * std::cos(phi) - r * r * std::cos(2 * phi) / reach(phi) - inner * inner / std::pow(reach(phi), 3);
  };
  const auto acceleration = [&](const State& s) {
    return -(10 + mass * bend(s[0]) * s[1] * s[1]) * slope(s[0]) / (inertia + mass * slope(s[0]) * slope(s[0]));
  };
  const std::vector<State> states = integrated(run, {0.3, 20}, [&](const State& s) { return State{s[1], acceleration(s)}; });
  follows(run, "crank.phi", states, [](const State& s) { return s[0]; });
  follows(run, "flywheel.w", states, [](const State& s) { return s[1]; });
  follows(run, "crank.x", states, [&](const State& s) { return x(s[0]); });
  follows(run, "piston.v", states, [&](const State& s) { return slope(s[0]) * s[1]; });
  follows(run, "crank.C.T", states, [&](const State& s) { return -inertia * acceleration(s); });
  follows(run, "crank.S.F", states,
          [&](const State& s) { return -10 - mass * (slope(s[0]) * acceleration(s) + bend(s[0]) * s[1] * s[1]); });
}

TEST_CASE("a torque sensor between a gear and its load tells what the load takes") {
  // J = 0.1 + 0.4/4 = 0.2, k = 20/4 = 5: w = cos(5 t).
  const WholeRun run = run_network("torque_sensor_in_a_shaft");
  CHECK(run.summary.states == 2);
  follows(run, "rotor.w", [](double t) { return std::cos(5 * t); });
  follows(run, "load.w", [](double t) { return std::cos(5 * t) / 2; });
  follows(run, "spring.phi", [](double t) { return std::sin(5 * t) / 10; });
  follows(run, "sensor.T", [](double t) { return (-0.4 * 2.5 + 20 * 0.1) * std::sin(5 * t); });
  follows(run, "gear.S.T", [](double t) { return (-0.4 * 2.5 + 20 * 0.1) / 2 * std::sin(5 * t); });
}

TEST_CASE("a velocity source on a geared inertia supplies the derivative of its signal") {
  // T = (0.8 w' + 0.4 w)/4 for w = 3 sin(pi t); F and T count from R to C, so the source shows the opposite.
  const WholeRun run = run_network("geared_velocity_source");
  CHECK(run.summary.states == 0);
  const auto torque = [](double t) { return (0.8 * 3 * M_PI * std::cos(M_PI * t) + 0.4 * 3 * std::sin(M_PI * t)) / 4; };
  follows(run, "load.w", [](double t) { return 1.5 * std::sin(M_PI * t); });
  follows(run, "drive.T", [&](double t) { return -torque(t); });
  follows(run, "gear.S.T", torque);
  follows(run, "gear.O.T", [&](double t) { return -2 * torque(t); });
}

TEST_CASE("a position source on a geared inertia supplies the second derivative of its signal") {
  // T = (1.6 phi'' + 32 phi)/16 for phi = 0.2 sin(W t).
  const WholeRun run = run_network("geared_position_source");
  const double rate = 2 * M_PI;
  const auto torque = [&](double t) { return (32 - 1.6 * rate * rate) / 16 * 0.2 * std::sin(rate * t); };
  follows(run, "load.w", [&](double t) { return 0.05 * rate * std::cos(rate * t); });
  follows(run, "spring.phi", [&](double t) { return 0.05 * std::sin(rate * t); });
  follows(run, "drive.T", [&](double t) { return -torque(t); });
  follows(run, "gear.O.T", [&](double t) { return -4 * torque(t); });
}

TEST_CASE("a velocity source between two inertias leaves the motion of both together free") {
  // w1 - w2 = s, 2 w1' + 3 w2' = 5: w2' = 1 - 0.4 s'. The source transmits 3 w2' - 5 to the second.
  const WholeRun run = run_network("velocity_source_between");
  CHECK(run.summary.states == 1);
  const double rate = 2 * M_PI;
  follows(run, "first.w", [&](double t) { return 1 + t + 0.6 * std::sin(rate * t); });
  follows(run, "second.w", [&](double t) { return 1 + t - 0.4 * std::sin(rate * t); });
  follows(run, "drive.T", [&](double t) { return 3 * (1 - 0.4 * rate * std::cos(rate * t)) - 5; });
}

TEST_CASE("an actuator between two masses leaves the motion of both together free") {
  // 5 y'' + 180 y = -s'' for the rear y and s = 0.1 + 0.05 sin(W t); y(0) = 0.02, y'(0) = 0.
  const WholeRun run = run_network("position_source_between");
  CHECK(run.summary.states == 2);
  const double rate = 2 * M_PI, scale = 0.01 * rate * rate / (36 - rate * rate);
  const auto y = [&](double t) { return scale * (std::sin(rate * t) - rate / 6 * std::sin(6 * t)) + 0.02 * std::cos(6 * t); };
  const auto v = [&](double t) { return scale * rate * (std::cos(rate * t) - std::cos(6 * t)) - 0.12 * std::sin(6 * t); };
  const auto a = [&](double t) { return 0.01 * rate * rate * std::sin(rate * t) - 36 * y(t); };
  follows(run, "spring.x", y);
  follows(run, "rear.v", v);
  follows(run, "front.v", [&](double t) { return v(t) + 0.05 * rate * std::cos(rate * t); });
  follows(run, "front.M.position", [&](double t) { return y(t) + 0.1 + 0.05 * std::sin(rate * t); });
  follows(run, "actuator.F", [&](double t) { return 4 * a(t) + 180 * y(t); });
}

TEST_CASE("springs in series with nothing between stretch as one") {
  // 1/k = 1/100 + 1/200 + 1/200: 2 x'' = -50 x from x = 0.08.
  const WholeRun run = run_network("springs_in_series");
  CHECK(run.summary.states == 2);
  const auto force = [](double t) { return 4 * std::cos(5 * t); };
  follows(run, "load.v", [](double t) { return -0.4 * std::sin(5 * t); });
  follows(run, "first.x", [&](double t) { return 0.1 + force(t) / 100; });
  follows(run, "second.x", [&](double t) { return 0.2 + force(t) / 200; });
  follows(run, "third.x", [&](double t) { return 0.3 + force(t) / 200; });
  for (const char* spring : {"first.F", "second.F", "third.F"}) follows(run, spring, force);
}

TEST_CASE("a friction beside a massless node is solved at every instant") {
  // 2 v' = -5 u with u from friction(v - u) = 5 u. The left side less the right falls with u (the friction law never falls by more than
  // 1 N s/m), so that halving the interval finds the only u.
  const WholeRun run = run_network("friction_without_mass");
  CHECK(run.summary.states == 1);
  const auto friction = [](double v) {
    const double s = v / (M_SQRT2 * 0.5);
    return std::sqrt(2 * M_E) * (6 - 4) * std::exp(-s * s) * s + 4 * std::tanh(10 * v / 0.5) + 2 * v;
  };
  const auto node = [&](double v) {
    double low = 0, high = v;
    for (int i = 0; i < 100; ++i) {
      const double middle = 0.5 * (low + high);
      (friction(v - middle) > 5 * middle ? low : high) = middle;
    }
    return 0.5 * (low + high);
  };
  const std::vector<State> states = integrated(run, {4}, [&](const State& x) { return State{-2.5 * node(x[0])}; });
  follows(run, "load.v", states, [](const State& x) { return x[0]; });
  follows(run, "damper.v", states, [&](const State& x) { return node(x[0]); });
  follows(run, "rub.F", states, [&](const State& x) { return 5 * node(x[0]); });
  follows(run, "rub.v", states, [&](const State& x) { return x[0] - node(x[0]); });
}

}  // namespace
}  // namespace stribeck
