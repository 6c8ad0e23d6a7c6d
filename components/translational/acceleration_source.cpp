#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Moves R relative to C with a given acceleration, whatever force that takes.
///     dv/dt = S
/// The target of v says how it starts. F is the force transmitted from R to C; the source feeds the power -F v into the diagram.
/// Assumes a drive that is strong enough for any load.
/// Source: definition of acceleration; the power is force times velocity.
void acceleration_source(ComponentBuilder& c) {
  auto [v, F, R, C] = relative_motion(c);
  auto acceleration = c.parameter("acceleration", 0, "m/s^2", "acceleration of R relative to C while S is left open");
  const Expression S = c.input("S", "m/s^2", "acceleration of R relative to C", acceleration);
  c.relation("source law", der(v) == S);
  c.causality(v, fixed_velocity_out);
  c.supplies(-F * v);
}

}  // namespace stribeck::translational
