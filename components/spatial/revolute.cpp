#include "spatial/joint.h"
#include "stribeck/component.hpp"
#include "stribeck/spatial.hpp"

namespace stribeck::spatial {

/// Revolute joint in space: frame b turns against frame a about an axis, smoothly, with friction on its pin, or driven by what is
/// connected to its axis.
///     R_b = R_a rot(n, phi),  w_b = w_a + R_a n w;   moment on b about the axis = axis.T - T_friction
///     T_friction = r (mu N + F_r) (1 - exp(-r |w|/v_0)) w/|w|,  or exact: it sticks up to the limit
///     N = |F_j| + alpha_2 |M_2| + alpha_3 |M_3|
/// F_j is the force that the joint carries, M_1 to M_3 are its moments and alpha_1 to alpha_3 their moment_factor.
/// The port axis is rotational: its velocity is that of b relative to a, and what is connected there acts between b and a, which for it is
/// at rest. F1 to F3, M2 and M3 are the reaction on b, at its origin, in the joint's axes, which turn with a: axis 1 is n; axes 2 and 3 are
/// x and y for n = z, x and z for n = -y; of a planar mechanism n is its normal, axes 2 and 3 its own. N depends on the acceleration that
/// friction changes: both are solved for at once. Source: kinematics of rigid bodies; friction as joints.hinge, from COMSOL Multibody
/// Dynamics Module User's Guide, Joint friction (reconstructed). Assumes rigid bodies without play.
void revolute(ComponentBuilder& c) {
  const Frame a = frame(c, "a", FrameRole::takes, "of the first body, on the side of the world");
  const Frame b = frame(c, "b", FrameRole::gives, "of the second body");
  const partial::JointAxis axis = partial::turning_axis(c, "axis", "", "about the axis");
  const Plane plane = plane_option(c);
  const Vector n = axis_parameter(c, plane, "axis_direction", "about which b turns, in a; of any length", {0, 0, 1});
  const partial::Rubs rubs = partial::joint_friction_option(c);
  moves_as(c, b, turned(pose_of(a), n, axis.coordinate), a.gravity);
  passes_on(c, a, b, {});

  const partial::JointLoad load = partial::joint_load(c, partial::turning_axes(plane, n), a, b, "F1 F2 F3 M2 M3");
  Expression friction = 0;
  if (rubs != partial::Rubs::no) {
    friction = c.variable("T", "N*m", "torque of friction, against the motion");
    partial::rubs_by_its_load(c, rubs, partial::Joint::hinge, axis.coordinate.rate, friction, load);
  }
  c.relation("moment about the axis", axis.port.through() == load.moment.along + friction);
}

}  // namespace stribeck::spatial
