#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Brake by eddy currents in a disc that turns past a magnet: strongest at one speed, weaker beyond it, without torque at rest.
///     T = 2 T_n s/(1 + s^2),  s = w/w_n
/// T is transmitted from R to C and never exceeds T_n. Kloss's formula, as for the slip of an induction motor.
/// Assumes one temperature of the disc.
/// Source: Kloss's formula; Modelica Standard Library 4.1, Rotational.Sources.EddyCurrentTorque, has the same law.
void eddy_current_brake(ComponentBuilder& c) {
  auto [w, T, R, C] = relative_motion(c);
  auto T_n = c.parameter("peak_torque", 100, "N*m", "greatest torque").at_least(0);
  auto w_n = c.parameter("peak_velocity", 100, "rad/s", "speed at which it is reached").above(0);
  const Expression s = w / w_n;
  c.relation("Kloss's formula", T == 2 * T_n * s / (1 + square(s)));
  c.causality(T, fixed_force_out);
  c.dissipates(T * w);
}

}  // namespace stribeck::rotational
