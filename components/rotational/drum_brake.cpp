#include "../loaded_friction.h"

#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Drum brake with a leading and a trailing shoe, each hinged, short, and pushed against the drum by the force S at its end.
/// Moments about the hinges give the normal force of each shoe, and the torque:
///     leading:   N = S a/(b - mu c)      trailing:  N = S a/(b + mu c)      T = mu r (N_leading + N_trailing)
/// a, b, c are the distances from the hinge to the lines of the actuating, the normal and the friction force, r the drum_radius. Backwards
/// the shoes change places. mu is static_friction_coefficient while it sticks, friction_coefficient while it slips; b > mu c, else the
/// leading shoe would lock by itself. T is transmitted from R to C; connect C to what carries the shoes. Open while S <= 0.
/// Source: Shigley, Mischke (2001), Mechanical Engineering Design, chapter 16: the short shoe.
/// Assumes rigid shoes, each touching at one place.
void drum_brake(ComponentBuilder& c) {
  const RelativeMotion motion = relative_motion(c);
  const Expression S = c.input("S", "N", "force that pushes the shoes apart; zero and below frees the drum");
  auto radius = c.parameter("drum_radius", 0.15, "m", "from the axis to the lining").above(0);
  auto slipping = c.parameter("friction_coefficient", 0.3, "1", "between lining and drum while it slips").at_least(0);
  auto sticking = c.parameter("static_friction_coefficient", 0.3, "1", "the same while it sticks").at_least(slipping);
  auto actuator = c.parameter("actuator_distance", 0.2, "m", "from the hinge to the line of the actuating force").above(0);
  auto friction = c.parameter("friction_distance", 0.12, "m", "from the hinge to the line of the friction force").at_least(0);
  auto normal = c.parameter("normal_distance", 0.1, "m", "from the hinge to the line of the normal force").above(sticking * friction);
  const auto torque = [&](const Expression& mu) {
    const Expression lever = mu * friction;
    return mu * radius * actuator * max(S, 0) * (1 / (normal - lever) + 1 / (normal + lever));
  };
  const Expression direction =
      c.dry_friction("friction law", motion.velocity, motion.force, torque(sticking), [&](const Expression&) { return torque(slipping); });
  partial::show_friction(c, motion, c.open_while(S <= 0, direction));
}

}  // namespace stribeck::rotational
