// Sensors in the line of force: rigid links that tell what goes through them.
#include "stribeck/component.hpp"

namespace stribeck {

/// Measures the {force} in a rigid {link|shaft}, transmitted from R to C. Put it into the line of {force}, never across an element.
///     {x}_R = {x}_C
/// Assumes a rigid {link|shaft} without {mass}.
/// Source: definition; the {link|shaft} carries the {force} that it shows.
void force_sensor(ComponentBuilder& c, const DomainWords& in) {
  const Port R = c.port("R", in.name, in("the side that the {force} comes from"));
  const Port C = c.port("C", in.name, in("the side that the {force} goes to"));
  const Expression F = c.output(in("{F}"), in("{N}"), in("{force} transmitted from R to C"));
  c.fixed_displacement(R, C, in("{x}"), in("{position} of R relative to C: the {link is rigid and has no length|shaft is rigid}"), 0);
  c.relation(in("{force} on R"), R.through() == F);
  c.relation(in("{force} on C"), C.through() == -F);
  c.causality(F, indifferent);
}

/// Measures the power that goes through a rigid {link|shaft} from R to C, and the energy that has gone. Put it into the line of {force}.
///     P = {F} {v}_R,  dE/dt = P;  {F} transmitted from R to C
/// The energy is zero at the start unless a target of sum says otherwise.
/// Assumes a rigid link without mass.
/// Source: definition of power and energy.
void power_sensor(ComponentBuilder& c, const DomainWords& in) {
  const Port R = c.port("R", in.name, "the side that the power comes from");
  const Port C = c.port("C", in.name, "the side that it goes to");
  const Expression F = c.variable(in("{F}"), in("{N}"), in("{force} transmitted from R to C"));
  const Expression P = c.output("P", "W", "power transmitted from R to C");
  const Expression E = c.output("E", "J", "energy transmitted so far");
  const Expression sum = c.hidden_variable("sum", "J", "energy transmitted so far");
  c.fixed_displacement(R, C, in("{x}"), in("{position} of R relative to C: the {link|shaft} is rigid"), 0);
  c.relation("force on R", R.through() == F);
  c.relation("force on C", C.through() == -F);
  c.relation("power", P == F * R.across());
  c.relation("energy", der(sum) == P);
  c.relation("energy shown", E == sum);
  c.causality(F, indifferent);
}

}  // namespace stribeck
