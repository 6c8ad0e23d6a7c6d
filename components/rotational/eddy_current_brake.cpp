#include "../eddy_current.h"

#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Brake by eddy currents in a disc that turns past a magnet: strongest at one speed, weaker beyond it, without torque at rest.
///     T = 2 T_n B^2 s/(1 + s^2),  s = w/(w_n (1 + alpha (theta - theta_0)))
/// T is transmitted from R to C and never exceeds T_n B^2. Kloss's formula, as for the slip of an induction motor: the warmer the disc, the
/// larger its resistance, and the speed at which it brakes most. B is the signal excitation, theta the temperature, each as given while
/// left open. Its loss heats the disc: see signals.heat_capacity.
/// Assumes one temperature of the whole disc, and a field that follows the excitation at once and in proportion.
/// Source: Kloss's formula; Modelica Standard Library 4.1, Rotational.Sources.EddyCurrentTorque, has the same law.
void eddy_current_brake(ComponentBuilder& c) {
  partial::eddy_current_brake(c, relative_motion(c), {"peak_torque", "N*m", "greatest torque", "rad/s", 100});
}

}  // namespace stribeck::rotational
