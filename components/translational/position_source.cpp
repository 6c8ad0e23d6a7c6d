#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Holds R at a given position relative to C, whatever force that takes.
///     x = S,  v = dS/dt
/// S must not jump, and must have a derivative where masses hang rigidly on it. F is the force transmitted from R to C; the source
/// feeds the power -F v into the diagram.
/// Assumes a drive that is strong enough for any load.
/// Source: definition of position; the power is force times velocity.
void position_source(ComponentBuilder& c) {
  auto [v, F, R, C] = relative_motion(c);
  auto position = c.parameter("position", 0, "m", "position of R relative to C while S is left open");
  const Expression S = c.input("S", "m", "position of R relative to C", position);
  c.prescribed_displacement(R, C, "x", "position of R relative to C", S);
  c.causality(v, fixed_velocity_out);
  c.supplies(-F * v);
}

}  // namespace stribeck::translational
