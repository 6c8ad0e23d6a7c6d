#include "../elasto_gap.h"

#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Elastic, damped contact on one side: pushes R and C apart while the angle between them is below natural_angle.
///     T = -(t_c + t_d),  t_c = k p,  t_d = -d w limited to |t_d| <= t_c,  p = natural_angle - phi > 0;  T = 0 for p <= 0
/// With law: power, t_c = k p_r (p/p_r)^n. T is transmitted from R to C. As damping never exceeds the elastic part the torque begins and
/// ends at zero and never pulls.
/// Source: Modelica Standard Library 4.1, Translational.Components.ElastoGap, turned.
/// Assumes flanks without mass.
void elasto_gap(ComponentBuilder& c) {
  const RelativeMotion motion = relative_motion(c);
  const Expression phi = c.displacement(motion.r, motion.c, "phi", "angle of R relative to C");
  partial::elasto_gap(c, motion, phi, {"natural_angle", "rad", "N*m/rad", "N*m*s/rad", 0.01});
}

}  // namespace stribeck::rotational
