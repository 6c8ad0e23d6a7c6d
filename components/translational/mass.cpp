#include "stribeck/component.hpp"

namespace stribeck::translational {

/// A rigid body that moves along a line.
///     m dv/dt = F,  or  m dv/dt = F - m g sin(incline)  with gravity
/// F is the sum of all forces that act on it through port M, positive forwards. With gravity the line rises by `incline`, 90 deg being
/// straight up; the audit counts gravity as a source. Source: Newton's second law.
/// Assumes a mass that does not change, in a frame of reference that does not accelerate.
void mass(ComponentBuilder& c) {
  const bool heavy = c.option("gravity", "none|constant", "whether its weight pulls it down the line") == 1;
  const Port m = c.port("M", "translational", "the body");
  auto mass = c.parameter("mass", 1, "kg", "inertia of the body").above(0);
  const Expression v = c.variable("v", "m/s", "velocity of the body");
  c.relation("velocity", v == m.across());
  c.position_on_request(m, "x", "position of the body");
  c.causality(v, preferred_velocity_out);
  c.stores(0.5 * mass * square(v));
  if (!heavy) return c.relation("force balance", mass * der(v) == m.through());
  auto g = c.parameter("gravity_acceleration", 9.80665, "m/s^2", "gravity only: acceleration of a free fall").at_least(0);
  auto incline = c.parameter("incline", 90, "deg", "gravity only: angle of the line above the horizontal").between(-180, 180);
  const Expression weight = mass * g * sin(incline);
  c.relation("force balance", mass * der(v) == m.through() - weight);
  c.supplies(-weight * v);
}

}  // namespace stribeck::translational
