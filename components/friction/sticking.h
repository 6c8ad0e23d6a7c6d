#pragma once
// What is shared by the components that stick exactly.
#include "friction/friction_element.h"

namespace stribeck::partial {

inline constexpr const char* kModeDoc = "1 slips forwards, -1 slips backwards, 0 sticks";
inline constexpr const char* kOpenModeDoc = "1 slips forwards, -1 slips backwards, 0 sticks, 2 open";

/// What every friction shows, and what it turns into heat.
inline void show_friction(ComponentBuilder& c, const RelativeMotion& motion, const Expression& mode, const Text& mode_doc = kOpenModeDoc) {
  c.named("mode", "1", mode_doc, mode);
  c.causality(motion.force, indifferent);
  c.dissipates(motion.force * motion.velocity);
}

/// `parts` of what opposes slip, which has its direction; what holds is the rest.
inline void show_parts_while_slipping(ComponentBuilder& c, const DomainWords& in, const Expression& force, const Expression& direction,
                                      const FrictionParts& parts) {
  show_parts(c, in, {direction * parts.coulomb, direction * parts.falling, direction * parts.viscous});
  c.on_request("holding", in("{N}"), "what it holds while it sticks; zero while it slips",
               force - direction * (parts.coulomb + parts.falling + parts.viscous));
}

/// By how much what holds exceeds what opposes slip.
inline Parameter sticking_ratio(ComponentBuilder& c) {
  return c.parameter("sticking_ratio", 1, "1", "limit that holds over the one that opposes slip").at_least(1);
}

/// Friction that opposes slip at `level`, whatever the speed, and holds exactly up to sticking_ratio times that; with its mode.
inline void hold_at_level(ComponentBuilder& c, const Expression& velocity, const Expression& force, const Expression& level) {
  const Parameter ratio = sticking_ratio(c);
  const Expression direction = c.dry_friction("friction law", velocity, force, ratio * level, [&](const Expression&) { return level; });
  c.named("mode", "1", kModeDoc, direction);
}

}  // namespace stribeck::partial
