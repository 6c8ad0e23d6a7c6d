#include <cmath>

#include "stribeck/component.hpp"

namespace stribeck::example {

namespace {
double lift(double phi, double e) { return e * (1 - std::cos(phi)); }
double slope(double phi, double e) { return e * std::sin(phi); }
double curvature(double phi, double e) { return e * std::cos(phi); }
}  // namespace

/// An eccentric whose lift is C code. The follower is held on both sides; its acceleration follows from the second derivative.
///     x = lift(phi, e),  T_C = -F_F dlift/dphi
void eccentric(ComponentBuilder& c) {
  const Port C = c.port("C", "rotational", "cam");
  const Port F = c.port("F", "translational", "follower");
  auto e = c.parameter("eccentricity", required, "mm", "distance of its middle from the axis").above(0);
  const Expression phi = c.position(C, "phi", "angle of the cam");
  const Expression x = c.position(F, "x", "position of the follower");
  const Function profile = c.function("lift", "mm", "position at an angle", {{"phi", "rad"}, {"e", "mm"}}, lift);
  const Function rise = profile.derivative(0, slope);
  const Function bend = rise.derivative(0, curvature);
  bend.derivative(0, [](double angle, double radius) { return -slope(angle, radius); });
  c.relation("profile", x == profile(phi, e));
  c.relation("torque on the cam", C.through() == -F.through() * rise(phi, e));
}

}  // namespace stribeck::example
