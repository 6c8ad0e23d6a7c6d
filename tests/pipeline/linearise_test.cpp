// Linear models against the poles, zeros and gains of their characteristic polynomials, computed with forty digits elsewhere.
#include <catch2/catch.hpp>
#include <cmath>
#include <complex>
#include <numbers>

#include "analysis/linear_curves.h"
#include "analysis/linear_model.h"
#include "base/random.h"
#include "stages.h"
#include "whole_run.h"

namespace stribeck {
namespace {

using test::diagram_text;
using Complex = std::complex<double>;

constexpr const char* kRun = R"("experiment": {"stop": "1 s"})";

LinearModel linear(const std::string& text, std::vector<std::string> inputs, std::vector<std::string> outputs, bool at_start = true) {
  RunOptions options;
  options.outputs = std::move(outputs);
  const ModelPtr model = load(test::builtin_registry(), "test.json", options, &text);
  return linearise(*model, {at_start, std::move(inputs)}, options);
}

/// Each to ten digits; one of a pair stands for both.
void check_values(const std::vector<Complex>& found, const std::vector<Complex>& expected) {
  std::vector<Complex> all;
  for (const Complex value : expected) {
    all.push_back(value);
    if (value.imag() != 0) all.push_back(std::conj(value));
  }
  REQUIRE(found.size() == all.size());
  for (const Complex value : all) {
    double nearest = HUGE_VAL;
    for (const Complex other : found) nearest = std::min(nearest, std::abs(other - value));
    CAPTURE(value);
    CHECK(nearest <= 2e-10 * std::max(1.0, std::abs(value)));
  }
}

/// Decibels and degrees.
void check_response(const LinearModel& model, std::size_t output, double frequency_rad_s, double decibels, double degrees) {
  const Complex value = response(model, output, 0, {frequency_rad_s}).front();
  CAPTURE(frequency_rad_s);
  CHECK(20 * std::log10(std::abs(value)) == Approx(decibels).margin(2e-9));
  CHECK(std::arg(value) * 180 / std::numbers::pi == Approx(degrees).margin(2e-9));
}

std::string member(const std::string& name, const std::string& type, const std::string& parameters, const std::string& initial = "") {
  return "\"" + name + "\": {\"type\": \"" + type + "\", \"parameters\": {" + parameters + "}" +
         (initial.empty() ? "" : ", \"initial\": {" + initial + "}") + "}";
}

TEST_CASE("three masses on springs and dampers have complex modes", "[linearise]") {
  const auto link = [](const std::string& name, const std::string& k, const std::string& c) {
    return member(name, "translational.spring_damper", "\"stiffness\": " + k + ", \"damping\": " + c);
  };
  const LinearModel model = linear(
      diagram_text(member("m1", "translational.mass", "\"mass\": 1") + "," + member("m2", "translational.mass", "\"mass\": 2") + "," +
                       member("m3", "translational.mass", "\"mass\": 3") + "," + link("s1", "100", "0.5") + "," + link("s2", "200", "1") +
                       "," + link("s3", "300", "0.2") + "," + member("push", "translational.force_source", "\"force\": 0") + "," +
                       member("wall", "translational.ground", ""),
                   R"(["m1.M", "s1.R", "s2.C", "push.R"], ["m2.M", "s2.R", "s3.C"], ["m3.M", "s3.R"], ["s1.C", "push.C", "wall.W"])", kRun),
      {"push.force"}, {"m3.M.position"});
  CHECK(model.states.size() == 6);
  check_values(poles_of(model.a),
               {{-0.0267925340306, 3.3762928731387}, {-0.2107153555259, 14.149077482291}, {-0.8458254437768, 20.912936269886}});
  const TransferFunction function = transfer_function(model, 0, 0);
  check_values(function.zeros, {-200, -1500});
  CHECK(function.steady.value() == Approx(0.01).epsilon(1e-12));
  check_response(model, 0, 3, -25.9058254340, -3.91438021920);
  check_response(model, 0, 10, -49.5572478740, 178.318853341);
  check_response(model, 0, 25, -73.9052483511, -157.626361271);
}

TEST_CASE("a motor drives a load through a gear and an elastic shaft", "[linearise]") {
  const LinearModel model = linear(
      diagram_text(
          member("motor", "rotational.inertia", "\"inertia\": 0.002") + "," + member("bm", "rotational.damper", "\"damping\": 1e-4") + "," +
              member("gear", "mechanisms.gear_box", "\"ratio\": 20") + "," +
              member("shaft", "rotational.spring_damper", "\"stiffness\": 800, \"damping\": 1.2") + "," +
              member("load", "rotational.inertia", "\"inertia\": 1.5") + "," + member("bl", "rotational.damper", "\"damping\": 0.3") + "," +
              member("drive", "rotational.torque_source", "\"torque\": 0") + "," + member("ground", "rotational.ground", ""),
          R"(["motor.I", "bm.R", "gear.S", "drive.R"], ["gear.O", "shaft.R"], ["shaft.C", "load.I", "bl.R"],
                      ["bm.C", "bl.C", "drive.C", "ground.W"])",
          kRun),
      {"drive.torque"}, {"load.w", "motor.w"});
  CHECK(model.states.size() == 3);  // the angle of all of it is no state
  check_values(poles_of(model.a), {-0.14782657913027, {-1.201086710435, 39.139310404861}});
  const TransferFunction to_load = transfer_function(model, 0, 0), to_motor = transfer_function(model, 1, 0);
  check_values(to_load.zeros, {-666.6666666667});
  CHECK(to_load.steady.value() == Approx(58.823529411765).epsilon(1e-12));
  // k/d s + ... over s^3: the gain is that of (s + 666.67).
  CHECK(to_load.gain == Approx(20.0).epsilon(1e-12));
  check_values(to_motor.zeros, {{-0.5, 23.088597474}});
  CHECK(to_motor.steady.value() == Approx(1176.4705882353).epsilon(1e-12));
  check_response(model, 0, 1, 18.6978548306, -81.5949374345);
  check_response(model, 0, 28, -3.96514608257, -92.4217105997);
  check_response(model, 0, 200, -54.8499322165, 107.457159580);
  check_response(model, 1, 22, 1.35204354761, -68.4639034070);
}

std::string bristles(double v0, double z, double speed, bool steady) {
  return diagram_text(member("m", "translational.mass", "\"mass\": 1", "\"v\": " + std::to_string(v0)) + "," +
                          member("f", "translational.lugre_friction",
                                 "\"coulomb_force\": 1, \"static_force\": 1.5, \"stribeck_velocity\": 0.001, \"bristle_stiffness\": 1e5, "
                                 "\"bristle_damping\": 316.22776601683796, \"viscous_coefficient\": 0.4",
                                 steady ? "" : "\"z\": " + std::to_string(z)) +
                          "," + member("k", "translational.spring", "\"stiffness\": 2", steady ? "" : "\"x\": 0") + "," +
                          member("pull", "translational.velocity_source", "\"velocity\": " + std::to_string(speed)) + "," +
                          member("floor", "translational.ground", ""),
                      R"(["m.M", "f.R", "k.C"], ["k.R", "pull.R"], ["f.C", "pull.C", "floor.W"])",
                      steady ? R"("experiment": {"stop": "1 s", "steady_state": true})" : kRun);
}

TEST_CASE("bristles before sliding and while they slide", "[linearise]") {
  const LinearModel rest = linear(bristles(0, 0, 0, false), {}, {"m.v"});
  // Deflection and displacement move together: a line of equilibria, whose pole is zero.
  check_values(poles_of(rest.a), {0, {-158.313883008, 273.749364286}});
  check_values(poles_of(linear(bristles(0.002, 0, 0.002, true), {}, {"m.v"}).a), {0.0552911213362, 34.16225212394, -209.8451858568});
  check_values(poles_of(linear(bristles(0.004, 0, 0.004, true), {}, {"m.v"}).a), {{-0.1997749885199, 1.400032339193}, -399.9998581280});
}

TEST_CASE("a mass on a belt slides on the falling branch", "[linearise]") {
  const LinearModel model = linear(
      diagram_text(member("m", "translational.mass", "\"mass\": 1") + "," +
                       member("f", "translational.friction",
                              R"("breakaway_force": 25, "coulomb_force": 20, "breakaway_velocity": 0.1, "viscous_coefficient": 0.1)") +
                       "," + member("s", "translational.spring_damper", "\"stiffness\": 100, \"damping\": 0.5") + "," +
                       member("belt", "translational.velocity_source", "\"velocity\": 0.2") + "," +
                       member("wall", "translational.ground", ""),
                   R"(["m.M", "f.C", "s.R"], ["f.R", "belt.R"], ["s.C", "belt.C", "wall.W"])",
                   R"("experiment": {"stop": "1 s", "steady_state": true})"),
      {"belt.velocity"}, {"m.v", "s.x"});
  CHECK(model.outputs[1].value == Approx(0.22251301601484).epsilon(1e-9));
  check_values(poles_of(model.a), {3.3924691773336, 29.477054844931});
  // The slope of the law over the mass.
  CHECK(model.b(model.states[0].name == "m.v" ? 0 : 1, 0) == Approx(-33.369524022264).epsilon(1e-9));
}

std::string two_masses(double v1) {
  return diagram_text(
      member("m1", "translational.mass", "\"mass\": 3", "\"v\": " + std::to_string(v1)) + "," +
          member("m2", "translational.mass", "\"mass\": 2") + "," + member("k1", "translational.spring", "\"stiffness\": 150", "\"x\": 0") +
          "," + member("k2", "translational.spring_damper", "\"stiffness\": 80, \"damping\": 0.6", "\"x\": 0") + "," +
          member("f", "translational.dry_friction", "\"coulomb_force\": 5, \"static_force\": 6, \"viscous_coefficient\": 0.9") + "," +
          member("push", "translational.force_source", "\"force\": 0") + "," + member("wall", "translational.ground", ""),
      R"(["m1.M", "k1.R", "k2.C", "f.R"], ["m2.M", "k2.R", "push.R"], ["k1.C", "f.C", "push.C", "wall.W"])", kRun);
}

TEST_CASE("what sticks is a constraint, what slips has the slope of its law", "[linearise]") {
  const LinearModel stuck = linear(two_masses(0), {"push.force"}, {"m2.M.position"}),
                    slipping = linear(two_masses(1), {"push.force"}, {"m2.M.position"});
  REQUIRE(stuck.held.size() == 1);
  CHECK(stuck.held[0].name == "f");
  CHECK(stuck.states.size() == 2);
  CHECK(stuck.left.size() == 2);
  check_values(poles_of(stuck.a), {{-0.15, 6.3227762889414}});
  CHECK(transfer_function(stuck, 0, 0).steady.value() == Approx(0.0125).epsilon(1e-12));
  CHECK(slipping.held.empty());
  check_values(poles_of(slipping.a), {{-0.0687266593322, 4.5689422117617}, {-0.3312733406678, 9.7814057840470}});
  CHECK(transfer_function(slipping, 0, 0).steady.value() == Approx(0.01916666666667).epsilon(1e-12));
}

std::string coupled(double w1, double torque) {
  return diagram_text(
      member("j1", "rotational.inertia", "\"inertia\": 0.4", "\"w\": " + std::to_string(w1)) + "," +
          member("j2", "rotational.inertia", "\"inertia\": 0.1", "\"w\": 0") + "," +
          member("j3", "rotational.inertia", "\"inertia\": 2", "\"w\": 0") + "," +
          member("shaft", "rotational.spring_damper", "\"stiffness\": 500, \"damping\": 0.7", "\"phi\": 0") + "," +
          member("b1", "rotational.damper", "\"damping\": 0.02") + "," + member("b3", "rotational.damper", "\"damping\": 0.5") + "," +
          member("clutch", "rotational.clutch",
                 R"("maximum_normal_force": 100, "friction": "table", "speeds": [0, 100], "friction_coefficients": [0.5, 0.42])") +
          "," + member("pressed", "signals.constant", "\"value\": 1") + "," +
          member("drive", "rotational.torque_source", "\"torque\": " + std::to_string(torque)) + "," +
          member("ground", "rotational.ground", ""),
      R"(["j1.I", "b1.R", "clutch.R", "drive.R"], ["clutch.C", "j2.I", "shaft.R"], ["shaft.C", "j3.I", "b3.R"], ["pressed.y", "clutch.S"],
         ["b1.C", "b3.C", "drive.C", "ground.W"])",
      kRun);
}

TEST_CASE("a clutch that sticks makes one body of two; one that slips on a falling law is unstable", "[linearise]") {
  const LinearModel stuck = linear(coupled(0, 1), {"drive.torque"}, {"j3.w"});
  CHECK(stuck.states.size() == 3);
  check_values(poles_of(stuck.a), {-0.2080011744424, {-0.915999412779, 35.34337119134}});
  CHECK(transfer_function(stuck, 0, 0).steady.value() == Approx(1 / 0.52).epsilon(1e-12));
  const LinearModel slips = linear(coupled(30, 0), {"drive.torque"}, {"j3.w"});
  check_values(poles_of(slips.a), {0.1705668942896, -0.2205615441231, {-3.30000267508, 72.38029868608}});
  CHECK(transfer_function(slips, 0, 0).steady.value() == Approx(2.53164556962).epsilon(1e-10));
}

TEST_CASE("of what is stuck to the ground or rests on a stop nothing moves", "[linearise]") {
  const LinearModel stuck = linear(
      diagram_text(member("m", "translational.mass", "\"mass\": 2") + "," +
                       member("f", "translational.dry_friction", "\"coulomb_force\": 5, \"static_force\": 6") + "," +
                       member("s", "translational.spring", "\"stiffness\": 50", "\"x\": \"1 cm\"") + "," +
                       member("push", "translational.force_source", "\"force\": 1") + "," + member("wall", "translational.ground", ""),
                   R"(["m.M", "f.R", "s.R", "push.R"], ["s.C", "f.C", "push.C", "wall.W"])", kRun),
      {"push.force"}, {"m.v"}, false);
  CHECK(stuck.states.empty());
  CHECK(poles_of(stuck.a).empty());
  CHECK(transfer_function(stuck, 0, 0).gain == 0);
  const LinearModel resting = linear(
      diagram_text(member("m", "translational.mass", R"("mass": 2, "gravity": "constant", "incline": "90 deg")") + "," +
                       member("c", "translational.contact", "\"restitution\": 0") + "," +
                       member("s", "translational.spring_damper", "\"stiffness\": 50, \"damping\": 1") + "," +
                       member("push", "translational.force_source", "\"force\": 1") + "," + member("floor", "translational.ground", ""),
                   R"(["m.M", "c.R", "s.R", "push.R"], ["s.C", "c.C", "push.C", "floor.W"])", R"("experiment": {"stop": "5 s"})"),
      {"push.force"}, {"m.v"}, false);
  REQUIRE(resting.held.size() == 1);
  CHECK(resting.held[0].is_contact);
  CHECK(resting.states.empty());
}

std::string pendulum(const std::string& angle, bool sticks) {
  return diagram_text(
      member("p", "rotational.pendulum", R"("mass": 0.5, "length": 0.8, "gravity_acceleration": 9.81, "friction_coefficient": 0)",
             "\"phi\": \"" + angle + "\", \"w\": 0") +
          "," + member("b", "rotational.damper", "\"damping\": 0.04") + "," +
          (sticks ? member("f", "rotational.dry_friction", "\"coulomb_torque\": 0.2, \"static_torque\": 0.3") + "," : "") +
          member("wall", "rotational.ground", ""),
      std::string(R"(["p.I", "b.R")") + (sticks ? R"(, "f.R"], ["b.C", "f.C", "wall.W"])" : R"(], ["b.C", "wall.W"])"), kRun);
}

TEST_CASE("a pendulum hangs, stands and sticks", "[linearise]") {
  check_values(poles_of(linear(pendulum("0 deg", false), {}, {"p.w"}).a), {{-0.0625, 3.5012274633334}});
  check_values(poles_of(linear(pendulum("180 deg", false), {}, {"p.w"}).a), {3.4398429657873, -3.5648429657873});
  for (const char* angle : {"0 deg", "180 deg"}) CHECK(linear(pendulum(angle, true), {}, {"p.w"}).states.empty());
}

LinearModel against_a_stop(const std::string& law, double force) {
  return linear(diagram_text(member("m", "translational.mass", "\"mass\": 2") + "," +
                                 member("s", "translational.spring_damper", "\"stiffness\": 50, \"damping\": 3") + "," +
                                 member("stop", "translational.hard_stop", R"("upper_bound": 0.1, "lower_bound": -1, )" + law) + "," +
                                 member("push", "translational.force_source", "\"force\": " + std::to_string(force)) + "," +
                                 member("wall", "translational.ground", ""),
                             R"(["m.M", "s.R", "stop.R", "push.R"], ["s.C", "stop.C", "push.C", "wall.W"])",
                             R"("experiment": {"stop": "1 s", "steady_state": true})"),
                {}, {"s.x"});
}

TEST_CASE("a mass leans on an elastic stop, stands free of it, or rests on a rigid one", "[linearise]") {
  const std::string elastic = R"("upper_stiffness": 1e6, "upper_damping": 150, "model": )";
  const std::vector<Complex> pressed{{-38.25, 706.08918523087}}, leaving{{-0.75, 707.12406089738}}, open{{-0.75, 4.9434299833213}};
  const LinearModel damped = against_a_stop(elastic + R"("damped_rebound")", 30);
  CHECK(damped.outputs[0].value == Approx(0.100024998750062).epsilon(1e-12));
  check_values(poles_of(damped.a), pressed);
  // At rest this law has another slope to either side: one of them is taken, and that is said.
  const LinearModel undamped = against_a_stop(elastic + R"("undamped_rebound")", 30);
  const std::vector<Complex> poles = poles_of(undamped.a);
  check_values(poles, poles[0].real() < -10 ? pressed : leaving);
  CHECK(undamped.notes.list().size() == 1);
  check_values(poles_of(against_a_stop(elastic + R"("undamped_rebound")", 0).a), open);
  const LinearModel rigid = against_a_stop(R"("model": "restitution", "restitution": 0.5)", 30);
  CHECK(rigid.states.empty());
  REQUIRE(rigid.held.size() == 1);
  CHECK(rigid.held[0].is_contact);
}

/// Masses of 1 kg on a wall and one another, springs of 100 N/m, each with this damping; pushed and seen at the ends of the chain.
LinearModel chain(const std::string& damping, const std::string& seen) {
  const auto link = [&](const std::string& name) {
    return member(name, "translational.spring_damper", "\"stiffness\": 100, \"damping\": " + damping);
  };
  return linear(diagram_text(member("m1", "translational.mass", "\"mass\": 1") + "," + member("m2", "translational.mass", "\"mass\": 1") +
                                 "," + link("s1") + "," + link("s2") + "," + member("push", "translational.force_source", "\"force\": 0") +
                                 "," + member("wall", "translational.ground", ""),
                             R"(["m1.M", "s1.R", "s2.C"], ["m2.M", "s2.R", "push.R"], ["s1.C", "push.C", "wall.W"])", kRun),
                {"push.force"}, {seen + ".M.position"});
}

TEST_CASE("the phase of a response goes on without jumps", "[linearise]") {
  for (const char* damping : {"0", "1e-6", "0.5"}) {
    CAPTURE(damping);
    const LinearModel near = chain(damping, "m2"), far = chain(damping, "m1");
    // Between the two poles of what is pushed and seen at one place there is a zero; of the far mass there is none.
    const FrequencyCurve here = frequency_curve(near, 0, 0, 0.1, 1000), there = frequency_curve(far, 0, 0, 0.1, 1000);
    // Far above all roots the dampers turn by arctan(c w/k), per force that they pass on: at 1000 rad/s with c = 0.5 by 79 degrees.
    const double turn = std::atan(std::stod(damping) * 1000 / 100) * 180 / std::numbers::pi;
    CHECK(here.phases_deg.front() == Approx(0).margin(0.1));
    CHECK(here.phases_deg.back() == Approx(-180).margin(0.1));
    CHECK(there.phases_deg.back() == Approx(-360 + turn).margin(0.1));
    for (const FrequencyCurve& curve : {here, there})
      for (std::size_t k = 0; k < curve.values.size(); ++k) {
        const double turns = (curve.phases_deg[k] - std::arg(curve.values[k]) * 180 / std::numbers::pi) / 360;
        CHECK(turns == Approx(std::round(turns)).margin(1e-9));
      }
    // The other way to the same numbers: one factorisation a frequency. Near a resonance both lose digits as the response grows, far above
    // those of the speeds that the positions are the small ends of.
    const std::vector<Complex> again = response(far, 0, 0, there.frequencies_rad_s);
    for (std::size_t k = 0; k < again.size(); ++k)
      CHECK(std::abs(again[k] - there.values[k]) <= 1e-11 * std::abs(again[k]) * std::max(1.0, std::abs(again[k]) / 0.01) + 1e-17);
  }
}

TEST_CASE("a position loop has the poles of its closed loop", "[linearise]") {
  const LinearModel model = linear(
      diagram_text(member("plant", "rotational.inertia", "\"inertia\": 0.05") + "," + member("b", "rotational.damper", "\"damping\": 0.6") +
                       "," + member("sensor", "rotational.motion_sensor", "") + "," + member("wanted", "signals.constant", "\"value\": 0") +
                       "," + member("error", "signals.feedback", "") + "," + member("p", "signals.gain", "\"gain\": 40") + "," +
                       member("i", "signals.integrator", "\"gain\": 60") + "," + member("sum", "signals.sum", "") + "," +
                       member("drive", "rotational.torque_source", "") + "," + member("ground", "rotational.ground", ""),
                   R"(["plant.I", "b.R", "sensor.R", "drive.R"], ["b.C", "sensor.C", "drive.C", "ground.W"], ["wanted.y", "error.u1"],
                      ["sensor.phi", "error.u2"], ["error.y", "p.u", "i.u"], ["p.y", "sum.u1"], ["i.y", "sum.u2"], ["sum.y", "drive.S"])",
                   kRun),
      {"wanted.value"}, {"sensor.phi"});
  check_values(poles_of(model.a), {-1.53066107290, {-5.23466946355, 27.5058762095}});
  CHECK(transfer_function(model, 0, 0).steady.value() == Approx(1).epsilon(1e-12));
}

TEST_CASE("poles that are exact are told exactly", "[linearise]") {
  const LinearModel model = linear(
      diagram_text(member("m", "translational.mass", "\"mass\": 2") + "," + member("push", "translational.force_source", "\"force\": 0") +
                       "," + member("wall", "translational.ground", ""),
                   R"(["m.M", "push.R"], ["push.C", "wall.W"])", kRun),
      {"push.force"}, {"m.M.position"});
  for (const Complex pole : poles_of(model.a)) CHECK(pole == Complex(0));
  CHECK_FALSE(transfer_function(model, 0, 0).steady.has_value());
  CHECK(transfer_function(model, 0, 0).gain == 0.5);
}

TEST_CASE("what a linear model cannot be made of is refused or told", "[linearise]") {
  const std::string text = two_masses(1);
  CHECK(test::error_of([&] { linear(text, {"push.forse"}, {"m1.v"}); }) == "diagram.unknown_parameter");
  CHECK(test::error_of([&] { linear(text, {"push.force"}, {"m1.q"}); }) == "diagram.unknown_variable");
  const std::string root = R"json({"format": "stribeck/1", "definitions": {"root": {"doc": "A force with the root of the speed.",
    "ports": {"A": {"domain": "translational", "doc": "side"}}, "parameters": {"c": {"unit": "N", "value": 1, "doc": "force at v0"},
      "v0": {"unit": "m/s", "value": 1, "doc": "speed"}},
    "equations": {"law": "A.F = c*sqrt(abs(A.v)/v0)*sign(A.v)"}}},
    "components": {"m": {"type": "translational.mass", "parameters": {"mass": 1}, "initial": {"v": 0}}, "r": {"type": "root"}},
    "connections": [["m.M", "r.A"]], "experiment": {"stop": "1 s"}})json";
  CHECK(test::error_of([&] { linear(root, {}, {"m.v"}); }) == "run.not_finite");
  const LinearModel slips = linear(coupled(30, 0), {"pressed.value", "drive.torque"}, {"j3.w"});
  CHECK(slips.notes.list().empty());  // both do something while it slips
}

/// Columns by differences of the derivative's own values would be no second route: here each column is the difference of two runs that
/// begin with a state a little off, over a time in which nothing else matters.
TEST_CASE("the matrices are those of differences between runs", "[linearise]") {
  for (int draw = 0; draw < 20; ++draw) {
    const auto number = [&](int i, double low, double high) {
      return low + (high - low) * uniform_random(77.0 + draw, static_cast<double>(i));
    };
    const auto text = [&](double dv, double dx) {
      char buffer[1200];
      std::snprintf(buffer, sizeof buffer,
                    R"({"format": "stribeck/1", "components": {
        "m": {"type": "translational.mass", "parameters": {"mass": %.17g}, "initial": {"v": %.17g}},
        "f": {"type": "translational.friction", "parameters": {"breakaway_force": %.17g, "coulomb_force": %.17g, "breakaway_velocity": 0.1}},
        "k": {"type": "translational.spring", "parameters": {"stiffness": %.17g}, "initial": {"x": %.17g}},
        "belt": {"type": "translational.velocity_source", "parameters": {"velocity": %.17g}}, "wall": {"type": "translational.ground"}},
        "connections": [["m.M", "f.C", "k.R"], ["f.R", "belt.R"], ["k.C", "belt.C", "wall.W"]],
        "experiment": {"stop": 1e-6, "interval": 1e-6, "solver": "dopri5", "rtol": 1e-12, "atol": 1e-14}})",
                    number(0, 0.5, 2), number(1, -0.1, 0.1) + dv, number(2, 20, 30), number(3, 5, 20), number(4, 50, 500),
                    number(5, -0.1, 0.1) + dx, number(6, 0.1, 0.5));
      return std::string(buffer);
    };
    const LinearModel model = linear(text(0, 0), {}, {"m.v", "k.x"});
    REQUIRE(model.states.size() == 2);
    const std::size_t v = model.states[0].name == "m.v" ? 0 : 1;
    const double step = 1e-5, duration_s = 1e-6;
    const auto last = [&](double dv, double dx) {
      return test::run_text(text(dv, dx),
                            [] {
                              RunOptions o;
                              o.outputs = {"m.v"};
                              return o;
                            }())
          .last("m.v");
    };
    // Over a time this short the difference grows by A t of it, but for 1e-3 of that, as the state moves and A with it. Of the difference
    // itself rounding leaves 1e-9, and of what it grows by in 1e-6 s as a rate 1e-3/s.
    const Matrix& a = model.a;
    const auto check_rate = [&](double difference, double before, double expected) {
      CHECK((difference - before) / duration_s == Approx(expected).epsilon(2e-3).margin(5e-3));
    };
    CAPTURE(draw);
    check_rate((last(step, 0) - last(-step, 0)) / (2 * step), 1, a(v, v));
    check_rate((last(0, step) - last(0, -step)) / (2 * step), 0, a(v, 1 - v));
  }
}

}  // namespace
}  // namespace stribeck
