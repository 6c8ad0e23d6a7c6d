#include "../reactions.h"
#include "stribeck/component.hpp"

namespace stribeck::mechanisms {

/// Ideal belt over two pulleys on fixed axes: it neither stretches nor slips. No losses, no inertia.
///     r_A w_A = +-r_B w_B,  r_A T_B = -+r_B T_A
/// Drawing: pulleys A and B side by side. An open belt runs straight from one to the other and turns both the same way round (upper sign);
/// a crossed belt crosses itself between them and turns them opposite ways (lower sign). Torques are positive into the drive.
/// shaft_forces: with the pretension F_0 the strands carry F_0 + F/2 and F_0 - F/2, F = T_A/r_A; their sum presses the shafts together, 2
/// F_0 cos(alpha), their difference shifts them across, F sin(alpha), where sin(alpha) = (r_A -+ r_B)/distance. x points from A to B.
/// Assumes a belt without mass, tight enough never to slip, on pulleys whose axes do not move. Law: what one pulley takes in the other
/// gives out, T_A w_A + T_B w_B = 0.
/// Source: a rope that does not slip has one speed; balance of power.
void belt_drive(ComponentBuilder& c) {
  const Port A = c.port("A", "rotational", "first pulley");
  const Port B = c.port("B", "rotational", "second pulley");
  const int crossed = c.option("belt", "open|crossed", "open: the pulleys turn the same way; crossed: opposite ways");
  auto radius_a = c.parameter("radius_a", 0.1, "m", "radius of the first pulley").above(0);
  auto radius_b = c.parameter("radius_b", 0.1, "m", "radius of the second pulley").above(0);
  const Expression other = crossed == 0 ? Expression(radius_b) : -radius_b;
  c.relation("belt speed", radius_a * A.across() == other * B.across());
  c.relation("belt force", radius_a * B.through() == -other * A.through());
  partial::belt_forces(c, A.through() / radius_a, radius_a, other);
}

}  // namespace stribeck::mechanisms
