#include "joints/joint_friction.h"
#include "stribeck/component.hpp"

namespace stribeck::joints {

/// Hinge with friction on its pin of radius r.
///     T = r min(mu N + F_r, F_max) (1 - exp(-r |w|/v_0)) w/|w|,  transmitted from R to C
///     N = |F_j| + sum alpha_i |M_i| about the axes across, sum |F_a.n| of pads, or a constant; and an interference fit besides
/// w is the angular velocity of R relative to C. F_j is the force that the joint carries, M_i are its moments and alpha_i their moment
/// factors, F_a is the force on a pad and n the normal of the pad. Axis 1 is that of the hinge; pads do not turn. Far above v_0 the torque
/// is mu r N, as the friction circle of a bearing gives it. The joint dissipates T w.
/// Accuracy: the source prints its formulas as pictures; they are reconstructed here. The law of slip is almost certain: it is Bauchau's.
/// Likely, but not certain, are F_r and F_max, whose order is an option (maximum), and N of pads, joint forces and moments. The source does
/// not say whether thrust along the axis presses too: an option (thrust) decides. Certain are N of a fit and the loss.
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
