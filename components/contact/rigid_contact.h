#pragma once
// What is shared by the components whose sides collide rigidly.
#include "stribeck/component.hpp"

namespace stribeck::partial {

/// Where the diagram says nothing, as block libraries for drivelines have it.
inline constexpr double kRestitution = 0.7;

/// Parameters of Newton's law of impact.
inline ContactLaw contact_law(ComponentBuilder& c, const DomainWords& in, double restitution_fallback) {
  const Parameter restitution =
      c.parameter("restitution", restitution_fallback, "1", "speed of parting over speed of approach at an impact").between(0, 1);
  const Parameter rest_speed = c.parameter("rest_speed", 0.001, in("{m}/s"),
                                           "what approaches more slowly does not rebound, but rests; what rests is not shaken off by less")
                                   .above(0);
  const Parameter release =
      c.parameter(in("release_{force}"), 0.001, in("{N}"), "sides that rest are pulled apart by more than this").above(0);
  return {restitution, rest_speed, release};
}

/// Shows a state of contact by a mode and the impulse of all impacts so far, and books what impacts take.
inline void show_contact(ComponentBuilder& c, const RelativeMotion& motion, const DomainWords& in, const Text& mode_doc,
                         const Expression& mode, const Expression& impulse, const Text& name = "mode") {
  c.named(name, "1", mode_doc, mode);
  c.named("impulse", in("{N}*s"), "transmitted from R to C by impacts so far", impulse);
  c.causality(motion.force, indifferent);
  c.dissipates(motion.force * motion.velocity);
}

/// Two sides: x, the position of R relative to C, between `lower` and `upper`, with one law for both.
inline void two_sided_contact(ComponentBuilder& c, const RelativeMotion& motion, const DomainWords& in, const Expression& x,
                              const Expression& lower, const Expression& upper, double restitution, const Text& mode = "mode") {
  const ContactLaw law = contact_law(c, in, restitution);
  const Expression above = c.hidden_variable("upper_push", in("{N}"), "of the upper side");
  const Expression below = c.hidden_variable("lower_push", in("{N}"), "of the lower side");
  const ContactState at_upper = c.contact("upper", upper - x, motion.velocity, above, law);
  const ContactState at_lower = c.contact("lower", x - lower, -motion.velocity, below, law);
  c.relation("both sides", motion.force == above - below);
  show_contact(c, motion, in, "1 rests on the upper side, -1 on the lower one, 0 between", at_upper.touching - at_lower.touching,
               at_upper.impulse - at_lower.impulse, mode);
}

}  // namespace stribeck::partial
