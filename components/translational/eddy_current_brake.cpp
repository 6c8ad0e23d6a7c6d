#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Brake by eddy currents in a conductor that passes a magnet: strongest at one speed, weaker beyond it, without force at rest.
///     F = 2 F_n s/(1 + s^2),  s = v/v_n
/// F is transmitted from R to C and never exceeds F_n. Kloss's formula, as for the slip of an induction motor.
/// Assumes one temperature of the conductor.
/// Source: Kloss's formula; Modelica Standard Library 4.1, Rotational.Sources.EddyCurrentTorque, has the same law.
void eddy_current_brake(ComponentBuilder& c) {
  auto [v, F, R, C] = relative_motion(c);
  auto F_n = c.parameter("peak_force", 100, "N", "greatest force").at_least(0);
  auto v_n = c.parameter("peak_velocity", 10, "m/s", "speed at which it is reached").above(0);
  const Expression s = v / v_n;
  c.relation("Kloss's formula", F == 2 * F_n * s / (1 + square(s)));
  c.causality(F, fixed_force_out);
  c.dissipates(F * v);
}

}  // namespace stribeck::translational
