#include "stribeck/component.hpp"
#include "transmissions/flank_friction.h"
#include "transmissions/reactions.h"

namespace stribeck::mechanisms {

/// Worm and wheel, with the friction between their flanks: a large ratio in one stage, which may lock itself.
///     w_W = +-N w_G,  L = -T_G (+-1) the load that the wheel carries,  mu' = mu/cos(alpha)
///     L/(N tan(lambda)) = n cos(lambda) - f sin(lambda),  T_W = n sin(lambda) + f cos(lambda)
///     f = mu' |n| tanh(w_W/w_0);  exact: sticks, w_W = 0, |f| <= sticking_ratio mu' |n|, or slips, f = mu' |n| sign(w_W)
/// Drawing: the worm (W) lies across the rim of the wheel (G); a right-handed one turns the wheel forwards when it turns forwards itself.
/// Efficiency of the worm driving, with tan(rho) = mu': tan(lambda)/tan(lambda + rho); of the wheel driving: tan(lambda - rho)/tan(lambda);
/// for rho >= lambda the wheel cannot drive: it creeps at less than w_0/N, or with exact friction stands still; where its inertia drives
/// the worm on so that no force fulfils the law, both stop at once, by an impulse. n and f are what presses the flanks together and the
/// friction along them, times the radius of the worm. Torques are positive into the gear. tooth_forces, for a worm of radius r: T_W/r
/// across it, L/(N r tan(lambda)) along its axis, |n| tan(alpha)/r apart.
/// Source: Norton (2006), Machine Design, section 14.2. Assumes rigid flanks without play and one coefficient of friction.
void worm_gear(ComponentBuilder& c) {
  const Port W = c.port("W", "rotational", "worm");
  const Port G = c.port("G", "rotational", "wheel");
  const bool left = c.option<bool>("thread", {{"right", false}, {"left", true}}, "the hand of the worm's thread");
  auto N = c.parameter("ratio", 25, "1", "turns of the worm for one of the wheel").above(0);
  auto lead_angle = c.parameter("lead_angle", 10, "deg", "of the worm's thread").above(0).below(90);
  auto pressure = c.parameter("pressure_angle", 20, "deg", "of the flanks, in the normal section").between(0, 60);
  auto mu = c.parameter("friction_coefficient", 0.05, "1", "between the flanks; 0 for an ideal gear")
                .at_least(0)
                .below(cos(pressure) / tan(lead_angle));
  const Expression T = c.variable("T", "N*m", "torque on the worm");
  const Expression L = c.variable("L", "N*m", "load on the wheel, against the way of a worm that turns forwards");
  const Expression w = W.across();
  c.relation("speeds", w == (left ? -N : N) * G.across());
  c.relation("load", L == (left ? G.through() : -G.through()));
  c.relation("torque on the worm", T == W.through());
  const Expression n = c.variable("flank_torque", "N*m", "what presses the flanks together, times the radius of the worm");
  const Expression f = c.variable("friction_torque", "N*m", "friction along the thread, against a worm that turns forwards, times it");
  c.relation("load on the flanks", L / (N * tan(lead_angle)) == n * cos(lead_angle) - f * sin(lead_angle));
  c.relation("torque on the flanks", T == n * sin(lead_angle) + f * cos(lead_angle));
  partial::flank_friction(c, w / cos(lead_angle), f, n, mu / cos(pressure), w,
                          "of the worm, over which friction goes from one direction to the other");
  if (!partial::shows_tooth_forces(c)) return;
  auto radius = c.parameter("worm_radius", required, "mm", "pitch radius of the worm").above(0);
  c.on_request("tangential_force", "N", "of the teeth on the worm, across its axis; on the wheel along its axle", T / radius);
  c.on_request("thrust_force", "N", "of the teeth on the worm, along its axis; on the wheel along its rim",
               L / (N * tan(lead_angle) * radius));
  c.on_request("separating_force", "N", "of the teeth, pushes worm and wheel apart", abs(n) * tan(pressure) / radius);
}

}  // namespace stribeck::mechanisms
