#include "machines/electric_machine.h"
#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Direct-current motor with a constant field, of permanent magnets or of a winding of its own.
///     torque = k i,   v = R_theta i + L di/dt + k w,   R_theta = R_a (1 + alpha (theta - theta_0))
///     drive voltage: v = S;  drive current: i = S, and what its change takes of v is left out
/// k is the torque_constant: in SI the voltage that the turning rotor induces, per speed, is the same number. R_theta is the resistance at
/// the temperature theta. L is left out with armature resistive. Without load it turns at v/k; held it gives k v/R_theta; the time
/// constants of winding and rotor are L/R_theta and J R_theta/k^2, if the first is much the shorter one. Its heat is that of the winding,
/// R_theta i^2; electrical_power is what the supply gives, negative while the motor brakes. Connect C to ground; friction of bearings and
/// brushes is a part beside it, such as rotational.friction. Left open, S is the parameter voltage or current.
/// Source: Faraday's law of induction and the force on a current in a field; textbooks of electric drives.
/// Assumes a constant field without saturation, brushes without a voltage of their own, iron without losses, and one temperature.
void dc_motor(ComponentBuilder& c) {
  const bool by_current = c.option<bool>("drive", {{"voltage", false}, {"current", true}}, "what S gives");
  const bool inductive =
      c.option<bool>("armature", {{"inductive", true}, {"resistive", false}}, "whether the current takes time to follow a voltage");
  const partial::ElectricMachine machine = partial::electric_machine(c);
  auto given = by_current ? c.parameter("current", 0, "A", "while S is left open") : c.parameter("voltage", 0, "V", "while S is left open");
  const Expression S = by_current ? c.input("S", "A", "armature current", given) : c.input("S", "V", "voltage at the terminals", given);
  const Expression R = partial::winding_resistance(c, "armature_resistance", "of the armature").actual;
  auto k = c.parameter("torque_constant", 0.1, "N*m/A", "torque per current, and induced voltage per speed").above(0);
  const Expression v = c.variable("v", "V", "voltage at the terminals");
  const Expression i = c.variable("i", "A", "armature current");
  c.relation("drive", (by_current ? i : v) == S);
  c.relation("torque", machine.torque == k * i);
  Expression magnetic = 0, induced = k * machine.velocity;
  if (inductive && !by_current) {
    auto L = c.parameter("armature_inductance", 1e-3, "H", "of the armature").above(0);
    magnetic = 0.5 * L * square(i);
    induced += L * der(i);
  }
  c.relation("armature", v == R * i + induced);
  const Expression power = c.named("electrical_power", "W", "what the supply gives", v * i);
  c.stores(machine.stored + magnetic);
  c.dissipates(R * square(i));
  c.supplies(power);
}

}  // namespace stribeck::rotational
