#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Rigid rod without mass: holds R a given length ahead of C.
///     x_R = x_C + length
/// Drawing: C, then the rod, then R, in the direction in which positions grow; a negative length puts R behind C. F is the force
/// transmitted from R to C, positive when the rod is pushed together from R. Bodies at both ends move as one.
/// Assumes a rod that neither bends nor stretches, along the line of motion.
/// Source: definition of a rigid body.
void rod(ComponentBuilder& c) {
  auto [v, F, R, C] = relative_motion(c);
  auto length = c.parameter("length", 1, "m", "position of R relative to C");
  c.fixed_displacement(R, C, "x", "position of R relative to C", length);
  c.causality(F, indifferent);
}

}  // namespace stribeck::translational
