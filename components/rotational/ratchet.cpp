#include "../rigid_contact.h"
#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// A ratchet wheel on R and its pawl on C: R turns forwards freely and is held at the tooth that it passed last, rigidly.
///     phi >= n pitch,  n the number of the last tooth passed;  impacts on a tooth as in rotational.contact
/// A freewheel holds where it stands; a ratchet lets R fall back by up to one pitch first. It starts at any angle, with the tooth below.
/// Assumes rigid teeth and a pawl without mass that falls in at once.
/// Source: definition; Newton's law of impact.
void ratchet(ComponentBuilder& c) {
  const RelativeMotion motion = relative_motion(c);
  auto pitch = c.parameter("pitch", 0.1, "rad", "angle from tooth to tooth").above(0);
  const ContactLaw law = partial::contact_law(c, partial::kRotationalContact, 0);
  const Expression phi = c.displacement(motion.r, motion.c, "phi", "angle of R relative to C");
  constexpr double kBelowAll = -1e6;  // no start is further back: at the start the last tooth passed is found from there
  const Expression tooth = c.discrete("tooth", "1", "number of the tooth that holds", kBelowAll);
  c.when("", phi >= (tooth + 1) * pitch, {{tooth, floor(phi / pitch + 1e-9)}});
  const ContactState state = c.contact("pawl", phi - tooth * pitch, -motion.velocity, -motion.force, law);
  partial::show_contact(c, motion, partial::kRotationalContact, "1 a tooth rests on the pawl, 0 not", state.touching, -state.impulse);
}

}  // namespace stribeck::rotational
