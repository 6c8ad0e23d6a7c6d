#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Measures the angular acceleration of R relative to C without any torque on either.
///     a = dw/dt,  w = w_R - w_C
/// Assumes a sensor without inertia, and a motion whose velocity does not jump (at an impact it shows nothing of it).
/// Source: definition of acceleration.
void acceleration_sensor(ComponentBuilder& c) {
  const Port R = c.port("R", "rotational", "what is measured");
  const Port C = c.port("C", "rotational", "what it is measured from");
  const Expression w = c.variable("w", "rad/s", "angular velocity of R relative to C");
  const Expression a = c.output("a", "rad/s^2", "angular acceleration of R relative to C");
  c.relation("angular velocity", w == R.across() - C.across());
  c.relation("angular acceleration", a == der(w));
  c.relation("no torque on R", R.through() == 0);
  c.relation("no torque on C", C.through() == 0);
}

}  // namespace stribeck::rotational
