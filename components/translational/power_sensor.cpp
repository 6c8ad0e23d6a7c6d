#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Measures the power that goes through a rigid link from R to C, and the energy that has gone. Put it into the line of force.
///     P = F v_R,  dE/dt = P;  F transmitted from R to C
/// The energy is zero at the start unless a target of sum says otherwise.
void power_sensor(ComponentBuilder& c) {
  const Port R = c.port("R", "translational", "the side that the power comes from");
  const Port C = c.port("C", "translational", "the side that it goes to");
  const Expression F = c.variable("F", "N", "force transmitted from R to C");
  const Expression P = c.output("P", "W", "power transmitted from R to C");
  const Expression E = c.output("E", "J", "energy transmitted so far");
  const Expression sum = c.hidden_variable("sum", "J", "energy transmitted so far");
  c.fixed_displacement(R, C, "x", "position of R relative to C: the link is rigid", 0);
  c.relation("force on R", R.through() == F);
  c.relation("force on C", C.through() == -F);
  c.relation("power", P == F * R.across());
  c.relation("energy", der(sum) == P);
  c.relation("energy shown", E == sum);
  c.causality(F, indifferent);
}

}  // namespace stribeck::translational
