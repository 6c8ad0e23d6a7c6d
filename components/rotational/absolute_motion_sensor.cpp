#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Measures how a point moves relative to the world, without any torque on it.
///     w = w_R,  phi = position of R from the origin, plus the offset
/// A ground somewhere in the network tells where the origin is.
/// Assumes a sensor without inertia that shows everything at once.
/// Source: definition of position and velocity.
void absolute_motion_sensor(ComponentBuilder& c) {
  const Port R = c.port("R", "rotational", "what is measured");
  auto offset = c.parameter("offset", 0, "rad", "added to the angle");
  const Expression w = c.output("w", "rad/s", "angular velocity");
  const Expression phi = c.output("phi", "rad", "angle, plus the offset");
  const Expression place = c.position(R, "place", "angle from the origin, without the offset");
  c.relation("angular velocity", w == R.across());
  c.relation("angle", phi == place + offset);
  c.relation("no torque", R.through() == 0);
}

}  // namespace stribeck::rotational
