#include "stribeck/component.hpp"
#include "transmissions/flank_friction.h"
#include "transmissions/mesh_losses.h"

namespace stribeck::mechanisms {
namespace {

struct Screw {
  Port screw, nut;
  bool left;  ///< hand of the thread
};

Screw screw_and_nut(ComponentBuilder& c) {
  const Port S = c.port("S", "rotational", "screw");
  const Port N = c.port("N", "translational", "nut");
  return {S, N, c.option<bool>("thread", {{"right", false}, {"left", true}}, "the hand of the thread")};
}

/// Of a screw with a given lead; the component's own relations say what T and W have to do with one another.
struct ScrewForces {
  Expression velocity, torque, load;
};
ScrewForces screw_forces(ComponentBuilder& c, const Screw& screw, const Expression& lead) {
  const Expression T = c.variable("T", "N*m", "torque on the screw");
  const Expression W = c.variable("W", "N", "load on the nut, against the way of a screw that turns forwards");
  const Expression way = (screw.left ? -lead : lead) / (2 * pi), w = screw.screw.across();
  c.relation("velocities", screw.nut.across() == way * w);
  c.relation("load", W == (screw.left ? screw.nut.through() : -screw.nut.through()));
  c.relation("torque on the screw", T == screw.screw.through());
  c.on_request("thrust_force", "N", "of the screw on its bearing, forwards along its axis", screw.nut.through());
  return {w, T, W};
}

}  // namespace

/// Screw and nut: turns rotation into a slow and strong translation, with the friction of the thread, and back if it does not lock itself.
///     v_N = +-lead w_S/(2 pi),  W = -F_N (+-1) the load that the nut carries
///     W = n cos(lambda) - F sin(lambda),  T_S = r (n sin(lambda) + F cos(lambda)),  tan(lambda) = lead/(pi d),  mu' = mu/cos(alpha)
///     F = mu' |n| tanh(w_S/w_0);  exact: sticks, w_S = 0, |F| <= sticking_ratio mu' |n|, or slips, F = mu' |n| sign(w_S)
/// Drawing: the screw (S) turns in a fixed bearing, which carries thrust_force = F_N, the nut (N) slides along it; a right-handed screw
/// moves the nut forwards when it turns forwards. slope lead_angle takes lambda itself, at the pitch diameter d. n is the force that
/// presses the flanks together, F the friction along the thread, r half the pitch diameter. Raising costs T = W r (tan(lambda) + mu')/(1 -
/// mu' tan(lambda)), lowering W r (mu' - tan(lambda))/(1 + mu' tan(lambda)); for mu' > tan(lambda) the load cannot turn the screw: it
/// creeps at less than w_0, or with exact friction stands still. Where the inertia of the nut drives such a thread on, and is larger than
/// that of the screw by so much that no force fulfils the law, both stop at once, by an impulse. The audit counts what the thread turns
/// into heat.
/// Source: Norton (2006), Machine Design, 3rd edition, Pearson, section 14.2.
/// Assumes rigid threads without play and one coefficient of friction.
void leadscrew(ComponentBuilder& c) {
  const Screw screw = screw_and_nut(c);
  const bool by_angle =
      c.option<bool>("slope", {{"lead", false}, {"lead_angle", true}}, "whether the slope of the thread is given as a lead or as an angle");
  const Parameter slope = by_angle ? c.parameter("lead_angle", 5.68, "deg", "of the thread, at its pitch diameter").above(0).below(90)
                                   : c.parameter("lead", 5, "mm", "way of the nut for one turn").above(0);
  auto diameter = c.parameter("diameter", 16, "mm", "pitch diameter of the thread").above(0);
  const Expression lead_angle = by_angle ? Expression(slope) : atan(slope / (pi * diameter));
  const Expression lead = by_angle ? pi * diameter * tan(slope) : Expression(slope);
  auto flank = c.parameter("flank_angle", 0, "deg", "half the angle of the thread's profile: 0 square, 15 deg trapezoidal").between(0, 60);
  auto mu = c.parameter("friction_coefficient", 0.1, "1", "between thread and nut; 0 for an ideal screw")
                .at_least(0)
                .below(pi * diameter / lead * cos(flank));
  const auto [w, T, W] = screw_forces(c, screw, lead);
  const Expression N_flank = c.variable("flank_force", "N", "what presses the flanks together");
  const Expression F = c.variable("friction_force", "N", "friction along the thread, against a screw that turns forwards");
  const Expression radius = diameter / 2;
  c.relation("load on the flanks", W == N_flank * cos(lead_angle) - F * sin(lead_angle));
  c.relation("torque on the flanks", T == radius * (N_flank * sin(lead_angle) + F * cos(lead_angle)));
  partial::flank_friction(c, w * radius / cos(lead_angle), F, N_flank, mu / cos(flank), w,
                          "of the screw, over which friction goes from one direction to the other");
}

/// Ball screw: turns rotation into translation and back with little loss, and with the drag of its preload.
///     v_N = +-lead w_S/(2 pi),  W = -F_N (+-1) the load that the nut carries,  t = W lead/(2 pi)
///     screw drives:  T = t/eta_1 + sign(w_S) T_p;   load drives:  T = eta_2 t + sign(w_S) T_p
///     at rest T is between what raises and what lowers
/// Drawing: the screw (S) turns in a fixed bearing, which carries thrust_force = F_N, the nut (N) slides along it; a right-handed screw
/// moves the nut forwards when it turns forwards. eta_1 is the efficiency, eta_2 the back_efficiency, about 2 - 1/eta_1 for the same
/// friction; T_p is the drag_torque of preload and seals, which is there without load.
/// Limits: with smooth friction the losses fade within low_speed of rest and a load creeps; with exact friction the screw sticks, and a
/// load that is no more than T_p 2 pi/(lead eta_2) does not turn it.
/// Source: conservation of energy; the makers' formulas of driving torque, back-driving torque and preload drag, T = F l/(2 pi eta).
/// Assumes rigid balls and races without play, efficiencies that depend neither on load nor on speed.
void ball_screw(ComponentBuilder& c) {
  const Screw screw = screw_and_nut(c);
  const bool exact = c.option<bool>("friction", {{"smooth", false}, {"exact", true}}, "creeps where it should stick, or sticks");
  auto lead = c.parameter("lead", 10, "mm", "way of the nut for one turn").above(0);
  auto eta_1 = c.parameter("efficiency", 0.9, "1", "output over input power, while the screw drives").above(0).at_most(1);
  auto eta_2 = c.parameter("back_efficiency", 0.88, "1", "the same while the load drives").above(0).at_most(1);
  auto drag = c.parameter("drag_torque", 0, "N*m", "of preload and seals, whatever the load").at_least(0);
  const auto [w, T, W] = screw_forces(c, screw, lead);
  const Expression lost = c.variable("L", "N*m", "of T, what balls and preload take");
  c.relation("load on the balls", W * lead / (2 * pi) == T - lost);
  // The drag acts on the screw, before the mesh: while the screw drives, T - T_p comes to the balls.
  partial::mesh_losses(c, exact, w, T, lost, {eta_1, eta_2, eta_1 * drag, drag / eta_2});
  c.dissipates(lost * w);
}

}  // namespace stribeck::mechanisms
