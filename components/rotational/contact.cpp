#include "../rigid_contact.h"

#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Rigid contact on one side: R stays above least_position relative to C.
///     gap g = phi - phi_0 >= 0,  T <= 0,  g T = 0;  at an impact  w+ = -e w-
/// T is transmitted from R to C, negative as the sides push each other apart. An impact is an impulse on everything that moves with R and
/// C, through gears and rigid links too; of dry friction and springs it takes none. Sides that meet more slowly than rest_speed stay
/// together, so that bouncing ends, until they are pulled apart by more than the release torque. Contacts that close at the same instant
/// collide together, those that are closed by this in the next round: a row of balls passes a blow on (Newton's cradle). Each side needs
/// an inertia or a given velocity. For a compliant contact see rotational.elasto_gap.
/// Assumes rigid sides that collide in no time, with one coefficient of restitution whatever the speed.
/// Source: Newton's law of impact.
void contact(ComponentBuilder& c) {
  const RelativeMotion motion = relative_motion(c);
  const Expression phi = c.displacement(motion.r, motion.c, "phi", "angle of R relative to C");
  partial::one_sided_contact(c, motion, phi, partial::kRotationalContact);
}

}  // namespace stribeck::rotational
