#include "../rigid_contact.h"

#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Ideal play between two rigid flanks: R moves freely relative to C within a band of width `play`.
///     |x| <= b/2;  F = 0 inside,  F >= 0 at x = b/2,  F <= 0 at x = -b/2;  at an impact  v+ = -e v-
/// F is transmitted from R to C. Impacts are impulses on everything that moves with R and C, as at translational.contact. Without
/// restitution (the default) a flank that is met is pushed at once; each side needs a mass or a given velocity.
/// Assumes rigid flanks that collide in no time, with one coefficient of restitution whatever the speed.
/// Source: Newton's law of impact.
void backlash(ComponentBuilder& c) {
  const RelativeMotion motion = relative_motion(c);
  const Expression x = c.displacement(motion.r, motion.c, "x", "position of R relative to C, zero in the middle of the play");
  auto b = c.parameter("play", 0.01, partial::kTranslationalContact.position_unit, "width of the band without contact").above(0);
  partial::two_sided_contact(c, motion, x, -0.5 * b, 0.5 * b, partial::kTranslationalContact, 0);
}

}  // namespace stribeck::translational
