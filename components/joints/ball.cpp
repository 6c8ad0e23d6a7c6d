#include "joints/resultant_friction.h"
#include "stribeck/component.hpp"

namespace stribeck::joints {

/// Ball joint with friction: turns about any axis, with one friction moment against the resulting angular velocity.
///     T = r_eff min(mu N + F_r, F_max) (1 - exp(-r_eff |w|/v_0)) w/|w|,  r_eff = pi r/4,  w = (w_1, w_2, w_3)
///     N = |F_j|, sum |F_a.n| of pads, or a constant; and an interference fit besides
/// F_j is the force that the joint carries, F_a the force on a pad and n the normal of the pad; w_1, w_2 and w_3 are the angular velocities
/// about the axes. r_eff is the mean distance of the ball's surface from the axis of rotation, for pressure that is the same all round.
/// Pads do not turn. An exact joint sticks about all axes at once, up to the same moment, wherever the slip of the smooth law is counted.
/// The joint dissipates T.w. Accuracy: the source prints its formulas as pictures; they are reconstructed here. The law of slip is almost
/// certain: it is Bauchau's. Likely, but not certain, are F_r and F_max, whose order is an option (maximum), and N of joint forces and
/// pads. The source does not say whether the exponential counts the slip at r_eff or at r: an option (slip_radius) decides. Certain are
/// r_eff, N of a fit and the loss. The exact joint is derived from the principle of maximum dissipation.
/// Assumes rigid bodies without play, and a coefficient of friction that does not depend on the pressure; over speed, time or temperature
/// it may come in as a signal.
/// Source: COMSOL Multibody Dynamics Module User's Guide, Joint friction (reconstructed); Bauchau, Rodriguez (2002), Int. J. Solids
/// Structures 39, 41-63.
void ball(ComponentBuilder& c) {
  const std::vector<partial::Freedom> turns = {partial::freedom(c, "turn1", true, "about axis 1"),
                                               partial::freedom(c, "turn2", true, "about axis 2"),
                                               partial::freedom(c, "turn3", true, "about axis 3")};
  auto r = c.parameter("radius", 20, "mm", "of the ball").above(0);
  const bool exact = partial::is_exact(c);
  partial::JointFriction friction(c);
  const Expression N = partial::normal_force(c, partial::Joint::ball);
  // Last: what comes after an option that is not always there would move up.
  const bool full = !exact && c.option<bool>("slip_radius", {{"effective", false}, {"full", true}},
                                             "where the slip of the exponential is counted; the source is not clear");
  const Expression effective = pi / 4 * r, radius = full ? Expression(r) : effective;
  std::vector<Expression> slip;
  Expression loss = 0;
  for (const partial::Freedom& turn : turns) {
    slip.push_back(radius * turn.velocity);
    loss += turn.through * turn.velocity;
  }
  if (exact) {
    partial::hold_along_resultant(c, turns, {effective, effective, effective}, friction.limit(N));
  } else {
    const std::vector<Expression> share = partial::JointFriction::smooth(friction.characteristic_velocity(c), slip);
    for (std::size_t i = 0; i < turns.size(); ++i)
      c.relation("friction about axis " + std::to_string(i + 1), turns[i].through == effective * friction.limit(N) * share[i]);
  }
  partial::show_joint(c, N, loss);
}

}  // namespace stribeck::joints
