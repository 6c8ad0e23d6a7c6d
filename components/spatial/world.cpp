#include "stribeck/spatial.hpp"

#include "stribeck/component.hpp"

namespace stribeck::spatial {

/// What mechanisms in space hang on: a frame at rest, and the gravity that acts on all bodies that lead to it.
///     r = 0,  R = 1,  v = 0,  w = 0
/// Its axes are the world's; gravity is given in them. Source: Newton's laws hold in it. Assumes an inertial frame and uniform gravity.
void world(ComponentBuilder& c) {
  const Vector g = vector_parameter(c, "gravity", "m/s^2", "acceleration of a free fall, in the world's axes", {0, 0, -9.80665});
  const Frame frame = stribeck::frame(c, "frame", FrameRole::gives, "of the world");
  moves_as(c, frame, {}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {}, g);
}

}  // namespace stribeck::spatial
