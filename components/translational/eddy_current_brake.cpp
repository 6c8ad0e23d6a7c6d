#include "../eddy_current.h"

#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Brake by eddy currents in a conductor that passes a magnet: strongest at one speed, weaker beyond it, without force at rest.
///     F = 2 F_n B^2 s/(1 + s^2),  s = v/(v_n (1 + alpha (theta - theta_0)))
/// F is transmitted from R to C and never exceeds F_n B^2. Kloss's formula, as for the slip of an induction motor: the warmer the
/// conductor, the larger its resistance, and the speed at which it brakes most. B is the signal excitation, theta the temperature, each as
/// given while left open. Its loss heats the conductor: see signals.heat_capacity. Assumes one temperature of the whole conductor, and a
/// field that follows the excitation at once and in proportion. Source: Kloss's formula; Modelica Standard Library 4.1,
/// Rotational.Sources.EddyCurrentTorque, has the same law.
void eddy_current_brake(ComponentBuilder& c) {
  partial::eddy_current_brake(c, relative_motion(c), {"peak_force", "N", "greatest force", "m/s", 10});
}

}  // namespace stribeck::translational
