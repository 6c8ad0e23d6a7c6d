#include "../elastic_laws.h"

#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Torsion spring whose torque is not in proportion to its twist d = phi - natural_angle: stiffening, softening, or measured.
///     cubic: T = k d + k_3 d^3;  power: T = k d_0 sign(d) |d/d_0|^n;  table: T(twists[i]) = torques[i]
/// T is transmitted from R to C. k_3 > 0 stiffens, k_3 < 0 softens and bends over at d = sqrt(k/(3 |k_3|)).
/// Assumes a spring without mass, losses or memory.
/// Source: definition; cubic: Duffing's spring; power with n = 3/2: Hertz's contact of two spheres.
void nonlinear_spring(ComponentBuilder& c) {
  const RelativeMotion motion = relative_motion(c);
  const Expression phi = c.displacement(motion.r, motion.c, "phi", "angle of R relative to C");
  partial::nonlinear_spring(c, motion, phi, {"natural_angle", "rad", "N*m/rad", "N*m/rad^3", "torques", "N*m", "twists", 10});
}

}  // namespace stribeck::rotational
