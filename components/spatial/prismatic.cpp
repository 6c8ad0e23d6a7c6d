#include "../spatial_joint.h"

#include "stribeck/component.hpp"
#include "stribeck/spatial.hpp"

namespace stribeck::spatial {

/// Prismatic joint in space: frame b slides along an axis of frame a, smoothly, with friction in its guide, or driven by what is connected
/// to its axis.
///     r_b = r_a + R_a n s,  R_b = R_a;   force on b along the axis = axis.F - F_friction
///     F_friction = (mu N + F_r) (1 - exp(-|v|/v_0)) v/|v|,  or exact: it sticks up to the limit
///     N = |F_j across the axis| + alpha_1 |M_1| + alpha_2 |M_2| + alpha_3 |M_3|
/// The port axis is translational: its velocity is that of b relative to a, and what is connected there acts between b and a, which for it
/// is at rest. F2, F3 and M1 to M3 are the reaction on b, in the joint's axes, which turn with a: axis 1 is n; axes 2 and 3 are x and y for
/// n = z, -z and y for n = x. Moments are about the origin of b, where friction acts: where the centre of mass is beside the guide,
/// friction tilts b and presses itself on. N depends on the acceleration that friction changes: both are solved for at once. Source:
/// kinematics of rigid bodies; friction as joints.prismatic, from COMSOL Multibody Dynamics Module User's Guide, Joint friction
/// (reconstructed). Assumes rigid bodies without play.
void prismatic(ComponentBuilder& c) {
  const Frame a = frame(c, "a", FrameRole::takes, "of the first body, on the side of the world");
  const Frame b = frame(c, "b", FrameRole::gives, "of the second body");
  const Port axis = c.port("axis", "translational", "moves with b; at rest it moves with a");
  const Vector n = unit_parameter(c, "axis_direction", "along which b slides, in a; of any length", {1, 0, 0});
  const partial::Rubs rubs = partial::joint_friction_option(c);
  const Expression s = c.position(axis, "s", "position of b from a, along the axis");
  const Expression v = c.variable("v", "m/s", "velocity of b against a");
  c.relation("relative velocity", v == axis.across());

  const Vector along = a.rotation * n, arm = s * along;
  const FrameMotion carried = at_arm(a.motion, arm);
  moves_as(c, b, a.position + arm, a.rotation,
           {carried.velocity + v * along, carried.turning, carried.acceleration + 2 * v * cross(carried.turning, along) + der(v) * along,
            carried.turning_rate},
           a.gravity);
  relate(c, "force", a.force, -b.force);
  relate(c, "moment", a.moment, -(b.moment + cross(arm, b.force)));

  partial::JointLoad load = partial::joint_load(partial::joint_axes(n), a, b);
  load.force.second = c.named("F2", "N", "reaction on b along axis 2", load.force.second);
  load.force.third = c.named("F3", "N", "reaction on b along axis 3", load.force.third);
  load.moment = {c.named("M1", "N*m", "reaction on b about the axis", load.moment.along),
                 c.named("M2", "N*m", "reaction on b about axis 2", load.moment.second),
                 c.named("M3", "N*m", "reaction on b about axis 3", load.moment.third)};
  Expression friction = 0;
  if (rubs != partial::Rubs::no) {
    friction = c.variable("F", "N", "force of friction, against the motion");
    partial::rubs_by_its_load(c, rubs, partial::Joint::prismatic, v, friction, load);
  }
  c.relation("force along the axis", axis.through() == friction - dot(along, b.force));
}

}  // namespace stribeck::spatial
