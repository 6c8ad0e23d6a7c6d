#include "stribeck/component.hpp"
#include "stribeck/spatial.hpp"

namespace stribeck::spatial {

/// What mechanisms in space hang on: a frame at rest, and the gravity that acts on all bodies that lead to it.
///     r = 0,  R = 1,  v = 0,  w = 0
/// Its axes are the world's; gravity is given in them. Source: Newton's laws hold in it. Assumes an inertial frame and uniform gravity.
void world(ComponentBuilder& c) {
  const Plane plane = plane_option(c);
  const Vector g =
      vector_parameter(c, plane, "gravity", "m/s^2", "acceleration of a free fall, in the world's axes", {0, 0, -9.80665}, {0, -9.80665});
  const Frame frame = stribeck::frame(c, "frame", FrameRole::gives, "of the world");
  moves_as(c, frame, {}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {}, g);
}

/// A place on a body, as another frame: fixed to frame a, moved by `offset` and then turned.
///     r_b = r_a + R_a offset,  R_b = R_a rot(axis, angle)
/// Without mass; frame a must be on the side of the world. Source: kinematics of rigid bodies. Assumes that what
/// joins both frames does not bend.
void transform(ComponentBuilder& c) {
  const Frame a = frame(c, "a", FrameRole::takes, "on the side of the world");
  const Frame b = frame(c, "b", FrameRole::gives, "fixed to a");
  const Plane plane = plane_option(c);
  const Vector offset = vector_parameter(c, plane, "offset", "m", "origin of b in a", {0, 0, 0});
  const Vector axis = axis_parameter(c, plane, "axis", "about which b is turned, in a; of any length", {0, 0, 1});
  const Expression angle = c.parameter("angle", 0, "rad", "by which b is turned");
  const Pose there = moved(pose_of(a), offset, {}, {});
  moves_as(c, b, turned(there, rotation_about(axis, angle), {}, {}), a.gravity);
  passes_on(c, a, b, a.rotation * offset);
}

}  // namespace stribeck::spatial
