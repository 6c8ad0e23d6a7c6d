#include "stribeck/component.hpp"
#include "stribeck/spatial.hpp"

namespace stribeck::spatial {
namespace {

enum class Axes { world, a, b };

/// A vector that signals bring, or parameters while these are open; what the world's axes make of it. `what`: "force" or "torque".
Vector vector_source(ComponentBuilder& c, const Frame& a, const Frame& b, const std::string& what, const char* unit) {
  const Plane plane = plane_option(c);
  if (plane != Plane::space && what == "torque") {  // its axis stands still in the plane's, whichever those are
    const Expression constant = c.parameter("torque_about_normal", 0, unit, "torque on b, while the signal is left open");
    return c.input("T", unit, "torque on b about the normal", constant) * normal_of(plane);
  }
  const auto axes =
      c.option<Axes>("axes", {{"world", Axes::world}, {"a", Axes::a}, {"b", Axes::b}}, "in whose axes it is given, with which it turns");
  const Vector constant = vector_parameter(c, plane, what, unit, what + " on b, along each axis whose signal is left open", {0, 0, 0});
  const auto part = [&](const char* name, const char* axis, const Expression& otherwise) {
    if (otherwise.is_number()) return Expression(0);  // across the plane
    return c.input(name, unit, what + " on b along " + axis, otherwise);
  };
  const Vector given{part("x", "x", constant.x), part("y", "y", constant.y), part("z", "z", constant.z)};
  return axes == Axes::world ? given : (axes == Axes::a ? a : b).rotation * given;
}

}  // namespace

/// Force between two frames: it acts on frame b at its origin, and back on frame a at the same place.
///     F on b = S, -F on a, and with it the moment -(r_b - r_a) x F about the origin of a
/// F is the force on b. S is given in the world's axes, or in those of a or b, with which it turns (axes). With a on the world it is a
/// force from outside. In a planar mechanism it has signals for the axes of the plane alone. The audit counts its power as supplied.
/// Source: Newton's third law. Assumes nothing about where the force comes from.
void force_source(ComponentBuilder& c) {
  const Frame a = frame(c, "a", FrameRole::takes, "that the force acts back on");
  const Frame b = frame(c, "b", FrameRole::takes, "that the force acts on");
  const Vector on_b = vector_source(c, a, b, "force", "N");
  relate(c, "force on b", b.force, -on_b);
  relate(c, "moment on b", b.moment, {});
  passes_on(c, a, b, b.position - a.position);
  c.supplies(dot(on_b, b.motion.velocity - at_arm(a.motion, b.position - a.position).velocity));
}

/// Torque between two frames: it acts on frame b, and back on frame a.
///     M on b = S, -M on a
/// M is the moment on b. S is given in the world's axes, or in those of a or b, with which it turns (axes). With a on the world it is a
/// torque from outside. In a planar mechanism it is a number, torque_about_normal, and a signal T. The audit counts its power as supplied.
/// Source: Newton's third law. Assumes nothing about where the torque comes from.
void torque_source(ComponentBuilder& c) {
  const Frame a = frame(c, "a", FrameRole::takes, "that the torque acts back on");
  const Frame b = frame(c, "b", FrameRole::takes, "that the torque acts on");
  const Vector on_b = vector_source(c, a, b, "torque", "N*m");
  relate(c, "moment on b", b.moment, -on_b);
  relate(c, "force on b", b.force, {});
  passes_on(c, a, b, {});
  c.supplies(dot(on_b, b.motion.turning - a.motion.turning));
}

/// Spring and damper in space, between the origins of two frames, along the line that joins them.
///     F = k (L - L_0) + d dL/dt,  L = |r_b - r_a|;   F > 0 pulls both frames together
/// What acts along a line by another law is a spatial.force_source in the axes of one end, by what a spatial.motion_sensor sees.
/// Limits: the line needs a direction: where both origins meet the run ends.
/// Source: Hooke's law; viscous damping.
/// Assumes no mass.
void spring_damper(ComponentBuilder& c) {
  const Frame a = frame(c, "a", FrameRole::takes, "of one end");
  const Frame b = frame(c, "b", FrameRole::takes, "of the other end");
  const Expression k = c.parameter("stiffness", 1000, "N/m", "force per deformation").at_least(0);
  const Expression d = c.parameter("damping", 0, "N*s/m", "force per rate of the length").at_least(0);
  const Expression relaxed = c.parameter("natural_length", 0, "m", "length at which the spring is relaxed").at_least(0);
  const Vector between = b.position - a.position;
  const Expression length = c.named("length", "m", "from the origin of a to that of b", sqrt(dot(between, between)));
  c.require(length > 0, "both ends of a spring in space are at the same place: it has no direction there");
  const Vector direction = (1 / length) * between;
  const Expression v = c.named("v", "m/s", "rate of the length", dot(direction, b.motion.velocity - a.motion.velocity));
  const Expression F = c.named("F", "N", "force that pulls both ends together", k * (length - relaxed) + d * v);
  relate(c, "force on b", b.force, F * direction);
  relate(c, "force on a", a.force, -(F * direction));
  relate(c, "moment on b", b.moment, {});
  relate(c, "moment on a", a.moment, {});
  c.stores(0.5 * k * square(length - relaxed));
  c.dissipates(d * square(v));
}

}  // namespace stribeck::spatial
