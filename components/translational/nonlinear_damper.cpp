#include "../elastic_laws.h"

#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Damper whose force is not in proportion to its speed: a throttle, drag, a measured shock absorber.
///     quadratic: F = (d_1 + d_2 |v|) v;  table: F = sign(v) F(|v|)
/// F is transmitted from R to C and opposes their relative motion; all its power becomes heat. A table that does not begin with a force of
/// zero at rest jumps when the motion turns round: use translational.dry_friction for what sticks.
/// Assumes that the law is the same both ways.
/// Source: definition; quadratic: drag of turbulent flow, in proportion to the square of the speed.
void nonlinear_damper(ComponentBuilder& c) {
  partial::nonlinear_damper(c, relative_motion(c), {"N*s/m", "N*s^2/m^2", "speeds", "m/s", "forces", "N"});
}

}  // namespace stribeck::translational
