#include "../loaded_friction.h"

#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Friction between two surfaces that a signal presses together.
///     sticks:  v = 0,  |F| <= peak mu(0) N
///     slips:   F = sign(v) mu(|v|) N + f v
/// N is the signal S; F is transmitted from R to C, and only while N is above threshold_force.
/// Assumes flat rigid surfaces at one temperature.
/// Source: Coulomb's law of friction.
void loaded_contact_friction(ComponentBuilder& c) {
  const RelativeMotion motion = relative_motion(c);
  const Expression S = c.input("S", "N", "normal force");
  auto threshold = c.parameter("threshold_force", 0, "N", "normal force up to which nothing is transmitted").at_least(0);
  auto viscous = c.parameter("viscous_coefficient", 0, "N/(m/s)", "force per relative speed").at_least(0);
  const partial::FrictionCoefficient coefficient(c, "m/s");
  partial::loaded_friction(c, motion, max(S, 0), S - threshold, coefficient, viscous);
}

}  // namespace stribeck::translational
