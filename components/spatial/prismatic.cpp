#include "spatial/joint.h"
#include "stribeck/component.hpp"
#include "stribeck/spatial.hpp"

namespace stribeck::spatial {

/// Prismatic joint in space: frame b slides along an axis of frame a, smoothly, with friction in its guide, or driven by what is connected
/// to its axis.
///     r_b = r_a + R_a n s,  R_b = R_a;   force on b along the axis = axis.F - F_friction
///     F_friction = (mu N + F_r) (1 - exp(-|v|/v_0)) v/|v|,  or exact: it sticks up to the limit
///     N = |F_j across the axis| + alpha_1 |M_1| + alpha_2 |M_2| + alpha_3 |M_3|
/// F_j is the force that the joint carries, M_1 to M_3 are its moments and alpha_1 to alpha_3 their moment_factor.
/// The port axis is translational: its velocity is that of b relative to a, and what is connected there acts between b and a, which for it
/// is at rest. F2, F3 and M1 to M3 are the reaction on b, in the joint's axes, which turn with a: axis 1 is n; axes 2 and 3 are x and y for
/// n = z, -z and y for n = x; of a planar mechanism axis 3 is its normal. Moments are about the origin of b, where friction acts: where the
/// centre of mass is beside the guide, friction tilts b and presses itself on. N depends on the acceleration that friction changes: both
/// are solved for at once. Source: kinematics of rigid bodies; friction as joints.prismatic, from COMSOL Multibody Dynamics Module User's
/// Guide, Joint friction (reconstructed). Assumes rigid bodies without play.
void prismatic(ComponentBuilder& c) {
  const Frame a = frame(c, "a", FrameRole::takes, "of the first body, on the side of the world");
  const Frame b = frame(c, "b", FrameRole::gives, "of the second body");
  const partial::JointAxis axis = partial::sliding_axis(c, "axis", "", "along the axis");
  const Plane plane = plane_option(c);
  const Vector n = unit_parameter(c, plane, "axis_direction", "along which b slides, in a; of any length", {1, 0, 0});
  const partial::Rubs rubs = partial::joint_friction_option(c);
  moves_as(c, b, moved(pose_of(a), n, axis.coordinate), a.gravity);
  passes_on(c, a, b, axis.coordinate.value * (a.rotation * n));

  const partial::JointLoad load = partial::joint_load(c, partial::sliding_axes(plane, n), a, b, "F2 F3 M1 M2 M3");
  Expression friction = 0;
  if (rubs != partial::Rubs::no) {
    friction = c.variable("F", "N", "force of friction, against the motion");
    partial::rubs_by_its_load(c, rubs, partial::Joint::prismatic, axis.coordinate.rate, friction, load);
  }
  c.relation("force along the axis", axis.port.through() == load.force.along + friction);
}

}  // namespace stribeck::spatial
