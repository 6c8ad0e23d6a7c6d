#include "friction/loaded_friction.h"
#include "stribeck/component.hpp"

namespace stribeck {

/// Friction between two {|annular }surfaces that a signal presses together.
///     sticks:  {v} = 0,  |{F}| <= peak mu(0) {|r_eff }N
///     slips:   {F} = sign({v}) mu(|{v}|) {|r_eff }N + f {v}
///     {|r_eff = 2/3 (r_o^3 - r_i^3)/(r_o^2 - r_i^2),  uniform pressure}
/// N is the signal S; {F} is transmitted from R to C, and only while N is above threshold_force.
/// Assumes flat rigid surfaces at one temperature.
/// Source: Coulomb's law of friction{|, with the effective radius of an annulus under uniform pressure}.
void loaded_contact_friction(ComponentBuilder& c, const DomainWords& in) {
  const RelativeMotion motion = relative_motion(c, in);
  const Expression S = c.input("S", "N", "normal force");
  Expression lever = 1;
  if (in.turns) {
    auto inner = c.parameter("inner_radius", 0.1, "m", "of the annulus").at_least(0);
    auto outer = c.parameter("outer_radius", 0.15, "m", "of the annulus").above(inner);
    lever = (2.0 / 3) * (outer * outer + outer * inner + inner * inner) / (outer + inner);  // both differences / (r_o - r_i)
  }
  auto threshold = c.parameter("threshold_force", 0, "N", "normal force up to which nothing is transmitted").at_least(0);
  auto viscous = c.parameter("viscous_coefficient", 0, in("{N}/({m}/s)"), in("{force} per relative speed")).at_least(0);
  const partial::FrictionCoefficient coefficient(c, in("{m}/s"));
  const Expression load = in.turns ? lever * max(S, 0) : max(S, 0);
  partial::loaded_friction(c, motion, load, S - threshold, coefficient, viscous);
}

}  // namespace stribeck
