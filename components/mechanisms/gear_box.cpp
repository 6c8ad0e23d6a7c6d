#include "stribeck/component.hpp"

namespace stribeck::mechanisms {

/// Ideal pair of gears or gear box on a fixed housing: no losses, no play, no inertia.
///     w_S = N w_O,  T_O = -N T_S
/// Torques are positive into the box, so the output shaft delivers N times what the input shaft takes. A negative ratio reverses.
/// Assumes rigid teeth without play on a housing that does not move. Law: power in equals power out, T_S w_S + T_O w_O = 0.
void gear_box(ComponentBuilder& c) {
  const Port S = c.port("S", "rotational", "input shaft");
  const Port O = c.port("O", "rotational", "output shaft");
  auto N = c.parameter("ratio", 5, "1", "turns of the input shaft for one of the output shaft; not zero");
  N.above(if_else(N < 0, -std::numeric_limits<double>::infinity(), 0));  // either sign, but a ratio of zero is no gear
  c.relation("speeds", S.across() == N * O.across());
  c.relation("torques", O.through() == -N * S.through());
}

}  // namespace stribeck::mechanisms
