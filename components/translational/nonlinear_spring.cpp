#include "../elastic_laws.h"

#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Spring whose force is not in proportion to its deformation d = x - natural_length: stiffening, softening, of Hertz's law, or measured.
///     cubic: F = k d + k_3 d^3;  power: F = k d_0 sign(d) |d/d_0|^n;  table: F(deformations[i]) = forces[i]
/// F is transmitted from R to C. k_3 > 0 stiffens, k_3 < 0 softens and bends over at d = sqrt(k/(3 |k_3|)).
/// Assumes a spring without mass, losses or memory.
/// Source: definition; cubic: Duffing's spring; power with n = 3/2: Hertz's contact of two spheres.
void nonlinear_spring(ComponentBuilder& c) {
  const RelativeMotion motion = relative_motion(c);
  const Expression x = c.displacement(motion.r, motion.c, "x", "position of R relative to C");
  partial::nonlinear_spring(c, motion, x, {"natural_length", "m", "N/m", "N/m^3", "forces", "N", "deformations", 1000});
}

}  // namespace stribeck::translational
