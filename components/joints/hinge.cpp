#include "joints/joint_friction.h"
#include "stribeck/component.hpp"

namespace stribeck::joints {

/// Hinge with friction on its pin of radius r.
///     T = r min(mu N + F_r, F_max) (1 - exp(-r |w|/v_0)) w/|w|,  transmitted from R to C
///     N = |F_j| + sum alpha_i |M_i| about the axes across, sum |F_a.n| of pads, or a constant; and an interference fit besides
/// F_j is the force that the joint carries, M_i its moments and alpha_i their moment_factor, F_a the force on a pad and n its normal.
/// Axis 1 is that of the hinge; pads do not turn. Far above v_0 this is mu r N, the friction circle. Virtual work T delta(phi), loss T w.
/// How sure: the source shows its formulas as pictures. Reconstructed with high confidence: the law of slip, which is Bauchau's; with good
/// confidence: F_r and F_max, whose order is an option (maximum), N of pads, and of joint forces and moments: whether thrust along the axis
/// presses too is not clear, and an option (thrust). Sure: N of a fit, virtual work and loss.
/// Assumes rigid bodies without play, and a coefficient of friction that does not depend on the pressure; over speed, time or temperature
/// it may come in as a signal.
/// Source: COMSOL Multibody Dynamics Module User's Guide, Joint friction (reconstructed); Bauchau, Rodriguez (2002), Int. J. Solids
/// Structures 39, 41-63.
void hinge(ComponentBuilder& c) {
  const RelativeMotion motion = relative_motion(c, kRotational);
  auto r = c.parameter("radius", 10, "mm", "of the pin").above(0);
  partial::JointFriction friction(c);
  const Expression N = partial::normal_force(c, partial::Joint::hinge);
  partial::one_way_joint(c, motion, friction, N, r);
}

}  // namespace stribeck::joints
