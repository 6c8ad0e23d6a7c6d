#include "stribeck/component.hpp"

namespace stribeck::example {

/// A spring whose force was measured at some extensions; between them a monotone cubic, beyond them a straight line.
///     F = f(x)
void measured_spring(ComponentBuilder& c) {
  const auto motion = translational::relative_motion(c);
  const List at = c.ascending_list("extensions", "m", "where the force was measured", {-0.1, 0, 0.1});
  const List forces = c.list("forces", "N", "what was measured there", {-20, 0, 15});
  const Expression x = c.displacement(motion.r, motion.c, "x", "position of R relative to C");
  const Table table{"monotone", "extend"};
  const Table energy{"monotone", "extend", -1};
  c.relation("measured", motion.force == c.interpolate(at, forces, x, table));
  c.stores(c.interpolate(at, forces, x, energy));
  c.causality(motion.force, fixed_force_out);
}

}  // namespace stribeck::example
