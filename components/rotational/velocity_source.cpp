#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Turns R relative to C at a given angular velocity, whatever torque that takes.
///     w = S
/// T is the torque transmitted from R to C; the source feeds the power -T w into the diagram.
/// Assumes a drive that is strong enough for any load.
/// Source: definition of velocity; the power is force times velocity.
void velocity_source(ComponentBuilder& c) {
  auto [w, T, R, C] = relative_motion(c);
  auto velocity = c.parameter("velocity", 0, "rad/s", "angular velocity of R relative to C while S is left open");
  const Expression S = c.input("S", "rad/s", "angular velocity of R relative to C", velocity);
  c.relation("source law", w == S);
  c.causality(w, fixed_velocity_out);
  c.supplies(-T * w);
}

}  // namespace stribeck::rotational
