#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Holds R at a given angle relative to C, whatever torque that takes.
///     phi = S,  w = dS/dt
/// S must not jump, and must have a derivative where inertias hang rigidly on it. T is the torque transmitted from R to C; the source
/// feeds the power -T w into the diagram.
/// Assumes a drive that is strong enough for any load.
/// Source: definition of position; the power is force times velocity.
void position_source(ComponentBuilder& c) {
  auto [w, T, R, C] = relative_motion(c);
  auto angle = c.parameter("angle", 0, "rad", "angle of R relative to C while S is left open");
  const Expression S = c.input("S", "rad", "angle of R relative to C", angle);
  c.prescribed_displacement(R, C, "phi", "angle of R relative to C", S);
  c.causality(w, fixed_velocity_out);
  c.supplies(-T * w);
}

}  // namespace stribeck::rotational
