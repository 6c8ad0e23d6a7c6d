#include "../housing.h"
#include "../reactions.h"
#include "stribeck/component.hpp"

namespace stribeck::mechanisms {

/// Ideal pair of gears or gear box: no losses, no play, no inertia.
///     w_S - w_H = N (w_O - w_H),  T_O = -N T_S,  T_H = (N - 1) T_S
/// Torques are positive into the box, so the output shaft delivers N times what the input shaft takes. A negative ratio reverses. The
/// housing stands still (w_H = 0) unless it is a port: then what holds it feels the difference of both torques.
/// tooth_forces of a pair of wheels: F_t = T_S/r along the pitch circles, |F_t| tan(alpha)/cos(beta) apart, F_t tan(beta) along the axles,
/// for pressure angle alpha and helix angle beta; the bearings of either axle carry all three.
/// Assumes rigid teeth without play. Law: power in equals power out, T_S w_S + T_O w_O + T_H w_H = 0.
/// Source: law of gearing; balance of power.
void gear_box(ComponentBuilder& c) {
  const Port S = c.port("S", "rotational", "input shaft");
  const Port O = c.port("O", "rotational", "output shaft");
  const partial::Housing housing(c);
  auto N = c.parameter("ratio", 5, "1", "turns of the input shaft for one of the output shaft; not zero");
  N.above(if_else(N < 0, -std::numeric_limits<double>::infinity(), 0));  // either sign, but a ratio of zero is no gear
  c.relation("speeds", housing.relative(S) == N * housing.relative(O));
  c.relation("torques", O.through() == -N * S.through());
  housing.holds(c, S.through() + O.through());
  partial::tooth_forces_of_pair(c, S.through());
}

}  // namespace stribeck::mechanisms
