#include "spatial/turning.h"
#include "stribeck/component.hpp"
#include "stribeck/spatial.hpp"

namespace stribeck::spatial {

/// Nothing between two frames: frame b moves and turns against frame a in all ways, as a body does that flies.
///     r_b = r_a + R_a r,  R_b = R_a R(q) rot(axis, angle),  dr/dt = v,  dq/dt = (0, w) q/2;   no force and no moment
/// It gives a flying body its coordinates: without it nothing would say how the body moves. r, v and w are those of b against a, in the
/// axes of a: axes 1 to 3 are its x, y and z. q is the quaternion (q0, q1, q2, q3) of the rotation about them, R(q) the matrix of that
/// rotation; whatever its length, which is drawn to one, only its direction counts: so there is no position without an answer, and b stays
/// rigid. `axis` and `angle` turn b where q is (1, 0, 0, 0), as it is at the start unless told otherwise. Source: kinematics of rigid
/// bodies. Assumes nothing.
void free(ComponentBuilder& c) {
  const Frame a = frame(c, "a", FrameRole::takes, "on the side of the world: the world itself, as a rule");
  const Frame b = frame(c, "b", FrameRole::gives, "of the body that flies");
  const auto vector = [&](const std::string& name, const char* unit, const std::string& doc) {
    const auto part = [&](const std::string& axis) { return c.variable(name + axis, unit, doc + ", along axis " + axis); };
    return Vector{part("1"), part("2"), part("3")};
  };
  const Vector r = vector("r", "m", "position of b from a"), v = vector("v", "m/s", "velocity of b against a");
  const partial::FreeTurning turning = partial::free_turning(c);
  relate(c, "rate of the position", {der(r.x), der(r.y), der(r.z)}, v);
  const Pose there = moved(pose_of(a), r, v, {der(v.x), der(v.y), der(v.z)});
  moves_as(c, b, turned(there, turning.rotation, turning.rate, turning.second_rate), a.gravity);
  relate(c, "force on a", a.force, {});
  relate(c, "moment on a", a.moment, {});
  relate(c, "force on b", b.force, {});
  relate(c, "moment on b", b.moment, {});
}

}  // namespace stribeck::spatial
