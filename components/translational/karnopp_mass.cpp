#include "../friction_family.h"

#include "stribeck/component.hpp"

namespace stribeck::translational {

/// A body on ground with friction after Karnopp: at rest while its momentum is within a small band, held there by what acts on it.
///     dp/dt = F - F_f,  v = 0 while |p| <= m v_d, else p/m
///     F_f = F, cut off at -F_s and F_s, in the band;  (F_C + (F_s - F_C) exp(-(v/v_S)^2)) sign(v) + f v outside
/// F is the sum of all forces that act on it through port M, positive forwards, v_d is dead_speed. translational.dry_friction sticks
/// without a band and between any bodies: this is for comparison. The velocity jumps by v_d at the rim of the band; energy is that of p.
/// Source: Karnopp (1985), Computer simulation of stick-slip friction in mechanical dynamic systems, J. Dyn. Syst. Meas. Control 107,
/// 100-103. Assumes that what acts on the body goes through its port alone.
/// Written after accounts of the source from memory, not checked against it.
void karnopp_mass(ComponentBuilder& c) {
  const Port m = c.port("M", "translational", "the body");
  const Parameter mass = c.parameter("mass", 1, "kg", "inertia of the body").above(0);
  const Parameter coulomb = c.parameter("coulomb_force", 20, "N", "what opposes slip at any speed").at_least(0);
  const Parameter stiction = c.parameter("static_force", 25, "N", "the most that holds without slip").at_least(coulomb);
  const Parameter reference = c.parameter("stribeck_velocity", 0.1, "m/s", "speed over which the level falls").above(0);
  const Parameter viscous = c.parameter("viscous_coefficient", 0, "N/(m/s)", "added to it per speed").at_least(0);
  const Parameter band = c.parameter("dead_speed", 1e-3, "m/s", "up to which it counts as at rest").above(0);
  const Expression p = c.variable("p", "kg*m/s", "momentum"), v = c.variable("v", "m/s", "velocity");
  const Expression friction = c.variable("F", "N", "friction of the ground, against the motion");
  const Expression push = m.through(), speed = p / mass;
  const Condition forwards = speed > band, backwards = speed < -band;
  const Expression sliding = partial::stribeck_level(speed, coulomb, stiction, reference);
  const Expression held = min(max(push, -stiction), stiction);
  c.relation("velocity of the port", m.across() == v);
  c.relation("velocity", v == if_else(forwards || backwards, speed, 0));
  c.relation("friction law", friction == if_else(forwards, sliding + viscous * speed, if_else(backwards, viscous * speed - sliding, held)));
  c.relation("momentum", der(p) == push - friction);
  c.causality(v, fixed_velocity_out);
  c.stores(0.5 * square(p) / mass);
  c.dissipates(push * v - speed * (push - friction));
}

}  // namespace stribeck::translational
