#include "../friction_family.h"

#include "stribeck/component.hpp"

namespace stribeck::translational {

/// A body on ground with friction by the switch model: near rest an acceleration that brings it to rest takes the place of friction.
///     slips, |v| > eta:  F_f = (F_C + (F_s - F_C) exp(-(v/v_S)^2)) sign(v) + f v; law "coulomb": F_C sign(v) + f v
///     begins to slip, |v| <= eta and |F| > F_s:  F_f = F_s sign(F);   sticks, else:  F_f = F + m v/tau; rest "drifts": F_f = F
/// F is the sum of all forces that act on it through port M, positive forwards; eta is dead_speed, tau rest_time.
/// translational.dry_friction sticks without a band and between any bodies: this is for comparison. Written after accounts of it, not after
/// the paper. Source: Leine, van Campen, de Kraker, van den Steen (1998), Stick-slip vibrations induced by alternate friction models,
/// Nonlinear Dyn. 16, 41-54. Assumes that what acts on the body goes through its port alone.
void switch_mass(ComponentBuilder& c) {
  const bool falls = c.option("law", "stribeck|coulomb", "whether friction falls with speed, or at once to the Coulomb level") == 0;
  const bool settles = c.option("rest", "settles|drifts", "whether what sticks is brought to rest, or drifts on within the band") == 0;
  const Port m = c.port("M", "translational", "the body");
  const Parameter mass = c.parameter("mass", 1, "kg", "inertia of the body").above(0);
  const Parameter coulomb = c.parameter("coulomb_force", 20, "N", "what opposes slip at any speed").at_least(0);
  const Parameter stiction = c.parameter("static_force", 25, "N", "the most that holds without slip").at_least(coulomb);
  const Parameter reference = c.parameter("stribeck_velocity", 0.1, "m/s", "stribeck: speed over which the level falls").above(0);
  const Parameter viscous = c.parameter("viscous_coefficient", 0, "N/(m/s)", "added to it per speed").at_least(0);
  const Parameter band = c.parameter("dead_speed", 1e-4, "m/s", "up to which it may stick").above(0);
  const Parameter settling = c.parameter("rest_time", 1e-2, "s", "settles: over which what sticks comes to rest").above(0);
  const Expression v = c.variable("v", "m/s", "velocity");
  const Expression friction = c.variable("F", "N", "friction of the ground, against the motion");
  const Expression push = m.through();
  const Expression sliding = falls ? partial::stribeck_level(v, coulomb, stiction, reference) : Expression(coulomb);
  const Expression held =
      if_else(push > stiction, stiction, if_else(push < -stiction, -stiction, settles ? push + mass * v / settling : push));
  c.relation("velocity", v == m.across());
  c.relation("friction law", friction == if_else(v > band, sliding, if_else(v < -band, -sliding, held)) + viscous * v);
  c.relation("momentum", mass * der(v) == push - friction);
  c.causality(v, preferred_velocity_out);
  c.stores(0.5 * mass * square(v));
  c.dissipates(friction * v);
}

}  // namespace stribeck::translational
