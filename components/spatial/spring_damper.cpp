#include "stribeck/component.hpp"
#include "stribeck/spatial.hpp"

namespace stribeck::spatial {

/// Spring and damper in space, between the origins of two frames, along the line that joins them.
///     F = k (L - L_0) + d dL/dt,  L = |r_b - r_a|;   F > 0 pulls both frames together
/// The line needs a direction: where both origins meet the run ends. What acts along a line by another law is a spatial.force_source in the
/// axes of one end, by what a spatial.motion_sensor sees. Source: Hooke's law; viscous damping. Assumes no mass.
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
