#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Measures the force in a rigid link, transmitted from R to C. Put it into the line of force, never across an element.
///     x_R = x_C
/// Assumes a rigid link without mass.
/// Source: definition; the link carries the force that it shows.
void force_sensor(ComponentBuilder& c) {
  const Port R = c.port("R", "translational", "the side that the force comes from");
  const Port C = c.port("C", "translational", "the side that the force goes to");
  const Expression F = c.output("F", "N", "force transmitted from R to C");
  c.fixed_displacement(R, C, "x", "position of R relative to C: the link is rigid and has no length", 0);
  c.relation("force on R", R.through() == F);
  c.relation("force on C", C.through() == -F);
  c.causality(F, indifferent);
}

}  // namespace stribeck::translational
