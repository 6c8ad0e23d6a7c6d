#include "stribeck/component.hpp"

namespace stribeck::mechanisms {

/// Ideal slider-crank: rotation of a crank into the to and fro of a slider, and back. No mass, no friction, nothing bends.
///     x = r cos(phi) + sqrt(l^2 - r^2 sin(phi)^2)
///     T_C = -F_S dx/dphi,  dx/dphi = -r sin(phi) (1 + r cos(phi) / sqrt(l^2 - r^2 sin(phi)^2))
/// Drawing: the crank (C, radius r) turns about the origin; from its pin a rod of length l > r leads to the slider (S), which moves on a
/// line through the crank's axis. phi = 0 points the crank at the slider: the outer dead centre, x = l + r; phi = pi is the inner one,
/// x = l - r. Both are positions from the origin, so a ground tells where the housing is. At the dead centres no force on the slider turns
/// the crank; put an inertia on it to carry it through.
/// The relation is one between positions: the velocities and accelerations follow from it by differentiation, and it never drifts.
/// Reactions, for the joints that carry them: tan(beta) = r sin(phi)/(l cos(beta)), rod_force = -F_S/cos(beta) pushes the rod together,
/// guide_force = F_S tan(beta) presses the slider on its guide, bearing_x = F_S and bearing_y = -F_S tan(beta) the crank on its bearing; x
/// points to the slider, y to where the crank's pin is at phi = 90 deg. Rod and crank have no mass: forces of inertia are those of the
/// bodies at the ports alone.
/// Assumes rigid parts in one plane, forces on the slider along its line. Law of the forces: virtual work.
/// Source: geometry of the triangle; principle of virtual work.
void slider_crank(ComponentBuilder& c) {
  const Port C = c.port("C", "rotational", "crank");
  const Port S = c.port("S", "translational", "slider");
  auto r = c.parameter("crank_radius", 0.1, "m", "distance from the axis of the crank to its pin").above(0);
  auto l = c.parameter("rod_length", 0.2, "m", "distance from the pin of the crank to the slider").above(r);
  const Expression phi = c.position(C, "phi", "angle of the crank from the outer dead centre");
  const Expression x = c.position(S, "x", "position of the slider from the axis of the crank");
  const Expression reach = sqrt(square(l) - square(r * sin(phi)));  // of the rod along the line of the slider
  c.relation("position of the slider", x == r * cos(phi) + reach);
  c.relation("torque on the crank", C.through() == S.through() * r * sin(phi) * (1 + r * cos(phi) / reach));
  const Expression slope = r * sin(phi) / reach, across = S.through() * slope;
  c.on_request("rod_force", "N", "force that pushes the rod together", -S.through() * sqrt(1 + square(slope)));
  c.on_request("guide_force", "N", "force of the slider on its guide, towards the side of y", across);
  c.on_request("bearing_x", "N", "force of the crank on its bearing, along the line of the slider", S.through());
  c.on_request("bearing_y", "N", "force of the crank on its bearing, across that line", -across);
}

}  // namespace stribeck::mechanisms
