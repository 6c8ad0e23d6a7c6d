#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Measures the acceleration of R relative to C without any force on either.
///     a = dv/dt,  v = v_R - v_C
/// Assumes a sensor without inertia, and a motion whose velocity does not jump (at an impact it shows nothing of it).
/// Source: definition of acceleration.
void acceleration_sensor(ComponentBuilder& c) {
  const Port R = c.port("R", "translational", "what is measured");
  const Port C = c.port("C", "translational", "what it is measured from");
  const Expression v = c.variable("v", "m/s", "velocity of R relative to C");
  const Expression a = c.output("a", "m/s^2", "acceleration of R relative to C");
  c.relation("velocity", v == R.across() - C.across());
  c.relation("acceleration", a == der(v));
  c.relation("no force on R", R.through() == 0);
  c.relation("no force on C", C.through() == 0);
}

}  // namespace stribeck::translational
