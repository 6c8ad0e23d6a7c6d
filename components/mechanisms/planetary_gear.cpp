#include "../reactions.h"
#include "stribeck/component.hpp"

namespace stribeck::mechanisms {

/// Ideal planetary gear set: a sun wheel in the middle, a toothed ring around it, planets between them on a carrier. No losses, no play,
/// no inertia.
///     (1 + g) w_C = w_S + g w_R,  g = z_R / z_S
///     T_R = g T_S,  T_C = -(1 + g) T_S
/// Drawing: from the axis outwards stand the sun (S), a planet, the ring (R); the planet's axle is held by the carrier (C). All three turn
/// about the same axis and count the same way round; torques are positive into the gear set. Held ring: w_S = (1 + g) w_C. Held carrier:
/// w_S = -g w_R. Held sun: (1 + g) w_C = g w_R.
/// tooth_forces: each of n planets that share the load evenly carries T_S/(n r_S) at either mesh and twice that on its axle; sun and ring
/// press no bearing then.
/// Source: Willis (1870), Principles of Mechanism, 2nd edition, on epicyclic trains.
/// Assumes rigid teeth without play.
void planetary_gear(ComponentBuilder& c) {
  const Port S = c.port("S", "rotational", "sun");
  const Port C = c.port("C", "rotational", "carrier of the planets");
  const Port R = c.port("R", "rotational", "ring");
  auto g = c.parameter("ring_to_sun_ratio", 2, "1", "teeth of the ring for each tooth of the sun").above(1);
  c.relation("speeds", (1 + g) * C.across() == S.across() + g * R.across());
  c.relation("torque on the ring", R.through() == g * S.through());
  c.relation("torque on the carrier", C.through() == -(1 + g) * S.through());
  if (!partial::shows_tooth_forces(c)) return;
  auto planets = c.parameter("planets", 3, "1", "number of planets").at_least(1);
  auto radius = c.parameter("sun_radius", required, "mm", "pitch radius of the sun").above(0);
  const Expression tangential = S.through() / (planets * radius);
  c.on_request("tangential_force", "N", "between the teeth of each planet and sun or ring", tangential);
  c.on_request("axle_force", "N", "of each planet on its axle, forwards", 2 * tangential);
}

}  // namespace stribeck::mechanisms
