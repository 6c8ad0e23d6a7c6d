#include "../screw.h"
#include "../wedge_friction.h"

#include "stribeck/component.hpp"

namespace stribeck::mechanisms {

/// Screw and nut: turns rotation into a slow and strong translation, with the friction of the thread, and back if it does not lock itself.
///     v_N = +-lead w_S/(2 pi),  W = -F_N (+-1) the load that the nut carries
///     W = N cos(lambda) - F sin(lambda),  T_S = r (N sin(lambda) + F cos(lambda)),  tan(lambda) = lead/(pi d),  mu' = mu/cos(alpha)
///     F = mu' |N| tanh(w_S/w_0);  exact: sticks, w_S = 0, |F| <= mu_s' |N|, or slips, F = mu' |N| sign(w_S)
/// Drawing: the screw (S) turns in a fixed bearing, which carries thrust_force = F_N, the nut (N) slides along it; a right-handed screw
/// moves the nut forwards when it turns forwards. slope lead_angle takes lambda itself, at the pitch diameter d. N presses the flanks
/// together, F is the friction along the thread. Raising costs T = W r (tan(lambda) + mu')/(1 - mu' tan(lambda)), lowering W r (mu' -
/// tan(lambda))/(1 + mu' tan(lambda)); for mu' > tan(lambda) the load cannot turn the screw: it creeps at less than w_0, or with exact
/// friction stands still. Where the inertia of the nut drives such a thread on, and is larger than that of the screw by so much that no
/// force fulfils the law, both stop at once, by an impulse. The audit counts what the thread turns into heat.
/// Source: Norton (2006), Machine Design, 3rd edition, Pearson, section 14.2.
/// Assumes rigid threads without play and one coefficient of friction.
void leadscrew(ComponentBuilder& c) {
  const partial::Screw screw = partial::screw_and_nut(c);
  const bool by_angle = c.option("slope", "lead|lead_angle", "whether the slope of the thread is given as a lead or as an angle") == 1;
  const Parameter slope = by_angle ? c.parameter("lead_angle", 5.68, "deg", "of the thread, at its pitch diameter").above(0).below(90)
                                   : c.parameter("lead", 5, "mm", "way of the nut for one turn").above(0);
  auto diameter = c.parameter("diameter", 16, "mm", "pitch diameter of the thread").above(0);
  const Expression lead_angle = by_angle ? Expression(slope) : atan(slope / (pi * diameter));
  const Expression lead = by_angle ? pi * diameter * tan(slope) : Expression(slope);
  auto flank = c.parameter("flank_angle", 0, "deg", "half the angle of the thread's profile: 0 square, 15 deg trapezoidal").between(0, 60);
  auto mu = c.parameter("friction_coefficient", 0.1, "1", "between thread and nut; 0 for an ideal screw")
                .at_least(0)
                .below(pi * diameter / lead * cos(flank));
  const auto [w, T, W] = partial::screw_forces(c, screw, lead);
  const Expression N_flank = c.variable("flank_force", "N", "what presses the flanks together");
  const Expression F = c.variable("friction_force", "N", "friction along the thread, against a screw that turns forwards");
  const Expression radius = diameter / 2;
  c.relation("load on the flanks", W == N_flank * cos(lead_angle) - F * sin(lead_angle));
  c.relation("torque on the flanks", T == radius * (N_flank * sin(lead_angle) + F * cos(lead_angle)));
  partial::flank_friction(c, w * radius / cos(lead_angle), F, N_flank, mu / cos(flank), w,
                          "of the screw, over which friction goes from one direction to the other");
}

}  // namespace stribeck::mechanisms
