#pragma once
// Friction of threads and worms: what presses the flanks is the load itself.
#include "dry_friction.h"
#include "stribeck/component.hpp"

namespace stribeck::partial {

/// Torque on the thread over the torque that the load would need without friction: tan(lambda +- rho)/tan(lambda), the upper sign where the
/// load is raised. The sign goes over smoothly within `low_speed` of rest, so that a thread that locks itself creeps instead of sticking.
/// `load` is what the thread carries, `speed` that of the thread, positive where a positive load is raised.
inline Expression thread_factor(const Expression& load, const Expression& speed, const Expression& lead_angle,
                                const Expression& friction_angle, const Expression& low_speed) {
  const Expression raising = if_else(load >= 0, 1, -1) * tanh(speed / low_speed);
  return tan(lead_angle + friction_angle * raising) / tan(lead_angle);
}

/// Friction that sticks exactly between flanks that `normal` presses together: `force` against `speed`.
inline void flank_friction(ComponentBuilder& c, const Expression& speed, const Expression& force, const Expression& normal,
                           const Expression& coefficient) {
  hold_at_level(c, speed, force, coefficient * abs(normal));
  c.named("loss", "W", "power that becomes heat", force * speed);
  c.dissipates(force * speed);
}

}  // namespace stribeck::partial
