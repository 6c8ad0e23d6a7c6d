#pragma once
// Turning in all ways, by a quaternion: what spatial.ball and spatial.free share.
#include "spatial/joint.h"

namespace stribeck::partial {

/// How frame b is turned against frame a, with its angular velocity, in the axes of a.
struct FreeTurning {
  Matrix rotation;
  Vector rate, second_rate;
};

/// Of a quaternion of any length but zero.
inline Matrix rotation_of(const Expression& q0, const Vector& q) {
  const Expression twice = 2 / (square(q0) + dot(q, q));
  const auto column = [&](const Vector& e) {  // e turned: e + 2 q x (q x e + q0 e)/|q|^2
    return e + twice * cross(q, cross(q, e) + q0 * e);
  };
  return {column({1, 0, 0}), column({0, 1, 0}), column({0, 0, 1})};
}

/// Declares quaternion and angular velocity. By dq/dt = (0, w) q/2 the quaternion keeps its direction's meaning whatever its length;
/// rounding and the integrator change that slowly, and it is drawn back to one at half the rate of turning, so that it costs no smaller
/// steps.
inline FreeTurning free_turning(ComponentBuilder& c) {
  const Expression q0 = c.variable("q0", "1", "quaternion of b against a: scalar part");
  c.attributes(q0, 1, 1);
  const auto vector = [&](const char* name, const char* unit, const char* doc) {
    const auto part = [&](const char* axis) { return c.variable(std::string(name) + axis, unit, std::string(doc) + axis); };
    return Vector{part("1"), part("2"), part("3")};
  };
  const Vector q = vector("q", "1", "quaternion of b against a: part along axis ");
  const Vector w = vector("w", "rad/s", "angular velocity of b against a, about axis ");
  const Vector axis = unit_parameter(c, "axis", "about which b is turned at the quaternion (1, 0, 0, 0), in a; of any length", {0, 0, 1});
  const Expression angle = c.parameter("angle", 0, "rad", "by which b is turned there");

  const Recording recording = q0.recording();
  const Expression tiny(recording, recording.api->constant(recording.recorder, 1e-30, "rad^2/s^2"));  // so that a rest has a slope
  const Expression back = 0.25 * sqrt(dot(w, w) + tiny) * (1 - square(q0) - dot(q, q));
  c.relation("rate of the quaternion", der(q0) == -0.5 * dot(w, q) + back * q0);
  relate(c, "rate of the quaternion", {der(q.x), der(q.y), der(q.z)}, 0.5 * (q0 * w + cross(w, q)) + back * q);
  return {rotation_of(q0, q) * rotation_about(axis, angle), w, {der(w.x), der(w.y), der(w.z)}};
}

}  // namespace stribeck::partial
