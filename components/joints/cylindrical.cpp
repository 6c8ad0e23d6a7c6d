#include "joints/resultant_friction.h"
#include "stribeck/component.hpp"

namespace stribeck::joints {

/// Cylindrical joint with friction: slides along and turns about its axis, with one friction force along the resulting slip.
///     s = (v, r w),  F = min(mu N + F_r, F_max) (1 - exp(-|s|/v_0)) s/|s|:  F along the axis, r times the other as torque
///     N = |F_j| + sum alpha_i |M_i|, sum |F_a.n| of pads, or a constant; and an interference fit besides
/// F_j is the force that the joint carries, M_i its moments and alpha_i their moment_factor, F_a the force on a pad and n its normal.
/// Exact, it sticks in both ways at once up to that force, and slips along the resultant: F = min(mu N + F_r, F_max) s/|s|. While it turns
/// fast it hardly resists sliding: F = mu N v/(r w). Axis 1 is that of the joint; pads do not turn. Virtual work F delta(u) + T delta(phi),
/// loss |F| |s|. How sure: the source shows its formulas as pictures. Reconstructed with high confidence: the law of slip, which is
/// Bauchau's; with good confidence: F_r and F_max, whose order is an option (maximum), the resultant of both slips, N of pads, and of joint
/// forces and moments: F_j has no part along the axis, which is free, and what is given as one presses or not by an option (thrust). Sure:
/// N of a fit, virtual work and loss. Of the exact joint: derived, from the most dissipation.
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
