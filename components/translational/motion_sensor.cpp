#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Measures velocity and position of R relative to C without any force on either.
///     v = v_R - v_C,  x = x_R - x_C + offset
/// Assumes a sensor without inertia that shows everything at once.
/// Source: definition of relative position and velocity.
void motion_sensor(ComponentBuilder& c) {
  const Port R = c.port("R", "translational", "what is measured");
  const Port C = c.port("C", "translational", "what it is measured from");
  auto offset = c.parameter("offset", 0, "m", "added to the position");
  const Expression v = c.output("v", "m/s", "velocity of R relative to C");
  const Expression x = c.output("x", "m", "position of R relative to C, plus the offset");
  const Expression distance = c.displacement(R, C, "distance", "position of R relative to C, without the offset");
  c.relation("velocity", v == R.across() - C.across());
  c.relation("position", x == distance + offset);
  c.relation("no force on R", R.through() == 0);
  c.relation("no force on C", C.through() == 0);
}

}  // namespace stribeck::translational
