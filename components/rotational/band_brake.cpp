#include "../loaded_friction.h"

#include "stribeck/component.hpp"

namespace stribeck::rotational {

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
