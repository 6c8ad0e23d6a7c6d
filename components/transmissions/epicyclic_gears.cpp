#include "stribeck/component.hpp"
#include "transmissions/reactions.h"

namespace stribeck::mechanisms {

/// Ideal planetary gear set: a sun wheel in the middle, a toothed ring around it, planets between them on a carrier.
///     (1 + g) w_C = w_S + g w_R,  g = z_R / z_S
///     T_R = g T_S,  T_C = -(1 + g) T_S
/// Drawing: from the axis outwards stand the sun (S), a planet, the ring (R); the planet's axle is held by the carrier (C). z_R and z_S are
/// the numbers of teeth of ring and sun. All three turn about the same axis and count the same way round; torques are positive into the
/// gear set. Held ring: w_S = (1 + g) w_C. Held carrier: w_S = -g w_R. Held sun: (1 + g) w_C = g w_R. tooth_forces: each of n planets that
/// share the load evenly carries T_S/(n r_S) at either mesh and twice that on its axle; sun and ring press no bearing then.
/// Assumes no losses, no play, no inertia.
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

/// Ideal planetary gear set with pairs of planets that mesh with each other: with the carrier held, sun and ring turn the same way.
///     w_S + (g - 1) w_C = g w_R,  g = z_R / z_S
///     T_R = -g T_S,  T_C = (g - 1) T_S
/// Drawing: from the axis outwards stand the sun (S), an inner planet, an outer planet, the ring (R); the axles of both planets are held by
/// the carrier (C). z_R and z_S are the numbers of teeth of ring and sun. All count the same way round; torques are positive into the gear
/// set. Held carrier: w_S = g w_R. Held ring: w_S = -(g - 1) w_C. Held sun: (g - 1) w_C = g w_R.
/// Assumes no losses, no play, no inertia.
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

/// Ideal differential: one drive shaft shares its torque evenly between two shafts that may turn at different speeds.
///     w_D = N (w_S1 + w_S2) / 2
///     T_S1 = T_S2 = -N T_D / 2
/// Drawing: the drive shaft (D) turns the crown wheel N times slower than itself; the crown wheel carries bevel planets, and on either side
/// of them sit the side shafts (S1, S2). The crown wheel turns at the mean of their speeds. Torques are positive into the differential, so
/// each side shaft delivers N/2 times what the drive shaft takes. A negative ratio: the crown wheel on the other side of the drive shaft.
/// Assumes no losses, no inertia.
/// Assumes rigid wheels without friction between the side shafts (an open differential). Law: Willis's equation with sun and ring alike.
/// Source: Willis's equation.
void differential(ComponentBuilder& c) {
  const Port D = c.port("D", "rotational", "drive shaft");
  const Port S1 = c.port("S1", "rotational", "first side shaft");
  const Port S2 = c.port("S2", "rotational", "second side shaft");
  auto N = c.parameter("ratio", 4, "1", "turns of the drive shaft for one of the crown wheel; not zero");
  N.above(if_else(N < 0, -std::numeric_limits<double>::infinity(), 0));  // either sign, but a ratio of zero is no gear
  c.relation("speeds", 2 * D.across() == N * (S1.across() + S2.across()));
  c.relation("torque on the first side shaft", 2 * S1.through() == -N * D.through());
  c.relation("torque on the second side shaft", S2.through() == S1.through());
}

}  // namespace stribeck::mechanisms
