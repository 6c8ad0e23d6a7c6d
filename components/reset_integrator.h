#pragma once
// The reset integrator of Haessig and Friedland.
#include "friction_family.h"

namespace stribeck::partial {

inline void reset_integrator_friction(ComponentBuilder& c, const FrictionWords& words) {
  FrictionElement element(c, words);
  const Parameter coulomb = element.coulomb().above(0);
  const Parameter stiction = element.stiction(coulomb);
  const Parameter stiffness =
      element.stiffness(1e5, 1e3, "bristle_stiffness", "Coulomb level over the deflection at which it slips").above(0);
  const Parameter damping = element.damping(100, 1, "bristle_damping", "while it holds").at_least(0);
  const Expression v = element.velocity(), most = coulomb / stiffness;
  const Expression z = c.variable("z", words.domain.position_unit, "deflection of the bond");
  const Expression slip = c.discrete("slip", "1", "1 slips forwards, -1 backwards, 0 holds", 0);
  c.when("slips forwards", z >= most && v > 0, {{slip, 1}});
  c.when("slips backwards", z <= -most && v < 0, {{slip, -1}});
  c.when("holds", slip * v < 0, {{slip, 0}});
  const Condition slips = square(slip) > 0.5;
  const Expression rate = if_else(slips, 0, v);
  c.relation("bond", der(z) == rate);
  start_as_given_or_sliding(c, {{z, sign(v) * most}, {slip, sign(v)}});
  const Expression bond = stiction / coulomb * stiffness;
  element.law("reset integrator", if_else(slips, coulomb * slip, bond * z + damping * v), element.viscous() * v);
  element.stores(0.5 * bond * square(z), bond * z * rate);
}

}  // namespace stribeck::partial
