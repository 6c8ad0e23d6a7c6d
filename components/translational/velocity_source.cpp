#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Moves R relative to C at a given velocity, whatever force that takes.
///     v = S
/// F is the force transmitted from R to C; the source feeds the power -F v into the diagram.
/// Assumes a drive that is strong enough for any load.
/// Source: definition of velocity; the power is force times velocity.
void velocity_source(ComponentBuilder& c) {
  auto [v, F, R, C] = relative_motion(c);
  auto velocity = c.parameter("velocity", 0, "m/s", "velocity of R relative to C while S is left open");
  const Expression S = c.input("S", "m/s", "velocity of R relative to C", velocity);
  c.relation("source law", v == S);
  c.causality(v, fixed_velocity_out);
  c.supplies(-F * v);
}

}  // namespace stribeck::translational
