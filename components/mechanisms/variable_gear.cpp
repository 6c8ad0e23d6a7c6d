#include "stribeck/component.hpp"

namespace stribeck::mechanisms {

/// Gear whose ratio is a signal: a continuously variable transmission without losses, play or inertia.
///     w_S = N(t) w_O,  T_O = -N(t) T_S
/// Torques are positive into the box. Where inertias hang rigidly on both shafts N must have a derivative: smooth a step with
/// signals.second_order. N must stay above zero. What changes the ratio does no work.
/// Assumes no slip, on a housing that does not move. Law: power in equals power out, T_S w_S + T_O w_O = 0.
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
