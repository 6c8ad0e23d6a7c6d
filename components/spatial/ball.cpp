#include "spatial/turning.h"
#include "stribeck/component.hpp"
#include "stribeck/spatial.hpp"

namespace stribeck::spatial {

/// Ball joint in space: frame b turns about its origin, which stays at that of frame a, in all ways, smoothly or with friction.
///     r_b = r_a,  R_b = R_a R(q) rot(axis, angle),  dq/dt = (0, w) q/2;   moment on b = -T of friction
///     T = r_eff (mu N + F_r) (1 - exp(-r_eff |w|/v_0)) w/|w|,  r_eff = pi r/4,  or exact: it sticks up to the limit;  N = |F_j|
/// w is the angular velocity of b against a, in the axes of a: axes 1 to 3 are its x, y and z. q is the quaternion (q0, q1, q2, q3) of the
/// rotation about them, R(q) the matrix of that rotation; whatever its length, which is drawn to one, only its direction counts: so there
/// is no position without an answer, and b stays rigid. `axis` and `angle` turn b where q is (1, 0, 0, 0), as it is at the start unless
/// told otherwise. F1 to F3 are the reaction on b. N depends on the acceleration that friction changes: both are solved for at once.
/// Source: kinematics of rigid bodies; friction as joints.ball, from COMSOL Multibody Dynamics Module User's Guide, Joint friction
/// (reconstructed). Assumes rigid bodies without play, and a ball whose pressure is the same all round.
void ball(ComponentBuilder& c) {
  const Frame a = frame(c, "a", FrameRole::takes, "of the first body, on the side of the world");
  const Frame b = frame(c, "b", FrameRole::gives, "of the second body");
  const partial::FreeTurning turning = partial::free_turning(c);
  const partial::Rubs rubs = partial::joint_friction_option(c);
  moves_as(c, b, turned(pose_of(a), turning.rotation, turning.rate, turning.second_rate), a.gravity);
  passes_on(c, a, b, {});

  const partial::JointLoad load = partial::joint_load(c, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, a, b, "F1 F2 F3");
  if (rubs == partial::Rubs::no) return relate(c, "moment on b", b.moment, {});
  const std::vector<partial::Freedom> turns = {partial::rubbing_freedom(c, "T1", true, turning.rate.x),
                                               partial::rubbing_freedom(c, "T2", true, turning.rate.y),
                                               partial::rubbing_freedom(c, "T3", true, turning.rate.z)};
  const Expression effective = pi / 4 * c.parameter("radius", 20, "mm", "of the ball").above(0);
  const partial::JointFriction law(c);
  const Expression N = partial::pressed_by_its_load(c, partial::Joint::ball, load);
  partial::rubs_along_resultant(c, rubs, turns, {effective, effective, effective}, law, N);
  relate(c, "moment on b", {turns[0].through, turns[1].through, turns[2].through}, in_axes_of(a.rotation, b.moment));
}

}  // namespace stribeck::spatial
