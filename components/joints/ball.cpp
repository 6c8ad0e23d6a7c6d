#include "../joint_friction.h"

#include "stribeck/component.hpp"

namespace stribeck::joints {

/// Ball joint with friction: turns about any axis, with one friction moment against the resulting angular velocity.
///     T = r_eff min(mu N + F_r, F_max) (1 - exp(-r_eff |w|/v_0)) w/|w|,  r_eff = pi r/4,  w = (w_1, w_2, w_3)
///     N = |F_j|, sum |F_a.n| of pads, or a constant; and an interference fit besides
/// r_eff is the mean distance of the ball's surface from the axis of rotation, for pressure that is the same all round. With a unit
/// quaternion (a, b) of the relative rotation w = 2 (a db/dt - b da/dt + b x db/dt). Loss T.w. Reconstructed, see joint_friction.h: whether
/// the exponential counts the slip at r_eff or at r is an option.
/// Assumes rigid bodies without play, and one coefficient of friction whatever pressure and temperature.
/// Source: COMSOL Multibody Dynamics Module User's Guide, Joint friction (reconstructed); Bauchau, Rodriguez (2002), Int. J. Solids
/// Structures 39, 41-63.
void ball(ComponentBuilder& c) {
  const partial::Freedom turns[] = {partial::freedom(c, "turn1", true, "about axis 1"), partial::freedom(c, "turn2", true, "about axis 2"),
                                    partial::freedom(c, "turn3", true, "about axis 3")};
  auto r = c.parameter("radius", 20, "mm", "of the ball").above(0);
  const int slip_at = c.option("slip_radius", "effective|full", "where the slip of the exponential is counted; the source is not clear");
  partial::JointFriction friction(c);
  const Expression N = partial::normal_force(c, partial::Joint::ball);
  const Expression effective = pi / 4 * r, radius = slip_at == 0 ? effective : Expression(r);
  Expression spin = 0, loss = 0;
  for (const partial::Freedom& turn : turns) spin = spin + square(turn.velocity);
  const Expression per_speed = friction.per_speed(c, N, square(radius) * spin);
  for (int i = 0; i < 3; ++i) {
    const partial::Freedom& turn = turns[i];
    c.relation(("friction about axis " + std::to_string(i + 1)).c_str(), turn.through == effective * radius * per_speed * turn.velocity);
    loss = loss + turn.through * turn.velocity;
  }
  partial::show_joint(c, N, loss);
}

}  // namespace stribeck::joints
