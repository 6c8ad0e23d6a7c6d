#pragma once
// What electric motors share: the shaft between rotor and stator, and a winding that grows warm.
#include "machines/temperature.h"

namespace stribeck::partial {

/// A rotor R in a stator C. The motor's own relation determines `torque`.
struct ElectricMachine {
  Expression velocity, torque;
  Expression stored;  ///< energy of the rotor
  Port rotor, stator;
};

inline ElectricMachine electric_machine(ComponentBuilder& c) {
  const bool has_inertia = c.option<bool>("rotor", {{"massless", false}, {"inertia", true}}, "whether the rotor has an inertia of its own");
  const Port R = c.port("R", "rotational", "rotor");
  const Port C = c.port("C", "rotational", "stator");
  const Expression w = c.variable("w", "rad/s", "angular velocity of the rotor relative to the stator");
  const Expression torque = c.variable("torque", "N*m", "torque of the field, turns the rotor forwards and the stator backwards");
  c.relation("relative velocity", w == R.across() - C.across());
  c.relation("torque on the stator", C.through() == torque);
  Expression stored = 0;
  if (has_inertia) {
    auto J = c.parameter("rotor_inertia", 1e-4, "kg*m^2", "of the rotor").above(0);
    const Expression w_R = c.hidden_variable("rotor_w", "rad/s", "angular velocity of the rotor");
    c.relation("velocity of the rotor", w_R == R.across());
    c.relation("torque balance of the rotor", J * der(w_R) == torque + R.through());
    stored = 0.5 * J * square(w_R);
  } else {
    c.relation("torque on the rotor", R.through() == -torque);
  }
  return {w, torque, stored, R, C};
}

/// A resistance that follows the temperature of its copper.
struct WindingResistance {
  Expression given, actual;  ///< at the reference temperature, and as it is
};
inline WindingResistance winding_resistance(ComponentBuilder& c, const Text& name, const Text& doc) {
  const Parameter given = c.parameter(name, 1, "ohm", doc).at_least(0);
  constexpr double kCopper = 0.00393;  // 1/K at 20 degC, the figure of tables
  return {given, given * per_temperature(c, kCopper, "of the winding")};
}

}  // namespace stribeck::partial
