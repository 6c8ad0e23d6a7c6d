#include "../rigid_contact.h"

#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Rigid contact on one side: R stays above least_position relative to C.
///     gap g = x - x_0 >= 0,  F <= 0,  g F = 0;  at an impact  v+ = -e v-
/// F is transmitted from R to C, negative as the sides push each other apart. An impact is an impulse on everything that moves with R and
/// C, through gears and rigid links too; of dry friction and springs it takes none. Sides that meet more slowly than rest_speed stay
/// together, so that bouncing ends, until they are pulled apart by more than the release force. Contacts that close at the same instant
/// collide together, those that are closed by this in the next round: a row of balls passes a blow on (Newton's cradle). Each side needs
/// a mass or a given velocity. For a compliant contact see translational.elasto_gap.
/// Assumes rigid sides that collide in no time, with one coefficient of restitution whatever the speed.
/// Source: Newton's law of impact.
void contact(ComponentBuilder& c) {
  const RelativeMotion motion = relative_motion(c);
  const Expression x = c.displacement(motion.r, motion.c, "x", "position of R relative to C");
  partial::one_sided_contact(c, motion, x, partial::kTranslationalContact);
}

}  // namespace stribeck::translational
