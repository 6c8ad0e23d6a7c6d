#include "stribeck/component.hpp"
#include "transmissions/housing.h"
#include "transmissions/reactions.h"

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

/// Gear whose ratio is a signal: a continuously variable transmission without losses, play or inertia.
///     w_S = N(t) w_O,  T_O = -N(t) T_S
/// Torques are positive into the box. What changes the ratio does no work.
/// Assumes no slip, on a housing that does not move. Law: power in equals power out, T_S w_S + T_O w_O = 0.
/// Limits: where inertias hang rigidly on both shafts N must have a derivative: smooth a step with signals.second_order. N must stay above
/// zero.
/// Source: law of gearing; balance of power. Driveline: Variable Ratio Transmission, without its compliance.
void variable_gear(ComponentBuilder& c) {
  const Port S = c.port("S", "rotational", "input shaft");
  const Port O = c.port("O", "rotational", "output shaft");
  const Expression N = c.input("N", "1", "turns of the input shaft for one of the output shaft");
  c.require(N > 0, "the ratio of the gear is not above zero");
  c.relation("speeds", S.across() == N * O.across());
  c.relation("torques", O.through() == -N * S.through());
}

}  // namespace stribeck::mechanisms
