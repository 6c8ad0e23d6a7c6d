#pragma once
// What is shared by the parts that hold one way and run the other.
#include "loaded_friction.h"

namespace stribeck::partial {

inline constexpr const char* kFreewheelModeDoc = "0 locked, -1 runs free";

/// Locks forwards, whatever the force; backwards it runs against a drag.
inline void freewheel(ComponentBuilder& c, const RelativeMotion& motion, const char* drag_name, const char* drag_unit) {
  const Parameter drag = c.parameter(drag_name, 0, drag_unit, "what opposes it while it runs free").at_least(0);
  const Expression direction =
      c.dry_friction("freewheel law", motion.velocity, motion.force, FrictionLevels{unbounded, 0}, FrictionLevels{drag, drag});
  show_friction(c, motion, direction, kFreewheelModeDoc);
}

}  // namespace stribeck::partial
