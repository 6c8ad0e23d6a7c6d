#include "../elasto_gap.h"

#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Elastic, damped contact on one side: pushes R and C apart while they are closer than natural_length.
///     F = -(f_c + f_d),  f_c = k p,  f_d = -d v limited to |f_d| <= f_c,  p = natural_length - x > 0;  F = 0 for p <= 0
/// With law: power, f_c = k p_r (p/p_r)^n. F is transmitted from R to C. As damping never exceeds the elastic part the force begins and
/// ends at zero and never pulls. With a small damping ratio z the restitution is exp(-2 z acos(z)/sqrt(1 - z^2)).
/// Source: Modelica Standard Library 4.1, Translational.Components.ElastoGap.
/// Assumes flanks without mass.
void elasto_gap(ComponentBuilder& c) {
  const RelativeMotion motion = relative_motion(c);
  const Expression x = c.displacement(motion.r, motion.c, "x", "position of R relative to C");
  partial::elasto_gap(c, motion, x, {"natural_length", "m", "N/m", "N*s/m", 150});
}

}  // namespace stribeck::translational
