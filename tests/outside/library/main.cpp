// Runs a diagram with other and other values, and compares with closed forms. Prints what failed; exit status 1 if anything did.
#include <stribeck/stribeck.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

namespace {

int failures = 0;
void expect(bool holds, const std::string& what) {
  if (holds) return;
  ++failures;
  std::cout << "failed: " << what << "\n";
}

/// A flywheel that a damper brakes behind a gear: J dw/dt = -d w/ratio^2.
const char* const kFlywheel = R"({ "format": "stribeck/1",
  "parameters": { "d": "0.2 N*m*s/rad" },
  "components": {
    "wheel": { "type": "rotational.inertia", "parameters": { "inertia": "0.5 kg*m^2" }, "initial": { "w": "3 rad/s" } },
    "gear": { "type": "mechanisms.gear_box", "parameters": { "ratio": 2 } },
    "damper": { "type": "rotational.damper", "parameters": { "damping": "=d" } },
    "wall": { "type": "rotational.ground" } },
  "connections": [["wheel.I", "gear.S"], ["gear.O", "damper.R"], ["damper.C", "wall.W"]],
  "experiment": { "stop": "1 s", "rtol": 1e-9, "atol": 1e-12 }, "outputs": ["wheel.w"] })";

/// Two wheels and a spring between them, one of which a damper brakes; what its swing was measured as is beside it.
const char* const kSwing = R"({ "format": "stribeck/1",
  "components": {
    "left": { "type": "rotational.inertia", "parameters": { "inertia": "2 kg*m^2" }, "initial": { "w": "1 rad/s" } },
    "spring": { "type": "rotational.spring", "parameters": { "stiffness": "30 N*m/rad" }, "initial": { "phi": 0 } },
    "right": { "type": "rotational.inertia", "parameters": { "inertia": "3 kg*m^2" }, "initial": { "w": "1 rad/s" } },
    "damper": { "type": "rotational.damper", "parameters": { "damping": "0.5 N*m*s/rad" } },
    "wall": { "type": "rotational.ground" } },
  "connections": [["left.I", "spring.R"], ["spring.C", "right.I", "damper.R"], ["damper.C", "wall.W"]],
  "experiment": { "stop": "1 s", "rtol": 1e-9, "atol": 1e-12 }, "outputs": ["left.w"] })";

double exact(double d, double J, double t) { return 3 * std::exp(-d * t / (2 * 2 * J)); }

bool near(const stribeck::Curves& curves, double value, double t) { return std::abs(curves.at("wheel.w", t) - value) < 1e-7; }

}  // namespace

int main(int count, char** arguments) {
  using stribeck::Curves;
  using stribeck::Simulation;
  Simulation flywheel = Simulation::from_text(kFlywheel, "flywheel");
  const Curves first = flywheel.run();
  expect(near(first, exact(0.2, 0.5, 1), 1), "the first run");
  expect(first.columns.size() == 1 && first.columns[0].name == "wheel.w" && first.columns[0].unit == "rad/s", "its column");
  expect(first.energy_residual < 1e-8, "its energy");

  expect(near(flywheel.set("d", 0.6).run(), exact(0.6, 0.5, 1), 1), "another damping, in SI");
  expect(near(flywheel.set("wheel.inertia", "1500 g*m^2").run(), exact(0.6, 1.5, 1), 1), "another inertia, with a unit");
  expect(near(flywheel.experiment("stop", "2 s").run(), exact(0.6, 1.5, 2), 2), "for longer");
  expect(flywheel.built() == 1, "values alone need no equations anew");
  expect(near(flywheel.set("d", 0).run(), 3, 2), "without damping");
  flywheel.set("d", 0.2).set("gear.ratio", 4).run();
  expect(flywheel.built() == 3, "no damping, and another ratio, are other networks");

  const char* const controlled = R"({ "format": "stribeck/1", "components": {
    "wheel": { "type": "rotational.inertia", "parameters": { "inertia": "1 kg*m^2" }, "initial": { "w": "1 rad/s" } }, "speed": { "type": "rotational.motion_sensor" },
    "controller": { "type": "signals.gain", "parameters": { "gain": "-2 N*m*s/rad" } }, "drive": { "type": "rotational.torque_source" },
    "wall": { "type": "rotational.ground" } },
    "connections": [["wheel.I", "speed.R", "drive.R"], ["speed.w", "controller.u"], ["controller.y", "drive.S"], ["speed.C", "drive.C", "wall.W"]],
    "experiment": { "stop": "1 s", "rtol": 1e-9, "atol": 1e-12 }, "outputs": ["wheel.w"] })";
  Simulation loop = Simulation::from_text(controlled, "controlled");
  loop.run();
  expect(near(loop.set("controller.gain", "-3 N*m*s/rad").run(), std::exp(-3), 1), "another gain");
  expect(loop.built() == 1, "another gain needs no equations anew");

  try {
    flywheel.set("wheel.inertai", 2).run();
    expect(false, "a misspelt parameter is an error");
  } catch (const stribeck::Error& error) {
    expect(error.code() == "diagram.unknown_parameter", "its code: " + error.code());
    expect(std::string(error.what()).find("did you mean \"inertia\"?") != std::string::npos, error.what());
  }
  expect(near(flywheel.run(), 3 * std::exp(-0.2 * 2 / (4 * 4 * 1.5)), 2), "what was refused is forgotten");
  try {
    first["wheel.v"];
    expect(false, "a column that is not there is an error");
  } catch (const stribeck::Error& error) {
    expect(error.code() == "diagram.unknown_variable", error.what());
  }
  try {
    flywheel.experiment("start", "1 s");
    expect(false, "what an experiment does not have is an error");
  } catch (const stribeck::Error& error) {
    expect(error.code() == "arguments.invalid", error.what());
  }
  try {
    Simulation missing("nowhere.json");
    expect(false, "a missing file is an error");
  } catch (const stribeck::Error& error) {
    expect(error.code() == "file.missing", error.what());
  }
  const auto refused = [](const std::string& what, const auto& work) {
    try {
      work();
      expect(false, what + " is an error");
    } catch (const stribeck::Error& error) {
      expect(error.code() == "arguments.invalid", what + ": " + error.code());
    }
  };
  Simulation moved = Simulation::from_text(kFlywheel, "flywheel");
  Simulation mover = std::move(moved);
  refused("a run of what was moved", [&] { moved.run(); });
  refused("a value of what was moved", [&] { moved.set("d", 1); });
  refused("an experiment of what was moved", [&] { moved.experiment("stop", "1 s"); });
  refused("a count of what was moved", [&] { moved.built(); });
  refused("a null pointer", [&] { mover.set("d", static_cast<const char*>(nullptr)); });
  refused("a time that is no number", [&] { first.at("wheel.w", std::nan("")); });
  Curves none;
  none.columns.push_back({"wheel.w", "rad/s", "", {}});
  refused("a value of no rows", [&] { none.at("wheel.w", 0); });
  mover = std::move(moved);
  refused("what was moved from what was moved", [&] { mover.run(); });

  {  // a flywheel is one pole, -d / (ratio^2 J), and w = 3 exp(-t d / (ratio^2 J))
    Simulation wheel = Simulation::from_text(kFlywheel, "flywheel");
    const stribeck::LinearSystem linear = wheel.linearise({"wheel.I"}, true);
    expect(linear.states.size() >= 1 && linear.outputs.size() == 1 && linear.inputs.size() == 1, "the sizes of a linear model");
    double slowest = 0;
    for (const auto& pole : linear.poles) slowest = std::min(slowest, pole.real());
    expect(std::abs(slowest + 0.1) < 1e-9, "its pole");
    const stribeck::Derivatives by = wheel.sensitivities({"wheel.inertia", "d", "wheel.initial.w"});
    const double w = exact(0.2, 0.5, 1);
    const double expected[] = {w * 0.2 / (4 * 0.5 * 0.5), -w / (4 * 0.5), w / 3};
    for (std::size_t p = 0; p < 3; ++p) expect(std::abs(by.by(0, p) - expected[p]) < 1e-6, "derivative by " + by.parameters[p].name);
    expect(by.undefined.empty(), "smooth motions have derivatives");
    expect(near(wheel.run(), w, 1), "a run after that");
    try {
      wheel.sensitivities({"wheel.mass"});
      expect(false, "a parameter that is not there is an error");
    } catch (const stribeck::Error& error) {
      expect(error.code() == "diagram.unknown_parameter", error.what());
    }
  }
  {  // without the damper: sqrt(k (1/J1 + 1/J2)), and the motion of the whole
    Simulation swing = Simulation::from_text(kSwing, "swing");
    swing.set("damper.damping", 1e-9);
    bool is_found = false;
    for (const stribeck::VibrationMode& mode : swing.modes(true)) {
      double energy = 0;
      for (const auto& [name, share] : mode.energy) energy += share;
      if (mode.pole.imag() < 1) continue;
      is_found =
          std::abs(mode.pole.imag() - std::sqrt(30 * (1 / 2.0 + 1 / 3.0))) < 1e-8 && !mode.shape.empty() && std::abs(energy - 1) < 1e-9;
    }
    expect(is_found, "the frequency of two wheels");
  }
  if (count == 1) {  // the damping that a decay was made with
    std::ofstream data("library_test_decay.csv");
    data << "t,w\n";
    data.precision(17);
    for (int k = 0; k <= 100; ++k) data << 0.01 * k << "," << exact(0.35, 0.5, 0.01 * k) << "\n";
    data.close();
    std::string text = kFlywheel;
    text.replace(text.rfind('}'), 1, R"(, "fit": { "time": { "column": "t", "unit": "s" },
      "compare": { "wheel.w": { "column": "w", "unit": "rad/s", "sigma": "0.01 rad/s" } }, "parameters": { "d": { "from": 0.01, "to": 2 } } } })");
    const stribeck::Fitted fitted = Simulation::from_text(text, "flywheel").fit("library_test_decay.csv");
    expect(fitted.parameters.size() == 1 && std::abs(fitted.parameters[0].value - 0.35) < 1e-5 && fitted.rows == 101, "a fit");
    expect(near(Simulation::from_text(fitted.diagram, "fitted").run(), exact(0.35, 0.5, 1), 1), "the diagram that it gives");
    std::remove("library_test_decay.csv");
  }
  if (count == 1) {  // what a diagram includes is read once
    const char* const part = R"({ "format": "stribeck/1", "definitions": { "brake": { "doc": "A brake.",
      "parameters": { "d": { "value": DAMPING, "unit": "N*m*s/rad", "doc": "damping" } },
      "ports": { "R": { "domain": "rotational", "doc": "rod" }, "C": { "domain": "rotational", "doc": "case" } },
      "variables": { "w": { "unit": "rad/s", "doc": "speed", "value": "R.w - C.w" }, "T": { "unit": "N*m", "doc": "torque" } },
      "equations": ["R.T = T", "C.T = -T", "T = d*w"], "dissipates": "T*w" } } })";
    const auto write = [&](const std::string& damping) {
      std::string text = part;
      text.replace(text.find("DAMPING"), 7, damping);
      std::ofstream("library_test_part.json") << text;
    };
    write("0.2");
    Simulation braked = Simulation::from_text(R"({ "format": "stribeck/1", "include": ["library_test_part.json"],
      "components": { "wheel": { "type": "rotational.inertia", "parameters": { "inertia": 0.5 }, "initial": { "w": 3 } }, "brake": { "type": "brake" },
                      "wall": { "type": "rotational.ground" } },
      "connections": [["wheel.I", "brake.R"], ["brake.C", "wall.W"]],
      "experiment": { "stop": "1 s", "rtol": 1e-9, "atol": 1e-12 }, "outputs": ["wheel.w"] })");
    expect(near(braked.run(), 3 * std::exp(-0.2 / 0.5), 1), "an included brake");
    write("20");
    expect(near(braked.set("wheel.inertia", 1).run(), 3 * std::exp(-0.2 / 1), 1), "whose file changed since");
    std::remove("library_test_part.json");
    expect(near(braked.set("wheel.inertia", 2).run(), 3 * std::exp(-0.2 / 2), 1), "whose file is gone since");
    expect(near(braked.set("wheel.initial.w", 1).run(), std::exp(-0.2 / 2), 1), "another initial value");
  }
  if (count == 1) {  // a library that a diagram names is looked for once
    std::filesystem::create_directory("library_test_own");
    std::ofstream("library_test_own/library.json")
        << R"({ "format": "stribeck/1", "library": { "name": "library_test_own", "version": "1.2" },
      "definitions": { "brake": { "doc": "A brake.", "parameters": { "d": { "value": 0.2, "unit": "N*m*s/rad", "doc": "damping" } },
        "ports": { "R": { "domain": "rotational", "doc": "rod" } }, "equations": ["R.T = d*R.w"], "dissipates": "R.T*R.w" } } })";
    Simulation braked = Simulation::from_text(R"({ "format": "stribeck/1", "libraries": ["library_test_own >= 1.1"],
      "components": { "wheel": { "type": "rotational.inertia", "parameters": { "inertia": 0.5 }, "initial": { "w": 3 } }, "brake": { "type": "brake" } },
      "connections": [["wheel.I", "brake.R"]],
      "experiment": { "stop": "1 s", "rtol": 1e-9, "atol": 1e-12 }, "outputs": ["wheel.w"] })");
    expect(near(braked.run(), 3 * std::exp(-0.2 / 0.5), 1), "a brake of a library");
    std::filesystem::remove_all("library_test_own");
    expect(near(braked.set("brake.d", 0.4).run(), 3 * std::exp(-0.4 / 0.5), 1), "which is gone since");
    expect(braked.built() == 1, "values of a library's types need no equations anew");
  }
  std::vector<Curves> beside(2);  // objects do not know of one another
  std::vector<std::thread> threads;
  for (Curves& curves : beside) threads.emplace_back([&curves] { curves = Simulation::from_text(kFlywheel).set("d", 0.6).run(); });
  for (std::thread& thread : threads) thread.join();
  for (const Curves& curves : beside) expect(near(curves, exact(0.6, 0.5, 1), 1), "two at once");

  for (int i = 1; i < count; ++i) {  // what it has in common with the program: the rows of each diagram
    const Curves curves = Simulation(arguments[i]).run();
    std::cout << arguments[i] << " " << curves.time_s.size() << "\n";
  }
  return failures > 0;
}
