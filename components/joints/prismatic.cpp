#include "joints/joint_friction.h"
#include "stribeck/component.hpp"

namespace stribeck::joints {

/// Prismatic joint with friction: slides along its axis e.
///     F = min(mu N + F_r, F_max) (1 - exp(-|v|/v_0)) v/|v|,  transmitted from R to C
///     N = |F_j - (F_j.e) e| + sum alpha_i |M_i|,  sum |F_a.n| of pads, |F_j.e_n| in a direction that turns with the source, or a constant;
///         and p A or a force of an interference fit besides
/// F_j is the force that the joint carries, M_i are its moments and alpha_i their moment factors, F_a is the force on a pad and n the
/// normal of the pad, e_n is a direction that is given; p is the pressure and A the area of an interference fit. Axis 1 is e; pads do not
/// turn. A smooth joint creeps at -v_0 log(1 - F/F_max) under any load; an exact one sticks. The joint dissipates F v. Accuracy: the source
/// prints its formulas as pictures; they are reconstructed here. The law of slip is almost certain: it is Bauchau's. Likely, but not
/// certain, are F_r and F_max, whose order is an option (maximum), and N of pads, joint forces and moments. Certain are N of a direction
/// and of a fit, and the loss. Assumes rigid bodies without play, and a coefficient of friction that does not depend on the pressure; over
/// speed, time or temperature it may come in as a signal. Source: COMSOL Multibody Dynamics Module User's Guide, Joint friction
/// (reconstructed); Bauchau, Rodriguez (2002), Int. J. Solids Structures 39, 41-63.
void prismatic(ComponentBuilder& c) {
  const RelativeMotion motion = relative_motion(c, kTranslational);
  partial::JointFriction friction(c);
  const Expression N = partial::normal_force(c, partial::Joint::prismatic);
  partial::one_way_joint(c, motion, friction, N, 1);
}

}  // namespace stribeck::joints
