#pragma once
// What is shared by the components whose sides collide rigidly.
#include "stribeck/component.hpp"

namespace stribeck::partial {

/// What one domain calls the quantities of a rigid contact.
struct RigidContactWords {
  const char *position_unit, *speed_unit;
  const char *release, *force_unit, *impulse_unit;
};
inline constexpr RigidContactWords kTranslationalContact{"m", "m/s", "release_force", "N", "N*s"};
inline constexpr RigidContactWords kRotationalContact{"rad", "rad/s", "release_torque", "N*m", "N*m*s"};

/// Where the diagram says nothing, as block libraries for drivelines have it.
inline constexpr double kRestitution = 0.7;

/// Parameters of Newton's law of impact.
inline ContactLaw contact_law(ComponentBuilder& c, const RigidContactWords& words, double restitution_fallback) {
  const Parameter restitution =
      c.parameter("restitution", restitution_fallback, "1", "speed of parting over speed of approach at an impact").between(0, 1);
  const Parameter rest_speed = c.parameter("rest_speed", 0.001, words.speed_unit,
                                           "what approaches more slowly does not rebound, but rests; what rests is not shaken off by less")
                                   .above(0);
  const Parameter release =
      c.parameter(words.release, 0.001, words.force_unit, "sides that rest are pulled apart by more than this").above(0);
  return {restitution, rest_speed, release};
}

/// Shows a state of contact by a mode and the impulse of all impacts so far, and books what impacts take.
inline void show_contact(ComponentBuilder& c, const RelativeMotion& motion, const RigidContactWords& words, const char* mode_doc,
                         const Expression& mode, const Expression& impulse, const char* name = "mode") {
  c.named(name, "1", mode_doc, mode);
  c.named("impulse", words.impulse_unit, "transmitted from R to C by impacts so far", impulse);
  c.causality(motion.force, indifferent);
  c.dissipates(motion.force * motion.velocity);
}

/// One side: pushes R and C apart where the position x of R relative to C has come down to `least`.
inline void one_sided_contact(ComponentBuilder& c, const RelativeMotion& motion, const Expression& x, const RigidContactWords& words) {
  const Parameter least = c.parameter("least_position", 0, words.position_unit, "position of R relative to C at which the sides touch");
  const ContactLaw law = contact_law(c, words, kRestitution);
  const ContactState state = c.contact("contact", x - least, -motion.velocity, -motion.force, law);
  show_contact(c, motion, words, "1 the sides rest on one another, 0 there is a gap", state.touching, -state.impulse);
}

/// Two sides: x between `lower` and `upper`, with one law for both.
inline void two_sided_contact(ComponentBuilder& c, const RelativeMotion& motion, const Expression& x, const Expression& lower,
                              const Expression& upper, const RigidContactWords& words, double restitution, const char* mode = "mode") {
  const ContactLaw law = contact_law(c, words, restitution);
  const Expression above = c.hidden_variable("upper_push", words.force_unit, "of the upper side");
  const Expression below = c.hidden_variable("lower_push", words.force_unit, "of the lower side");
  const ContactState at_upper = c.contact("upper", upper - x, motion.velocity, above, law);
  const ContactState at_lower = c.contact("lower", x - lower, -motion.velocity, below, law);
  c.relation("both sides", motion.force == above - below);
  show_contact(c, motion, words, "1 rests on the upper side, -1 on the lower one, 0 between", at_upper.touching - at_lower.touching,
               at_upper.impulse - at_lower.impulse, mode);
}

}  // namespace stribeck::partial
