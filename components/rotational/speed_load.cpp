#include "../speed_load.h"

#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// A load that opposes rotation more or less, the faster it is: a pump, a fan, a drive at constant power, a hoist's brake.
///     linear: T = T_n w/w_n;  quadratic: T = T_n w |w|/w_n^2;  inverse: T = T_n w_n/w (constant power);  sign: T = T_n sign(w)
/// The last two are proportional to w below low_speed. T is transmitted from R to C; connect C to ground for a load against the world. It
/// creeps at rest; rotational.dry_friction sticks. With direction one it is the same for w and -w, T_n may have either sign, and what it
/// gives to the motion is booked as supplied. Assumes a load that follows the speed at once. Source: definition; Modelica Standard
/// Library 4.1, Rotational.Sources, LinearSpeedDependentTorque and its neighbours have the same laws.
void speed_load(ComponentBuilder& c) {
  partial::speed_load(c, relative_motion(c), {"nominal_torque", "N*m", "nominal_velocity", "rad/s", 100, 1});
}

}  // namespace stribeck::rotational
