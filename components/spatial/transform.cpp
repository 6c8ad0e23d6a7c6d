#include "stribeck/component.hpp"
#include "stribeck/spatial.hpp"

namespace stribeck::spatial {

/// A place on a body, as another frame: fixed to frame a, moved by `offset` and then turned.
///     r_b = r_a + R_a offset,  R_b = R_a rot(axis, angle)
/// Without mass; frame a must be on the side of the world. Source: kinematics of rigid bodies. Assumes that what
/// joins both frames does not bend.
void transform(ComponentBuilder& c) {
  const Frame a = frame(c, "a", FrameRole::takes, "on the side of the world");
  const Frame b = frame(c, "b", FrameRole::gives, "fixed to a");
  const Vector offset = vector_parameter(c, "offset", "m", "origin of b in a", {0, 0, 0});
  const Vector axis = unit_parameter(c, "axis", "about which b is turned, in a; of any length", {0, 0, 1});
  const Expression angle = c.parameter("angle", 0, "rad", "by which b is turned");
  const Pose there = moved(pose_of(a), offset, {}, {});
  moves_as(c, b, turned(there, rotation_about(axis, angle), {}, {}), a.gravity);
  passes_on(c, a, b, a.rotation * offset);
}

}  // namespace stribeck::spatial
