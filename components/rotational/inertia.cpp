#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// A rigid body that turns about a fixed axis.
///     J dw/dt = T
/// T is the sum of all torques that act on it through port I, positive forwards.
/// Source: Euler's law for a principal axis.
/// Assumes an inertia that does not change, about an axis whose direction is fixed.
void inertia(ComponentBuilder& c) {
  const Port i = c.port("I", "rotational", "the body");
  auto inertia = c.parameter("inertia", 0.01, "kg*m^2", "moment of inertia about the axis").above(0);
  const Expression w = c.variable("w", "rad/s", "angular velocity of the body");
  c.relation("angular velocity", w == i.across());
  c.relation("torque balance", inertia * der(w) == i.through());
  c.position_on_request(i, "phi", "angle of the body");
  c.causality(w, preferred_velocity_out);
  c.stores(0.5 * inertia * square(w));
}

}  // namespace stribeck::rotational
