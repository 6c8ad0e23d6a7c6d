#include "stribeck/component.hpp"

namespace stribeck::mechanisms {

/// Ideal differential: one drive shaft shares its torque evenly between two shafts that may turn at different speeds. No losses, no
/// inertia.
///     w_D = N (w_S1 + w_S2) / 2
///     T_S1 = T_S2 = -N T_D / 2
/// Drawing: the drive shaft (D) turns the crown wheel N times slower than itself; the crown wheel carries bevel planets, and on either side
/// of them sit the side shafts (S1, S2). The crown wheel turns at the mean of their speeds. Torques are positive into the differential, so
/// each side shaft delivers N/2 times what the drive shaft takes. A negative ratio: the crown wheel on the other side of the drive shaft.
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
