// Loops that are torn at one unknown, whose coefficient no mode makes zero, are solved when the diagram is compiled.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string_view>
#include <vector>

#include "compiled.h"

namespace stribeck {
namespace {

/// A clutch between two shafts, a block that rubs on the ground.
constexpr const char* kComponents =
    R"("shaft": {"type": "rotational.inertia", "parameters": {"inertia": 2}}, "wheel": {"type": "rotational.inertia", "parameters": {"inertia": 3}},
       "clutch": {"type": "rotational.dry_friction", "parameters": {"static_torque": 5, "coulomb_torque": 4}},
       "motor": {"type": "rotational.torque_source", "parameters": {"torque": 7}}, "frame": {"type": "rotational.ground"},
       "block": {"type": "translational.mass", "parameters": {"mass": 4}},
       "rub": {"type": "translational.dry_friction", "parameters": {"static_force": 3, "coulomb_force": 2}},
       "push": {"type": "translational.force_source", "parameters": {"force": 10}}, "bed": {"type": "translational.ground"})";
constexpr const char* kConnections =
    R"(["motor.R", "shaft.I", "clutch.R"], ["clutch.C", "wheel.I"], ["motor.C", "frame.W"],
       ["push.R", "block.M", "rub.R"], ["push.C", "rub.C", "bed.W"])";

void set_mode(test::Compiled& compiled, std::size_t friction, double stuck, double direction) {
  const FrictionCode& code = compiled.program.frictions[friction];
  compiled.machine.set(code.inputs[static_cast<std::size_t>(ModeInput::stuck)], stuck);
  compiled.machine.set(code.inputs[static_cast<std::size_t>(ModeInput::direction)], direction);
}

TEST_CASE("frictions between inertias and on the ground need no loop, and have the forces that Newton's law gives") {
  test::Compiled compiled(test::diagram_text(kComponents, kConnections));
  CHECK(compiled.program.blocks.empty());
  std::vector<double> x(compiled.sorted.states.size(), 0.0), rates(x.size());
  const auto derivatives = [&] { compiled.machine.derivatives(0, x.data(), rates.data()); };
  const auto rate_of = [&](std::string_view instance, std::string_view variable) {
    const std::size_t i = compiled.instance(instance);
    const std::int32_t v = compiled.flat.first_variable[i] + compiled.diagram.instances[i].record->find_variable(variable);
    const auto& states = compiled.sorted.states;
    return rates[static_cast<std::size_t>(std::find(states.begin(), states.end(), v) - states.begin())];
  };
  const double clutch_ratio = 3.0 / (2.0 + 3.0);  // of the motor's torque, to the wheel
  for (const double direction : {-1.0, 0.0, 1.0}) {
    CAPTURE(direction);
    for (std::size_t f = 0; f < 2; ++f) set_mode(compiled, f, direction == 0 ? 1 : 0, direction);
    derivatives();
    CHECK(compiled.value("clutch", "T") == Approx(direction == 0 ? 7 * clutch_ratio : 4 * direction).epsilon(1e-14));
    CHECK(compiled.value("rub", "F") == Approx(direction == 0 ? 10 : 2 * direction).epsilon(1e-14));
    const double block = rate_of("block", "v"), shaft = rate_of("shaft", "w"), wheel = rate_of("wheel", "w");
    CHECK(4 * block == Approx(10 - compiled.value("rub", "F")).margin(1e-15));
    CHECK(2 * shaft == Approx(7 - compiled.value("clutch", "T")).epsilon(1e-14));
    CHECK(3 * wheel == Approx(compiled.value("clutch", "T")).epsilon(1e-14));
    if (direction == 0) CHECK(block == 0);  // not even by rounding
    if (direction == 0) CHECK(std::fabs(shaft - wheel) <= 1e-15);
  }
}

}  // namespace
}  // namespace stribeck
