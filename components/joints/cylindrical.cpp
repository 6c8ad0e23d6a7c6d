#include "../joint_friction.h"

#include "stribeck/component.hpp"

namespace stribeck::joints {

/// Cylindrical joint with friction: slides along and turns about its axis, with one friction force along the resulting slip.
///     s = (v, r w),  F = min(mu N + F_r, F_max) (1 - exp(-|s|/v_0)) s/|s|:  F along the axis, r times the other as torque
///     N = |F_j| + sum alpha_i |M_i|, sum |F_a.n| of pads, or a constant; and an interference fit besides
/// While it turns fast it hardly resists sliding: F = mu N v/(r w). Axis 1 is that of the joint. Virtual work F delta(u) + T delta(phi),
/// loss |F| |s|. The formulas are reconstructed, see joint_friction.h.
/// Assumes rigid bodies without play, and one coefficient of friction whatever pressure and temperature.
/// Source: COMSOL Multibody Dynamics Module User's Guide, Joint friction (reconstructed); Bauchau, Rodriguez (2002), Int. J. Solids
/// Structures 39, 41-63.
void cylindrical(ComponentBuilder& c) {
  const partial::Freedom slide = partial::freedom(c, "slide", false, "along its axis");
  const partial::Freedom turn = partial::freedom(c, "turn", true, "about its axis");
  auto r = c.parameter("radius", 10, "mm", "of the cylinder").above(0);
  partial::JointFriction friction(c);
  const Expression N = partial::normal_force(c, partial::Joint::cylindrical);
  const Expression per_speed = friction.per_speed(c, N, square(slide.velocity) + square(r * turn.velocity));
  c.relation("friction along the axis", slide.through == per_speed * slide.velocity);
  c.relation("friction about the axis", turn.through == per_speed * r * r * turn.velocity);
  partial::show_joint(c, N, slide.through * slide.velocity + turn.through * turn.velocity);
}

}  // namespace stribeck::joints
