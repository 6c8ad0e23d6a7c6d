#include "../speed_load.h"

#include "stribeck/component.hpp"

namespace stribeck::translational {

/// A load that opposes motion more or less, the faster it is: drag, a fan's thrust, a drive at constant power, a plough.
///     linear: F = F_n v/v_n;  quadratic: F = F_n v |v|/v_n^2;  inverse: F = F_n v_n/v (constant power);  sign: F = F_n sign(v)
/// The last two are proportional to v below low_speed. F is transmitted from R to C; connect C to ground for a load against the world. It
/// creeps at rest; translational.dry_friction sticks. With direction one it is the same for v and -v, F_n may have either sign, and what it
/// gives to the motion is booked as supplied. Assumes a load that follows the speed at once. Source: definition; Modelica Standard
/// Library 4.1, Rotational.Sources, LinearSpeedDependentTorque and its neighbours have the same laws.
void speed_load(ComponentBuilder& c) {
  partial::speed_load(c, relative_motion(c), {"nominal_force", "N", "nominal_velocity", "m/s", 1, 0.01});
}

}  // namespace stribeck::translational
