#pragma once
// Friction of rocks.
#include "friction_family.h"

namespace stribeck::partial {

inline void rate_and_state_friction(ComponentBuilder& c, const FrictionWords& words) {
  FrictionElement element(c, words);
  const bool ages = c.option("evolution", "ageing|slip",
                             "ageing: contacts grow stronger at rest, too (Dieterich); slip: only where they slip (Ruina)") == 0;
  const Parameter steady =
      element.level(words.coulomb, 20, "coulomb_coefficient", 0.6, "what opposes steady slip at reference_velocity").above(0);
  const Parameter direct = c.parameter("direct_share", 0.02, "1", "a: rise at once by a jump of speed to e times it, over that").above(0);
  const Parameter evolving = c.parameter("evolving_share", 0.03, "1", "b: what of it is lost again over slip_distance").at_least(0);
  const Parameter reference = element.speed("reference_velocity", 0.01, "at which the Coulomb level is meant").above(0);
  const Parameter low = element.speed("low_speed", 0.001, "over which friction rises from rest").above(0);
  const Parameter distance = element.distance("slip_distance", 1e-3, "over which contacts are renewed").above(0);
  const Expression v = element.velocity();
  const Expression psi = c.variable("psi", "1", "logarithm of the age of the contacts over slip_distance/reference_velocity");
  constexpr double kLeast = 1e-12;  // of reference_velocity: the logarithm has no value at rest, where what it is multiplied by is zero
  const Expression settled = -log(max(abs(v) / reference, kLeast));  // what psi tends to in slip at that speed
  c.relation("age", der(psi) == (ages ? reference * exp(-psi) - abs(v) : abs(v) * (settled - psi)) / distance);
  start_as_given_or_sliding(c, {{psi, -log(max(abs(v), low) / reference)}});
  const Expression speed = sqrt(square(v) + square(low));
  const Expression share = max(1 + direct * log(speed / reference) + evolving * psi, 0);
  element.law("rate and state", steady * v / speed * share, element.viscous() * v);
  element.dissipates_all();
}

}  // namespace stribeck::partial
