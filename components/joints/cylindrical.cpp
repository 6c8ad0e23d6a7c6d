#include "joints/resultant_friction.h"
#include "stribeck/component.hpp"

namespace stribeck::joints {

/// Cylindrical joint with friction: slides along and turns about its axis, with one friction force along the resulting slip.
///     s = (v, r w),  F = min(mu N + F_r, F_max) (1 - exp(-|s|/v_0)) s/|s|:  F along the axis, r times the other as torque
///     N = |F_j| + sum alpha_i |M_i|, sum |F_a.n| of pads, or a constant; and an interference fit besides
/// v is the velocity of sliding, w that of turning. F_j is the force that the joint carries, M_i are its moments and alpha_i their moment
/// factors, F_a is the force on a pad and n the normal of the pad. An exact joint sticks in both ways at once up to the force min(mu N +
/// F_r, F_max), and slips with that force along the resultant s. While it turns fast the joint hardly resists sliding: F = mu N v/(r w).
/// Axis 1 is that of the joint; pads do not turn. The joint dissipates |F| |s|. Accuracy: the source prints its formulas as pictures; they
/// are reconstructed here. The law of slip is almost certain: it is Bauchau's. Likely, but not certain, are F_r and F_max, whose order is
/// an option (maximum), the resultant of both slips, and N of pads, joint forces and moments. F_j has no part along the axis, which is
/// free; whether a force given along it presses is an option (thrust). Certain are N of a fit and the loss. The exact joint is derived from
/// the principle of maximum dissipation.
/// Assumes rigid bodies without play, and a coefficient of friction that does not depend on the pressure; over speed, time or temperature
/// it may come in as a signal.
/// Source: COMSOL Multibody Dynamics Module User's Guide, Joint friction (reconstructed); Bauchau, Rodriguez (2002), Int. J. Solids
/// Structures 39, 41-63.
void cylindrical(ComponentBuilder& c) {
  const partial::Freedom slide = partial::freedom(c, "slide", false, "along its axis");
  const partial::Freedom turn = partial::freedom(c, "turn", true, "about its axis");
  auto r = c.parameter("radius", 10, "mm", "of the cylinder").above(0);
  partial::JointFriction friction(c);
  const Expression N = partial::normal_force(c, partial::Joint::cylindrical);
  if (partial::is_exact(c)) {
    partial::hold_along_resultant(c, {slide, turn}, {1, r}, friction.limit(N));
  } else {
    const std::vector<Expression> share =
        partial::JointFriction::smooth(friction.characteristic_velocity(c), {slide.velocity, r * turn.velocity});
    c.relation("friction along the axis", slide.through == friction.limit(N) * share[0]);
    c.relation("friction about the axis", turn.through == r * friction.limit(N) * share[1]);
  }
  partial::show_joint(c, N, slide.through * slide.velocity + turn.through * turn.velocity);
}

}  // namespace stribeck::joints
