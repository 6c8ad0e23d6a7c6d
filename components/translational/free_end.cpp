#include "stribeck/component.hpp"

namespace stribeck::translational {

/// An end that nothing holds: no force acts on it. An open port is free, too; this one says so, and shows where it is.
///     F = 0
/// Assumes that nothing else is connected to it.
/// Source: definition; balance of forces at a free surface.
void free_end(ComponentBuilder& c) {
  const Port r = c.port("R", "translational", "the end");
  const Expression v = c.variable("v", "m/s", "velocity of the end");
  c.relation("velocity", v == r.across());
  c.relation("no force", r.through() == 0);
}

}  // namespace stribeck::translational
