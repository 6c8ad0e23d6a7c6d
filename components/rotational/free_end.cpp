#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// An end that nothing holds: no torque acts on it. An open port is free, too; this one says so, and shows how it turns.
///     T = 0
/// Assumes that nothing else is connected to it.
/// Source: definition; balance of forces at a free surface.
void free_end(ComponentBuilder& c) {
  const Port r = c.port("R", "rotational", "the end");
  const Expression w = c.variable("w", "rad/s", "angular velocity of the end");
  c.relation("angular velocity", w == r.across());
  c.relation("no torque", r.through() == 0);
}

}  // namespace stribeck::rotational
