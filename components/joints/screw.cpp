#include "joints/joint_friction.h"
#include "stribeck/component.hpp"

namespace stribeck::joints {

/// Screw joint with friction along its thread of n starts, pitch p and radius r: sliding is tied to turning.
///     v = +-rho w,  rho = n p/(2 pi),  tan(lambda) = rho/r,  s = w sqrt(r^2 + rho^2)
///     F = min(mu N + F_r, F_max) (1 - exp(-|s|/v_0)) s/|s| along the helix
///     slide.F = L + F sin(lambda) (+-1),  turn.T = -+rho L + F r cos(lambda),  L the axial force of the thread
///     N = |L|/cos(lambda) + what presses besides, or of pads: what they carry along the axis over cos(lambda), and sum |F_a.n|
/// v is the velocity of sliding, w that of turning, lambda the lead angle; T is the torque on the port turn, F_a the force on a pad and n
/// the normal of the pad. With this N raising a load W takes W r (tan(lambda) + mu)/(1 - mu tan(lambda)) and lowering it W r (mu -
/// tan(lambda))/(1 + mu tan(lambda)); it locks itself for mu >= tan(lambda). Axis 1 is that of the thread; pads do not turn. The joint
/// dissipates |F| |s|. Accuracy: the source prints its formulas as pictures; they are reconstructed here. The law of slip is almost
/// certain: it is Bauchau's. Likely, but not certain, are F_r and F_max, whose order is an option (maximum), and the projection of F.
/// Certain are the tie of sliding to turning, s, N of a fit and the loss. The source does not say what presses the thread: N is derived
/// here, so that raising and lowering are those of the square thread; pads and joint forces add to it as in other joints (reconstructed).
/// Assumes rigid bodies without play, and a coefficient of friction that does not depend on the pressure; over speed, time or temperature
/// it may come in as a signal.
/// Source: COMSOL Multibody Dynamics Module User's Guide, Joint friction (reconstructed); Bauchau, Rodriguez (2002), Int. J. Solids
/// Structures 39, 41-63.
void screw(ComponentBuilder& c) {
  const partial::Freedom slide = partial::freedom(c, "slide", false, "along its axis");
  const partial::Freedom turn = partial::freedom(c, "turn", true, "about its axis");
  const bool left = c.option<bool>("thread", {{"right", false}, {"left", true}}, "the hand of the thread");
  const int starts = c.count("starts", 1, 1, 100, "number of threads side by side");
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
  if (!partial::is_exact(c)) {
    const Expression share = partial::JointFriction::smooth(friction.characteristic_velocity(c), {s})[0];
    c.creeping_friction("friction law", s, F, friction.limit(N), share);
  } else {
    partial::hold_at_level(c, turn.velocity * helix, F, friction.limit(N));
  }
  partial::show_joint(c, N, F * turn.velocity * helix);
}

}  // namespace stribeck::joints
