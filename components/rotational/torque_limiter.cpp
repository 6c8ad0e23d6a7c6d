#include "../loaded_friction.h"

#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Slipping hub that protects a shaft: rigid up to a torque, beyond it slips.
///     sticks:  w = 0,  |T| <= maximum_torque
///     slips:   T = sign(w) slip_ratio maximum_torque
/// T is transmitted from R to C.
/// Assumes one level at which it slips, whatever the speed.
/// Source: Coulomb's law of friction.
void torque_limiter(ComponentBuilder& c) {
  const RelativeMotion motion = relative_motion(c);
  auto most = c.parameter("maximum_torque", 100, "N*m", "the most that it transmits without slip").at_least(0);
  auto ratio = c.parameter("slip_ratio", 1, "1", "torque while it slips over maximum_torque").between(0, 1);
  const Expression direction =
      c.dry_friction("friction law", motion.velocity, motion.force, most, [&](const Expression&) { return ratio * most; });
  partial::show_friction(c, motion, direction, partial::kModeDoc);
}

}  // namespace stribeck::rotational
