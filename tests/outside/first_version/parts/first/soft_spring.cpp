#include "stribeck/component.hpp"

namespace stribeck::first {

/// A spring that grows softer the further it is stretched, as a plugin of the first version of the interface had it.
///     F = c x / (1 + s |x|)
void soft_spring(ComponentBuilder& c) {
  const auto motion = translational::relative_motion(c);
  auto stiffness = c.parameter("stiffness", required, "N/m", "at rest").above(0);
  auto softening = c.parameter("softening", 2, "1/m", "how fast it grows softer").at_least(0);
  const Expression x = c.displacement(motion.r, motion.c, "x", "position of R relative to C");
  c.relation("law", motion.force == stiffness * x / (1 + softening * abs(x)));
  c.causality(motion.force, fixed_force_out);
}

}  // namespace stribeck::first
