#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Measures the power that goes through a rigid shaft from R to C, and the energy that has gone. Put it into the line of torque.
///     P = T w_R,  dE/dt = P;  T transmitted from R to C
/// The energy is zero at the start unless a target of sum says otherwise.
void power_sensor(ComponentBuilder& c) {
  const Port R = c.port("R", "rotational", "the side that the power comes from");
  const Port C = c.port("C", "rotational", "the side that it goes to");
  const Expression T = c.variable("T", "N*m", "torque transmitted from R to C");
  const Expression P = c.output("P", "W", "power transmitted from R to C");
  const Expression E = c.output("E", "J", "energy transmitted so far");
  const Expression sum = c.hidden_variable("sum", "J", "energy transmitted so far");
  c.fixed_displacement(R, C, "phi", "angle of R relative to C: the shaft is rigid", 0);
  c.relation("torque on R", R.through() == T);
  c.relation("torque on C", C.through() == -T);
  c.relation("power", P == T * R.across());
  c.relation("energy", der(sum) == P);
  c.relation("energy shown", E == sum);
  c.causality(T, indifferent);
}

}  // namespace stribeck::rotational
