#include "../spatial_source.h"

#include "stribeck/component.hpp"
#include "stribeck/spatial.hpp"

namespace stribeck::spatial {

/// Torque between two frames: it acts on frame b, and back on frame a.
///     M on b = S, -M on a
/// S is given in the world's axes, or in those of a or b, with which it turns (axes). With a on the world it is a torque from outside.
/// The audit counts its power as supplied. Source: Newton's third law. Assumes nothing about where the torque comes from.
void torque_source(ComponentBuilder& c) {
  const Frame a = frame(c, "a", FrameRole::takes, "that the torque acts back on");
  const Frame b = frame(c, "b", FrameRole::takes, "that the torque acts on");
  const Vector on_b = partial::vector_source(c, a, b, "torque", "N*m");
  relate(c, "moment on b", b.moment, -on_b);
  relate(c, "force on b", b.force, {});
  passes_on(c, a, b, {});
  c.supplies(dot(on_b, b.motion.turning - a.motion.turning));
}

}  // namespace stribeck::spatial
