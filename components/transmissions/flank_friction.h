#pragma once
// Friction of threads and worms: what presses the flanks is the load itself.
#include "friction/sticking.h"
#include "stribeck/component.hpp"

namespace stribeck::partial {

/// Friction between flanks that `normal` presses together: `force` against `speed`. Sticks exactly, or goes over smoothly from one
/// direction to the other within `low_speed` of `turning`, so that a thread that locks itself creeps.
inline void flank_friction(ComponentBuilder& c, const Expression& speed, const Expression& force, const Expression& normal,
                           const Expression& coefficient, const Expression& turning, const char* low_speed_doc) {
  const Expression level = coefficient * abs(normal);
  if (c.option<bool>("friction", {{"smooth", false}, {"exact", true}}, "creeps where it should stick, or sticks")) {
    hold_at_level(c, speed, force, level);
  } else {
    const Expression low_speed = c.parameter("low_speed", 0.01, "rad/s", low_speed_doc).above(0);
    c.creeping_friction("friction law", speed, force, level, tanh(turning / low_speed));
  }
  c.dissipates(force * speed);
}

}  // namespace stribeck::partial
