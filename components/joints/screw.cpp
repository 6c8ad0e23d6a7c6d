#include "../joint_friction.h"

#include "stribeck/component.hpp"

namespace stribeck::joints {

/// Screw joint with friction along its thread of n starts, pitch p and radius r: sliding is tied to turning.
///     v = +-rho w,  rho = n p/(2 pi),  tan(lambda) = rho/r,  s = w sqrt(r^2 + rho^2)
///     F = min(mu N + F_r, F_max) (1 - exp(-|s|/v_0)) s/|s| along the helix
///     slide.F = L + F sin(lambda) (+-1),  turn.T = -+rho L + F r cos(lambda),  L the axial force of the thread
///     N = |L|/cos(lambda) + what presses besides, or a sum over pads
/// With this N raising a load W takes W r (tan(lambda) + mu)/(1 - mu tan(lambda)) and lowering it W r (mu - tan(lambda))/(1 + mu
/// tan(lambda)); it locks itself for mu >= tan(lambda). Loss |F| |s|. The force on the thread is derived here, not taken from the source,
/// which does not print it; the rest is reconstructed, see joint_friction.h.
/// Assumes rigid bodies without play, and one coefficient of friction whatever pressure and temperature.
/// Source: COMSOL Multibody Dynamics Module User's Guide, Joint friction (reconstructed); Bauchau, Rodriguez (2002), Int. J. Solids
/// Structures 39, 41-63.
void screw(ComponentBuilder& c) {
  const partial::Freedom slide = partial::freedom(c, "slide", false, "along its axis");
  const partial::Freedom turn = partial::freedom(c, "turn", true, "about its axis");
  const bool left = c.option("thread", "right|left", "the hand of the thread") == 1;
  auto starts = c.parameter("starts", 1, "1", "number of threads side by side").above(0);
  auto pitch = c.parameter("pitch", 5, "mm", "between neighbouring threads").above(0);
  auto r = c.parameter("radius", 8, "mm", "pitch radius of the thread").above(0);
  partial::JointFriction friction(c);
  const Expression rho = starts * pitch / (2 * pi), helix = sqrt(r * r + rho * rho);
  const Expression way = left ? -rho : rho;
  const Expression L = c.variable("L", "N", "axial force of the thread, without friction");
  const Expression N = partial::normal_force(c, partial::Joint::screw, L, helix / r);
  const Expression s = c.named("slip", "m/s", "slip along the helix", turn.velocity * helix);
  const Expression F = c.variable("friction_force", "N", "along the helix");
  c.relation("thread", slide.velocity == way * turn.velocity);
  c.relation("along the axis", slide.through == L + F * way / helix);
  c.relation("about the axis", turn.through == -way * L + F * r * r / helix);
  if (c.option("friction", "smooth|exact", "creeps where it should stick, or sticks") == 0) {
    c.relation("friction", F == friction.per_speed(c, N, square(s)) * s);
  } else {
    partial::hold_at_level(c, turn.velocity * helix, F, friction.limit(N));
  }
  partial::show_joint(c, N, F * turn.velocity * helix);
}

}  // namespace stribeck::joints
