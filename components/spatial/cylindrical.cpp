#include "spatial/joint.h"
#include "stribeck/component.hpp"
#include "stribeck/spatial.hpp"

namespace stribeck::spatial {

/// Cylindrical joint in space: frame b slides along an axis of frame a and turns about it, smoothly, with friction in its guide, or driven
/// by what is connected to its axes.
///     r_b = r_a + R_a n s,  R_b = R_a rot(n, phi);   on b, force along the axis = slide.F - F, moment about it = turn.T - T
///     (F, T/r) = (mu N + F_r) (1 - exp(-|u|/v_0)) u/|u|,  u = (v, r w),  or exact: it sticks in both ways up to the limit
///     N = |F_j across the axis| + alpha_2 |M_2| + alpha_3 |M_3|
/// F_j is the force that the joint carries, M_1 to M_3 are its moments and alpha_1 to alpha_3 their moment_factor.
/// The ports slide and turn have the velocities of b relative to a; what is connected there acts between b and a, which for it is at rest.
/// F2, F3, M2 and M3 are the reaction on b, at its origin, in the joint's axes, which turn with a: axis 1 is n; axes 2 and 3 are x and y
/// for n = z. N depends on the acceleration that friction changes: both are solved for at once. While it turns fast it hardly resists
/// sliding. Source: kinematics of rigid bodies; friction as joints.cylindrical, from COMSOL Multibody Dynamics Module User's Guide, Joint
/// friction (reconstructed). Assumes rigid bodies without play.
void cylindrical(ComponentBuilder& c) {
  const Frame a = frame(c, "a", FrameRole::takes, "of the first body, on the side of the world");
  const Frame b = frame(c, "b", FrameRole::gives, "of the second body");
  const partial::JointAxis slide = partial::sliding_axis(c, "slide", "", "along the axis");
  const partial::JointAxis turn = partial::turning_axis(c, "turn", "", "about the axis");
  const Vector n = unit_parameter(c, "axis_direction", "along and about which b moves, in a; of any length", {0, 0, 1});
  const partial::Rubs rubs = partial::joint_friction_option(c);
  moves_as(c, b, turned(moved(pose_of(a), n, slide.coordinate), n, turn.coordinate), a.gravity);
  passes_on(c, a, b, slide.coordinate.value * (a.rotation * n));

  const partial::JointLoad load = partial::joint_load(c, partial::joint_axes(n), a, b, "F2 F3 M2 M3");
  Expression force = 0, torque = 0;
  if (rubs != partial::Rubs::no) {
    const partial::Freedom along = partial::rubbing_freedom(c, "F", false, slide.coordinate.rate);
    const partial::Freedom about = partial::rubbing_freedom(c, "T", true, turn.coordinate.rate);
    const Expression r = c.parameter("radius", 10, "mm", "of the cylinder").above(0);
    const partial::JointFriction law(c);
    const Expression N = partial::pressed_by_its_load(c, partial::Joint::cylindrical, load);
    partial::rubs_along_resultant(c, rubs, {along, about}, {1, r}, law, N);
    force = along.through, torque = about.through;
  }
  c.relation("force along the axis", slide.port.through() == load.force.along + force);
  c.relation("moment about the axis", turn.port.through() == load.moment.along + torque);
}

}  // namespace stribeck::spatial
