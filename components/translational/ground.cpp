#include "stribeck/component.hpp"

namespace stribeck::translational {

/// A place that never moves: the reference that every translational network needs. It takes up any force.
/// Positions of the network are measured from the origin; `position` tells where this place is.
/// Assumes a support that nothing moves, whatever acts on it.
/// Source: definition of a frame of reference.
void ground(ComponentBuilder& c) {
  const Port w = c.port("W", "translational", "the place itself");
  auto position = c.parameter("position", 0, "m", "where the place is, from the origin");
  c.fixed_position(w, "x", "position of the ground", position);
  c.causality(w.across(), fixed_velocity_out);
}

}  // namespace stribeck::translational
