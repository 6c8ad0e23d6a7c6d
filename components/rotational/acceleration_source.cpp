#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Turns R relative to C with a given angular acceleration, whatever torque that takes.
///     dw/dt = S
/// The target of w says how it starts. T is the torque transmitted from R to C; the source feeds the power -T w into the diagram.
/// Assumes a drive that is strong enough for any load.
/// Source: definition of acceleration; the power is force times velocity.
void acceleration_source(ComponentBuilder& c) {
  auto [w, T, R, C] = relative_motion(c);
  auto acceleration = c.parameter("acceleration", 0, "rad/s^2", "angular acceleration of R relative to C while S is left open");
  const Expression S = c.input("S", "rad/s^2", "angular acceleration of R relative to C", acceleration);
  c.relation("source law", der(w) == S);
  c.causality(w, fixed_velocity_out);
  c.supplies(-T * w);
}

}  // namespace stribeck::rotational
