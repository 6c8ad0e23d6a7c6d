#include "stribeck/component.hpp"

namespace stribeck::mechanisms {

/// Ideal scotch yoke (fork): a pin on a crank slides in a slot and moves the yoke to and fro as a pure sine. No mass, no friction.
///     x = r sin(phi),  T_C = -F_Y r cos(phi)
/// Drawing: the crank (C) turns about the origin; the slot of the yoke (Y) stands across its line of motion. phi = 0 is the middle of the
/// stroke, going forwards; phi and x are positions from the origin, so a ground tells where the housing is. At the dead centres,
/// phi = +-pi/2, no force on the yoke turns the crank. Torque and force are positive into the mechanism.
/// The relation is one between positions: velocities and accelerations follow from it by differentiation, and it never drifts.
/// Reactions: the yoke presses the pin, and by it the bearing of the crank, with pin_force = F_Y along its line, but off that line, so that
/// its guide carries guide_moment = T_C the way the crank turns: for a guide of length L a pair of forces, T_C/L at either end. slot_speed
/// is that of the pin along the slot, for friction there. The yoke itself has no mass.
/// Assumes rigid parts without play, and forces on the yoke along its line. Law of the forces: virtual work.
/// Source: geometry; principle of virtual work. 20-sim: Fork.
void scotch_yoke(ComponentBuilder& c) {
  const Port C = c.port("C", "rotational", "crank");
  const Port Y = c.port("Y", "translational", "yoke");
  auto r = c.parameter("crank_radius", 0.1, "m", "distance from the axis of the crank to its pin").above(0);
  const Expression phi = c.position(C, "phi", "angle of the crank from the middle of the stroke");
  const Expression x = c.position(Y, "x", "position of the yoke from the middle of the stroke");
  c.relation("position of the yoke", x == r * sin(phi));
  c.relation("torque on the crank", C.through() == -Y.through() * r * cos(phi));
  c.on_request("pin_force", "N", "force of the yoke on the pin, and of the crank on its bearing, along the line of the yoke", Y.through());
  c.on_request("guide_moment", "N*m", "moment of the yoke on its guide, the way the crank turns", C.through());
  c.on_request("slot_speed", "m/s", "velocity of the pin along the slot, a quarter turn forwards from the way of the yoke",
               r * sin(phi) * C.across());
}

}  // namespace stribeck::mechanisms
