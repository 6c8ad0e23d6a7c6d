#include "../mesh_losses.h"
#include "../screw.h"

#include "stribeck/component.hpp"

namespace stribeck::mechanisms {

/// Ball screw: turns rotation into translation and back with little loss, and with the drag of its preload.
///     v_N = +-lead w_S/(2 pi),  W = -F_N (+-1) the load that the nut carries,  t = W lead/(2 pi)
///     screw drives:  T = t/eta_1 + sign(w_S) T_p;   load drives:  T = eta_2 t + sign(w_S) T_p;   at rest T is between what raises and
///     lowers
/// Drawing: the screw (S) turns in a fixed bearing, which carries thrust_force = F_N, the nut (N) slides along it; a right-handed screw
/// moves the nut forwards when it turns forwards. eta_1 is the efficiency, eta_2 the back_efficiency, about 2 - 1/eta_1 for the same
/// friction; T_p is the drag_torque of preload and seals, which is there without load. With smooth friction the losses fade within
/// low_speed of rest and a load creeps; with exact friction the screw sticks, and a load that is no more than T_p 2 pi/(lead eta_2) does
/// not turn it.
/// Source: conservation of energy; the makers' formulas of driving torque, back-driving torque and preload drag, T = F l/(2 pi eta).
/// Assumes rigid balls and races without play, efficiencies that depend neither on load nor on speed.
void ball_screw(ComponentBuilder& c) {
  const partial::Screw screw = partial::screw_and_nut(c);
  const bool exact = c.option("friction", "smooth|exact", "creeps where it should stick, or sticks") == 1;
  auto lead = c.parameter("lead", 10, "mm", "way of the nut for one turn").above(0);
  auto eta_1 = c.parameter("efficiency", 0.9, "1", "output over input power, while the screw drives").above(0).at_most(1);
  auto eta_2 = c.parameter("back_efficiency", 0.88, "1", "the same while the load drives").above(0).at_most(1);
  auto drag = c.parameter("drag_torque", 0, "N*m", "of preload and seals, whatever the load").at_least(0);
  const auto [w, T, W] = partial::screw_forces(c, screw, lead);
  const Expression lost = c.variable("L", "N*m", "of T, what balls and preload take");
  c.relation("load on the balls", W * lead / (2 * pi) == T - lost);
  // The drag acts on the screw, before the mesh: while the screw drives, T - T_p comes to the balls.
  partial::mesh_losses(c, exact, w, T, lost, {eta_1, eta_2, eta_1 * drag, drag / eta_2});
  c.dissipates(lost * w);
}

}  // namespace stribeck::mechanisms
