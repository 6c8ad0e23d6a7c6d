#include "contact/rigid_contact.h"

#include "stribeck/component.hpp"

namespace stribeck {

/// Rigid contact on one side: R stays above least_position relative to C.
///     gap g = {x} - {x}_0 >= 0,  {F} <= 0,  g {F} = 0;  at an impact  {v}+ = -e {v}-
/// {F} is transmitted from R to C, negative as the sides push each other apart. An impact is an impulse on everything that moves with R and
/// C, through gears and rigid links too; of dry friction and springs it takes none. Sides that meet more slowly than rest_speed stay
/// together, so that bouncing ends, until they are pulled apart by more than the release {force}. Contacts that close at the same instant
/// collide together, those that are closed by this in the next round: a row of balls passes a blow on (Newton's cradle).
/// Assumes rigid sides that collide in no time, with one coefficient of restitution whatever the speed.
/// Limits: each side needs {a mass} or a given velocity. For a compliant contact see {domain}.elasto_gap.
/// Source: Newton's law of impact.
void contact(ComponentBuilder& c, const DomainWords& in) {
  const RelativeMotion motion = relative_motion(c, in);
  const Expression x = c.displacement(motion.r, motion.c, in("{x}"), in("{position} of R relative to C"));
  const Parameter least = c.parameter("least_position", 0, in("{m}"), "position of R relative to C at which the sides touch");
  const ContactLaw law = partial::contact_law(c, in, partial::kRestitution);
  const ContactState state = c.contact("contact", x - least, -motion.velocity, -motion.force, law);
  partial::show_contact(c, motion, in, "1 the sides rest on one another, 0 there is a gap", state.touching, -state.impulse);
}

/// Ideal play between two rigid flanks: R moves freely relative to C within a band of width `play`.
///     |{x}| <= b/2;  {F} = 0 inside,  {F} >= 0 at {x} = b/2,  {F} <= 0 at {x} = -b/2;  at an impact  {v}+ = -e {v}-
/// {F} is transmitted from R to C. Impacts are impulses on everything that moves with R and C, as at {domain}.contact.
/// Assumes rigid flanks that collide in no time, with one coefficient of restitution whatever the speed.
/// Limits: without restitution (the default) a flank that is met is pushed at once; each side needs {a mass} or a given velocity.
/// Source: Newton's law of impact.
void backlash(ComponentBuilder& c, const DomainWords& in) {
  const RelativeMotion motion = relative_motion(c, in);
  const Expression x = c.displacement(motion.r, motion.c, in("{x}"), in("{position} of R relative to C, zero in the middle of the play"));
  auto b = c.parameter("play", 0.01, in("{m}"), "width of the band without contact").above(0);
  partial::two_sided_contact(c, motion, in, x, -0.5 * b, 0.5 * b, 0);
}

}  // namespace stribeck

namespace stribeck::rotational {

/// A ratchet wheel on R and its pawl on C: R turns forwards freely and is held at the tooth that it passed last, rigidly.
///     phi >= n pitch,  n the number of the last tooth passed;  impacts on a tooth as in rotational.contact
/// A freewheel holds where it stands; a ratchet lets R fall back by up to one pitch first. It starts at any angle, with the tooth below.
/// Assumes rigid teeth and a pawl without mass that falls in at once.
/// Source: definition; Newton's law of impact.
void ratchet(ComponentBuilder& c) {
  const RelativeMotion motion = relative_motion(c);
  auto pitch = c.parameter("pitch", 0.1, "rad", "angle from tooth to tooth").above(0);
  const ContactLaw law = partial::contact_law(c, kRotational, 0);
  const Expression phi = c.displacement(motion.r, motion.c, "phi", "angle of R relative to C");
  constexpr double kBelowAll = -1e6;  // no start is further back: at the start the last tooth passed is found from there
  const Expression tooth = c.discrete("tooth", "1", "number of the tooth that holds", kBelowAll);
  c.when("", phi >= (tooth + 1) * pitch, {{tooth, floor(phi / pitch + 1e-9)}});
  const ContactState state = c.contact("pawl", phi - tooth * pitch, -motion.velocity, -motion.force, law);
  partial::show_contact(c, motion, kRotational, "1 a tooth rests on the pawl, 0 not", state.touching, -state.impulse);
}

}  // namespace stribeck::rotational
