#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Measures angular velocity and angle of R relative to C without any torque on either.
///     w = w_R - w_C,  phi = phi_R - phi_C + offset
/// Assumes a sensor without inertia that shows everything at once.
/// Source: definition of relative position and velocity.
void motion_sensor(ComponentBuilder& c) {
  const Port R = c.port("R", "rotational", "what is measured");
  const Port C = c.port("C", "rotational", "what it is measured from");
  auto offset = c.parameter("offset", 0, "rad", "added to the angle");
  const Expression w = c.output("w", "rad/s", "angular velocity of R relative to C");
  const Expression phi = c.output("phi", "rad", "angle of R relative to C, plus the offset");
  const Expression rotation = c.displacement(R, C, "rotation", "angle of R relative to C, without the offset");
  c.relation("angular velocity", w == R.across() - C.across());
  c.relation("angle", phi == rotation + offset);
  c.relation("no torque on R", R.through() == 0);
  c.relation("no torque on C", C.through() == 0);
}

}  // namespace stribeck::rotational
