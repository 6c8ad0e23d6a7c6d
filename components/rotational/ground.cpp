#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// A housing that never turns: the reference that every rotational network needs. It takes up any torque.
/// Angles of the network are measured from the zero direction; `angle` tells where this housing is.
/// Assumes a support that nothing moves, whatever acts on it.
/// Source: definition of a frame of reference.
void ground(ComponentBuilder& c) {
  const Port w = c.port("W", "rotational", "the housing itself");
  auto angle = c.parameter("angle", 0, "rad", "where the housing is, from the zero direction");
  c.fixed_position(w, "phi", "angle of the ground", angle);
  c.causality(w.across(), fixed_velocity_out);
}

}  // namespace stribeck::rotational
