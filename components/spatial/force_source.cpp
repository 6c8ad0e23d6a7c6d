#include "../spatial_source.h"

#include "stribeck/component.hpp"
#include "stribeck/spatial.hpp"

namespace stribeck::spatial {

/// Force between two frames: it acts on frame b at its origin, and back on frame a at the same place.
///     F on b = S, -F on a, and with it the moment -(r_b - r_a) x F about the origin of a
/// S is given in the world's axes, or in those of a or b, with which it turns (axes). With a on the world it is a force from outside.
/// The audit counts its power as supplied. Source: Newton's third law. Assumes nothing about where the force comes from.
void force_source(ComponentBuilder& c) {
  const Frame a = frame(c, "a", FrameRole::takes, "that the force acts back on");
  const Frame b = frame(c, "b", FrameRole::takes, "that the force acts on");
  const Vector on_b = partial::vector_source(c, a, b, "force", "N");
  relate(c, "force on b", b.force, -on_b);
  relate(c, "moment on b", b.moment, {});
  passes_on(c, a, b, b.position - a.position);
  c.supplies(dot(on_b, b.motion.velocity - at_arm(a.motion, b.position - a.position).velocity));
}

}  // namespace stribeck::spatial
