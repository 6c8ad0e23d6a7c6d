#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Rigid disc or shaft without inertia: holds R a given angle ahead of C.
///     phi_R = phi_C + angle
/// T is the torque transmitted from R to C. Bodies on both sides turn as one.
/// Assumes a shaft that does not twist.
/// Source: definition of a rigid body.
void disc(ComponentBuilder& c) {
  auto [w, T, R, C] = relative_motion(c);
  auto angle = c.parameter("angle", 0, "rad", "angle of R relative to C");
  c.fixed_displacement(R, C, "phi", "angle of R relative to C", angle);
  c.causality(T, indifferent);
}

}  // namespace stribeck::rotational
