#include "stribeck/component.hpp"
#include "stribeck/spatial.hpp"

namespace stribeck::spatial {

/// How frame b stands and moves as seen from frame a: place, distance, angle, velocity and angular velocity, in the axes of a.
///     r = R_a^T (r_b - r_a),  v = dr/dt = R_a^T (v_b - v_a - w_a x (r_b - r_a)),  w = R_a^T (w_b - w_a)
/// angle is that of the one rotation that takes the axes of a to those of b, from 0 to pi. What a frame does in the world it shows itself:
/// all of it is a signal. Source: kinematics of rigid bodies. Assumes no mass; no force goes through.
void motion_sensor(ComponentBuilder& c) {
  const Frame a = frame(c, "a", FrameRole::takes, "seen from here");
  const Frame b = frame(c, "b", FrameRole::takes, "what is seen");
  const auto outputs = [&](const std::string& name, const char* unit, const std::string& doc, const Vector& value) {
    const auto part = [&](const char* axis) { return c.output(name + axis, unit, doc + axis); };
    relate(c, doc.substr(0, doc.find(',')), {part("_x"), part("_y"), part("_z")}, value);
  };
  const Vector arm = b.position - a.position, turning = b.motion.turning - a.motion.turning;
  outputs("r", "m", "position, along axis", in_axes_of(a.rotation, arm));
  outputs("v", "m/s", "velocity, along axis", in_axes_of(a.rotation, b.motion.velocity - at_arm(a.motion, arm).velocity));
  outputs("w", "rad/s", "angular velocity, about axis", in_axes_of(a.rotation, turning));
  const Expression distance = c.output("distance", "m", "of the origins");
  c.relation("distance", distance == sqrt(dot(arm, arm)));
  const Expression angle = c.output("angle", "rad", "by which b is turned, about whatever axis");
  const auto& [a1, a2, a3] = a.rotation;
  const auto& [b1, b2, b3] = b.rotation;
  const Vector twice_sine = cross(a1, b1) + cross(a2, b2) + cross(a3, b3);
  c.relation("angle", angle == atan2(sqrt(dot(twice_sine, twice_sine)), dot(a1, b1) + dot(a2, b2) + dot(a3, b3) - 1));
  relate(c, "force on a", a.force, {});
  relate(c, "force on b", b.force, {});
  relate(c, "moment on a", a.moment, {});
  relate(c, "moment on b", b.moment, {});
}

}  // namespace stribeck::spatial
