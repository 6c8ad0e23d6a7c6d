#include "../wedge_friction.h"

#include "stribeck/component.hpp"

namespace stribeck::mechanisms {

/// Worm and wheel, with the friction between their flanks: a large ratio in one stage, which may lock itself.
///     w_W = +-N w_G,  T_W = L/N tan(lambda + rho s)/tan(lambda),  L = -T_G (+-1) the load that the wheel carries
///     tan(rho) = mu/cos(alpha),  s = sign(L) tanh(w_W/w_0)
/// Drawing: the worm (W) lies across the rim of the wheel (G); a right-handed one turns the wheel forwards when it turns forwards itself.
/// Efficiency of the worm driving: tan(lambda)/tan(lambda + rho); of the wheel driving: tan(lambda - rho)/tan(lambda); for rho >= lambda
/// the wheel cannot drive: it creeps at less than w_0/N, or with exact friction stands still:
///     sticks:  w_W = 0,  |f| <= mu_s' n;   slips:  f = mu' n sign(w_W)   along the thread,  mu' = mu/cos(alpha)
///     L/(N tan(lambda)) = n cos(lambda) - f sin(lambda),  T_W = n sin(lambda) + f cos(lambda)
/// n and f are what presses the flanks together and the friction along them, times the radius of the worm. Torques are positive into the
/// gear. Source: Norton (2006), Machine Design, section 14.2. Assumes rigid flanks without play and one coefficient of friction.
void worm_gear(ComponentBuilder& c) {
  const Port W = c.port("W", "rotational", "worm");
  const Port G = c.port("G", "rotational", "wheel");
  const int left = c.option("thread", "right|left", "the hand of the worm's thread");
  auto N = c.parameter("ratio", 25, "1", "turns of the worm for one of the wheel").above(0);
  auto lead_angle = c.parameter("lead_angle", 10, "deg", "of the worm's thread").above(0).below(90);
  auto pressure = c.parameter("pressure_angle", 20, "deg", "of the flanks, in the normal section").between(0, 60);
  auto mu = c.parameter("friction_coefficient", 0.05, "1", "between the flanks; 0 for an ideal gear")
                .at_least(0)
                .below(cos(pressure) / tan(lead_angle));
  const bool exact = c.option("friction", "smooth|exact", "creeps where it should stick, or sticks") == 1;
  const Expression T = c.variable("T", "N*m", "torque on the worm");
  const Expression L = c.variable("L", "N*m", "load on the wheel, against the way of a worm that turns forwards");
  const Expression w = W.across();
  c.relation("speeds", w == (left == 0 ? N : -N) * G.across());
  c.relation("load", L == (left == 0 ? -G.through() : G.through()));
  c.relation("torque on the worm", T == W.through());
  if (exact) {
    const Expression n = c.variable("flank_torque", "N*m", "what presses the flanks together, times the radius of the worm");
    const Expression f = c.variable("friction_torque", "N*m", "friction along the thread, against a worm that turns forwards, times it");
    c.relation("load on the flanks", L / (N * tan(lead_angle)) == n * cos(lead_angle) - f * sin(lead_angle));
    c.relation("torque on the flanks", T == n * sin(lead_angle) + f * cos(lead_angle));
    partial::flank_friction(c, w / cos(lead_angle), f, n, mu / cos(pressure));
    return;
  }
  auto low_speed =
      c.parameter("low_speed", 0.01, "rad/s", "of the worm, over which friction goes from one direction to the other").above(0);
  c.relation("flanks", T == L / N * partial::thread_factor(L, w, lead_angle, atan(mu / cos(pressure)), low_speed));
  c.dissipates((T - L / N) * w);
}

}  // namespace stribeck::mechanisms
