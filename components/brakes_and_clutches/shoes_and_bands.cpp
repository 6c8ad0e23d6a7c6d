// Brakes by their dimensions.
#include "friction/loaded_friction.h"
#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Disc brake: pistons press pads on both sides of a disc.
///     N = p pi d^2/4 pads,   open while p <= 0
///     sticks:  w = 0,  |T| <= peak mu(0) R_m N
///     slips:   T = sign(w) mu(|w|) R_m N
/// p is the signal S, d the piston_diameter, R_m the mean_radius of the pads. T is transmitted from R to C; connect C to what carries the
/// caliper, ground as a rule.
/// Assumes that both sides press alike and that friction does not depend on pressure or temperature.
/// Source: Coulomb's law of friction at the mean radius; the force of a piston is pressure times area.
void disc_brake(ComponentBuilder& c) {
  const RelativeMotion motion = relative_motion(c);
  const Expression S = c.input("S", "Pa", "pressure behind the pistons; zero and below frees the disc");
  auto diameter = c.parameter("piston_diameter", 0.01, "m", "of each piston").above(0);
  auto radius = c.parameter("mean_radius", 0.15, "m", "from the axis to the middle of the pads").above(0);
  auto pads = c.parameter("pads", 2, "1", "number of pads, each under a piston").above(0);
  const partial::FrictionCoefficient coefficient(c, "rad/s");
  partial::loaded_friction(c, motion, pads * radius * (pi / 4) * diameter * diameter * max(S, 0), S, coefficient);
}

/// Drum brake with a leading and a trailing shoe, each hinged, short, and pushed against the drum by the force S at its end. Moments about
/// the hinges give the normal force of each shoe, and the torque:
///     leading:   N_1 = S a/(b - mu c)      trailing:  N_2 = S a/(b + mu c)      T = mu r (N_1 + N_2)
/// a, b, c are the distances from the hinge to the lines of the actuating, the normal and the friction force, r the drum_radius. Backwards
/// the shoes change places. mu is static_friction_coefficient while it sticks, friction_coefficient while it slips; b > mu c, else the
/// leading shoe would lock by itself. T is transmitted from R to C; connect C to what carries the shoes. Open while S <= 0.
/// Source: Shigley, Mischke (2001), Mechanical Engineering Design, chapter 16: the short shoe.
/// Assumes rigid shoes, each touching at one place.
void drum_brake(ComponentBuilder& c) {
  const RelativeMotion motion = relative_motion(c);
  const Expression S = c.input("S", "N", "force that pushes the shoes apart; zero and below frees the drum");
  auto radius = c.parameter("drum_radius", 0.15, "m", "from the axis to the lining").above(0);
  auto slipping = c.parameter("friction_coefficient", 0.3, "1", "between lining and drum while it slips").at_least(0);
  auto sticking = c.parameter("static_friction_coefficient", 0.3, "1", "the same while it sticks").at_least(slipping);
  auto actuator = c.parameter("actuator_distance", 0.2, "m", "from the hinge to the line of the actuating force").above(0);
  auto friction = c.parameter("friction_distance", 0.12, "m", "from the hinge to the line of the friction force").at_least(0);
  auto normal = c.parameter("normal_distance", 0.1, "m", "from the hinge to the line of the normal force").above(sticking * friction);
  const auto torque = [&](const Expression& mu) {
    const Expression lever = mu * friction;
    return mu * radius * actuator * max(S, 0) * (1 / (normal - lever) + 1 / (normal + lever));
  };
  const Expression direction =
      c.dry_friction("friction law", motion.velocity, motion.force, torque(sticking), [&](const Expression&) { return torque(slipping); });
  partial::show_friction(c, motion, c.open_while(S <= 0, direction));
}

/// Band brake: a band around a drum, one end anchored, the other pulled with the force S. Forwards the drum runs from the pulled end to the
/// anchor and draws the band tight.
///     forwards:   slips at T = S r (exp(mu theta) - 1)
///     backwards:  slips at T = -S r (1 - exp(-mu theta))
/// mu is static_friction_coefficient while it sticks, friction_coefficient while it slips; theta the wrap_angle. T is transmitted from R
/// to C; connect C to what holds the anchor. Open while S <= 0.
/// Source: Euler (1769), Eytelwein (1808): the tensions of a band that slips are as exp(mu theta) to 1.
/// Assumes a band without mass or stiffness of its own.
void band_brake(ComponentBuilder& c) {
  const RelativeMotion motion = relative_motion(c);
  const Expression S = c.input("S", "N", "pull at the free end of the band; zero and below frees the drum");
  auto radius = c.parameter("drum_radius", 0.1, "m", "from the axis to the band").above(0);
  auto wrap = c.parameter("wrap_angle", 180, "deg", "of the drum that the band covers").above(0);
  auto slipping = c.parameter("friction_coefficient", 0.3, "1", "between band and drum while it slips").at_least(0);
  auto sticking = c.parameter("static_friction_coefficient", 0.3, "1", "the same while it sticks").at_least(slipping);
  const Expression pull = radius * max(S, 0);
  const auto forwards = [&](const Expression& mu) { return pull * expm1(mu * wrap); };
  const auto backwards = [&](const Expression& mu) { return -pull * expm1(-mu * wrap); };
  const Expression direction = c.dry_friction("friction law", motion.velocity, motion.force, {forwards(sticking), forwards(slipping)},
                                              {backwards(sticking), backwards(slipping)});
  partial::show_friction(c, motion, c.open_while(S <= 0, direction));
}

}  // namespace stribeck::rotational
