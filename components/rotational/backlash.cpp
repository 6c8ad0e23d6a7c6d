#include "../rigid_contact.h"

#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Ideal play between two rigid flanks: R moves freely relative to C within a band of width `play`.
///     |phi| <= b/2;  T = 0 inside,  T >= 0 at phi = b/2,  T <= 0 at phi = -b/2;  at an impact  w+ = -e w-
/// T is transmitted from R to C. Impacts are impulses on everything that moves with R and C, as at rotational.contact. Without
/// restitution (the default) a flank that is met is pushed at once; each side needs an inertia or a given velocity.
/// Assumes rigid flanks that collide in no time, with one coefficient of restitution whatever the speed.
/// Source: Newton's law of impact.
void backlash(ComponentBuilder& c) {
  const RelativeMotion motion = relative_motion(c);
  const Expression phi = c.displacement(motion.r, motion.c, "phi", "angle of R relative to C, zero in the middle of the play");
  auto b = c.parameter("play", 0.01, partial::kRotationalContact.position_unit, "width of the band without contact").above(0);
  partial::two_sided_contact(c, motion, phi, -0.5 * b, 0.5 * b, partial::kRotationalContact, 0);
}

}  // namespace stribeck::rotational
