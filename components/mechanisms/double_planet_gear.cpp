#include "stribeck/component.hpp"

namespace stribeck::mechanisms {

/// Ideal planetary gear set with pairs of planets that mesh with each other: with the carrier held, sun and ring turn the same way. No
/// losses, no play, no inertia.
///     w_S + (g - 1) w_C = g w_R,  g = z_R / z_S
///     T_R = -g T_S,  T_C = (g - 1) T_S
/// Drawing: from the axis outwards stand the sun (S), an inner planet, an outer planet, the ring (R); the axles of both planets are held by
/// the carrier (C). All count the same way round; torques are positive into the gear set. Held carrier: w_S = g w_R. Held ring:
/// w_S = -(g - 1) w_C. Held sun: (g - 1) w_C = g w_R.
/// Source: Willis (1870), Principles of Mechanism, 2nd edition, on epicyclic trains.
/// Assumes rigid teeth without play.
void double_planet_gear(ComponentBuilder& c) {
  const Port S = c.port("S", "rotational", "sun");
  const Port C = c.port("C", "rotational", "carrier of the planets");
  const Port R = c.port("R", "rotational", "ring");
  auto g = c.parameter("ring_to_sun_ratio", 2, "1", "teeth of the ring for each tooth of the sun").above(1);
  c.relation("speeds", S.across() + (g - 1) * C.across() == g * R.across());
  c.relation("torque on the ring", R.through() == -g * S.through());
  c.relation("torque on the carrier", C.through() == (g - 1) * S.through());
}

}  // namespace stribeck::mechanisms
