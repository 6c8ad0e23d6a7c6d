#include "../elastic_laws.h"

#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Damper whose torque is not in proportion to its speed: a fan, a throttle, a measured coupling.
///     quadratic: T = (d_1 + d_2 |w|) w;  table: T = sign(w) T(|w|)
/// T is transmitted from R to C and opposes their relative motion; all its power becomes heat. A table that does not begin with a torque of
/// zero at rest jumps when the motion turns round: use rotational.dry_friction for what sticks.
/// Assumes that the law is the same both ways.
/// Source: definition; quadratic: drag of turbulent flow, in proportion to the square of the speed.
void nonlinear_damper(ComponentBuilder& c) {
  partial::nonlinear_damper(c, relative_motion(c), {"N*m*s/rad", "N*m*s^2/rad^2", "speeds", "rad/s", "torques", "N*m"});
}

}  // namespace stribeck::rotational
