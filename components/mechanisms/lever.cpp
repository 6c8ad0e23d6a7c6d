#include "stribeck/component.hpp"

namespace stribeck::mechanisms {

/// Ideal lever on which three points move along parallel lines, for small angles. No mass, no friction, nothing bends.
///     (a + b) v_C = b v_A + a v_B,  a = distance A to C, b = distance B to C
///     (a + b) F_A = -b F_C,  (a + b) F_B = -a F_C
/// Drawing: a straight bar with A at one end, B at the other and C between them; every port moves across the bar, forwards on the same
/// side. Forces are positive into the lever. Ground at C makes a seesaw (v_A/a = -v_B/b), ground at B a wheelbarrow
/// (v_C = v_A b/(a + b)), no ground a balance beam that shares the force at C between A and B.
/// The pin at each point carries the force of its port: of a seesaw, the fulcrum C.F. The bar is bent most at C, by bending_moment = a F_A.
/// Assumes small angles, so that the arms keep their lengths. Law: moments about any of the points vanish.
/// Source: law of the lever; balance of power.
void lever(ComponentBuilder& c) {
  const Port A = c.port("A", "translational", "one end");
  const Port B = c.port("B", "translational", "the other end");
  const Port C = c.port("C", "translational", "the point between the ends");
  auto a = c.parameter("ac_arm_length", 0.1, "m", "distance from A to C").above(0);
  auto b = c.parameter("bc_arm_length", 0.1, "m", "distance from B to C").above(0);
  c.relation("velocities", (a + b) * C.across() == b * A.across() + a * B.across());
  c.relation("force on A", (a + b) * A.through() == -b * C.through());
  c.relation("force on B", (a + b) * B.through() == -a * C.through());
  c.on_request("bending_moment", "N*m", "of the bar at C", a * A.through());
}

}  // namespace stribeck::mechanisms
