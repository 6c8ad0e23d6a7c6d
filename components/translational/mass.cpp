#include "stribeck/component.hpp"

namespace stribeck::translational {

/// A rigid body that moves along a line.
///     m dv/dt = F
/// F is the sum of all forces that act on it through port M, positive forwards. Weight is not included; add a force source.
/// Newton's second law.
void mass(ComponentBuilder& c) {
  const Port m = c.port("M", "translational", "the body");
  auto mass = c.parameter("mass", 1, "kg", "inertia of the body").above(0);
  const Expression v = c.variable("v", "m/s", "velocity of the body");
  c.relation("velocity", v == m.across());
  c.relation("force balance", mass * der(v) == m.through());
  c.causality(v, preferred_velocity_out);
  c.stores(0.5 * mass * square(v));
}

}  // namespace stribeck::translational
