#pragma once
// The friction of Gonthier and others.
#include "bristles.h"

namespace stribeck::partial {

inline void gonthier_friction(ComponentBuilder& c, const FrictionWords& words) {
  FrictionElement element(c, words);
  const Parameter coulomb = element.coulomb().above(0);
  const Parameter stiction = element.stiction(coulomb);
  const Parameter reference = element.speed("stribeck_velocity", 0.1, "speed beyond which bristles slip").above(0);
  const Parameter low = element.speed("low_speed", 0.001, "over which the direction goes over").above(0);
  const Parameter stiffness = element.stiffness(1e5, 1e3, "bristle_stiffness", "of the bristles").above(0);
  const Parameter damping = element.damping(100, 1, "bristle_damping", "of the bristles").above(0);
  const Parameter dwell = c.parameter("dwell_time", 1, "s", "over which contact at rest grows stronger").above(0);
  const Bristles bristles(element);
  const Expression v = element.velocity(), z = bristles.z;
  const Expression rest = exp(-square(v / reference)), u = min(max(v / low, -1), 1), direction = u * (1.5 - 0.5 * u * u);
  c.relation("bristles", bristles.rate == rest * v + (1 - rest) * (coulomb * direction - stiffness * z) / damping);
  const Expression bond = c.variable("bond", "1", "how far contact has grown stronger, 0 to 1");
  c.relation("bond", der(bond) == max(rest - bond, 0) / dwell + min(rest - bond, 0) * stiffness / damping);
  constexpr double kLeast = 1e-12;  // at rest nothing slips, and the deflection has no limit
  const Expression lagging = rest * v * damping / max(1 - rest, kLeast);
  start_as_given_or_sliding(c, {{z, (coulomb * direction + lagging) / stiffness}, {bond, rest}});
  const Expression most = coulomb + (stiction - coulomb) * bond;
  const Expression push = stiffness * z + damping * bristles.rate;
  element.law("Gonthier friction", min(max(push, -most), most), element.viscous() * v);
  element.stores(0.5 * stiffness * square(z), stiffness * z * bristles.rate);
}

}  // namespace stribeck::partial
