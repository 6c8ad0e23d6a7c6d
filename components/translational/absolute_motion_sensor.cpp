#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Measures how a point moves relative to the world, without any force on it.
///     v = v_R,  x = position of R from the origin, plus the offset
/// A ground somewhere in the network tells where the origin is.
/// Assumes a sensor without inertia that shows everything at once.
/// Source: definition of position and velocity.
void absolute_motion_sensor(ComponentBuilder& c) {
  const Port R = c.port("R", "translational", "what is measured");
  auto offset = c.parameter("offset", 0, "m", "added to the position");
  const Expression v = c.output("v", "m/s", "velocity");
  const Expression x = c.output("x", "m", "position, plus the offset");
  const Expression place = c.position(R, "place", "position from the origin, without the offset");
  c.relation("velocity", v == R.across());
  c.relation("position", x == place + offset);
  c.relation("no force", R.through() == 0);
}

}  // namespace stribeck::translational
