#pragma once
// Friction by the magic formula of tyres.
#include "friction_family.h"

namespace stribeck::partial {

inline void pacejka_friction(ComponentBuilder& c, const FrictionWords& words) {
  const bool loaded = c.option("load", "constant|signal", "whether normal_force or the signal Fn presses the surfaces together") == 1;
  const RelativeMotion motion = relative_motion(c, words.domain);
  Expression N = 0;
  if (loaded) {
    N = max(c.input("Fn", "N", "normal force; what is negative counts as none"), 0);
  } else {
    N = c.parameter("normal_force", 100, "N", "that presses the surfaces together").at_least(0);
  }
  if (words.turns) N = N * c.parameter("effective_radius", 0.1, "m", "lever of the friction force").above(0);
  auto peak = c.parameter("peak_coefficient", 0.9, "1", "greatest friction over normal force").above(0);
  auto sliding = c.parameter("sliding_coefficient", 0.6, "1", "friction over normal force at high speed").above(0).below(peak);
  auto peak_velocity = c.parameter("peak_velocity", 0.1, words.domain.across_unit, "speed of greatest friction").above(0);
  const Expression v = motion.velocity;
  const Expression shape = c.named("shape", "1", "C of the magic formula", 2 - (2 / pi) * asin(sliding / peak));
  const Expression at_peak = 2 / shape;  // B times the speed of the peak
  const Expression curvature =
      c.named("curvature", "1", "E of the magic formula", (at_peak - tan(pi / (2 * shape))) / (at_peak - atan(at_peak)));
  const Expression stiffness = c.named("stiffness", words.per_speed, "B of the magic formula", at_peak / peak_velocity);
  const Expression u = stiffness * v;
  c.relation("magic formula", motion.force == N * peak * sin(shape * atan(u - curvature * (u - atan(u)))));
  c.causality(motion.force, fixed_force_out);
  c.dissipates(motion.force * v);
}

}  // namespace stribeck::partial
