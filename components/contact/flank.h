#pragma once
// An elastic flank with a damper: of backlash, and of a chain that grows taut.
#include "stribeck/component.hpp"

namespace stribeck::partial {

enum class BacklashLaw { limited_damping, full_damping, smooth };

/// What one flank does: its push, its elastic energy and the power it turns into heat.
struct Flank {
  Expression push, stored, dissipated;
};

/// One flank, pressed by `depth` at `rate`; it never pulls.
inline Flank flank(BacklashLaw law, const Expression& depth, const Expression& rate, const Expression& stiffness,
                   const Expression& damping) {
  const Condition touching = depth >= 0;
  const Expression elastic = stiffness * depth, viscous = damping * rate;
  const Expression braking = law == BacklashLaw::limited_damping ? if_else(viscous >= elastic, elastic, viscous) : viscous;
  const Condition pressing = elastic + viscous >= 0;
  const Expression heat = if_else(pressing, braking, -max(elastic, 0)) * rate;
  return {if_else(touching, if_else(pressing, elastic + braking, 0), 0), if_else(touching, 0.5 * stiffness * square(depth), 0),
          if_else(touching, heat, 0)};
}

}  // namespace stribeck::partial
