#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Measures the torque in a rigid shaft, transmitted from R to C. Put it into the line of torque, never across an element.
///     phi_R = phi_C
/// Assumes a rigid shaft without inertia.
/// Source: definition; the shaft carries the torque that it shows.
void torque_sensor(ComponentBuilder& c) {
  const Port R = c.port("R", "rotational", "the side that the torque comes from");
  const Port C = c.port("C", "rotational", "the side that the torque goes to");
  const Expression T = c.output("T", "N*m", "torque transmitted from R to C");
  c.fixed_displacement(R, C, "phi", "angle of R relative to C: the shaft is rigid", 0);
  c.relation("torque on R", R.through() == T);
  c.relation("torque on C", C.through() == -T);
  c.causality(T, indifferent);
}

}  // namespace stribeck::rotational
