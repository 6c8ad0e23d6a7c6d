#include "../reactions.h"
#include "stribeck/component.hpp"

namespace stribeck::mechanisms {

/// Belt over two pulleys that stretches but does not slip.
///     s = r_A phi_A -+ r_B phi_B,  F = k s + d ds/dt,  T_A = r_A F,  T_B = -+r_B F
/// F is the difference of the tensions of the two strands; k and d are those of both together. s is the stretch of the one that pulls, zero
/// at the start unless a target says otherwise. The upper sign is for an open belt, the lower one for a crossed one. It pulls both ways as
/// a belt under enough pretension does. Torques are positive into the drive.
/// shaft_forces: with the pretension F_0 the strands carry F_0 + F/2 and F_0 - F/2; their sum presses the shafts together, 2 F_0
/// cos(alpha), their difference shifts them across, F sin(alpha), where sin(alpha) = (r_A -+ r_B)/distance. x points from A to B.
/// Assumes a belt without mass and pretension enough that neither strand goes slack. Law: Hooke's, both strands side by side.
/// Source: Hooke's law.
void elastic_belt(ComponentBuilder& c) {
  const Port A = c.port("A", "rotational", "first pulley");
  const Port B = c.port("B", "rotational", "second pulley");
  const int crossed = c.option("belt", "open|crossed", "open: the pulleys turn the same way; crossed: opposite ways");
  auto radius_a = c.parameter("radius_a", 0.1, "m", "radius of the first pulley").above(0);
  auto radius_b = c.parameter("radius_b", 0.1, "m", "radius of the second pulley").above(0);
  auto k = c.parameter("stiffness", 1e5, "N/m", "of both strands together").at_least(0);
  auto d = c.parameter("damping", 0, "N*s/m", "of both strands together").at_least(0);
  const Expression s = c.variable("s", "m", "stretch of the strand that pulls");
  const Expression F = c.variable("F", "N", "difference of the tensions of the strands");
  const Expression rate = c.variable("rate", "m/s", "how fast it stretches");
  const Expression other = crossed == 0 ? Expression(radius_b) : -radius_b;
  c.relation("rate of stretch", rate == radius_a * A.across() - other * B.across());
  c.relation("stretch", der(s) == rate);
  c.relation("tension", F == k * s + d * rate);
  c.relation("torque on the first pulley", A.through() == radius_a * F);
  c.relation("torque on the second pulley", B.through() == -other * F);
  c.stores(0.5 * k * square(s));
  c.dissipates(d * square(rate));
  partial::belt_forces(c, F, radius_a, other);
}

}  // namespace stribeck::mechanisms
