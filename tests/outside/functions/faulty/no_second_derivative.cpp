#include <cmath>

#include "stribeck/component.hpp"

namespace stribeck::faulty {

/// A cam whose lift is C code, with too few derivatives for the acceleration of its follower.
void no_second_derivative(ComponentBuilder& c) {
  const Port C = c.port("C", "rotational", "cam");
  const Port F = c.port("F", "translational", "follower");
  const Expression phi = c.position(C, "phi", "angle of the cam");
  const Expression x = c.position(F, "x", "position of the follower");
  const Function lift = c.function("lift", "m", "position at an angle", {{"phi", "rad"}}, [](double a) { return 1 - std::cos(a); });
  const Function slope = c.function("slope", "m", "its derivative", {{"phi", "rad"}}, [](double a) { return std::sin(a); });
  lift.derivative(0, [](double a) { return std::sin(a); });
  slope.derivative(0, [](double a) { return std::cos(a); });
  c.relation("profile", x == lift(phi));
  c.relation("torque on the cam", C.through() == -F.through() * slope(phi));
}

}  // namespace stribeck::faulty
