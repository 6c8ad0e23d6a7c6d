#include "../loaded_friction.h"

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

}  // namespace stribeck::rotational
