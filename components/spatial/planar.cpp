#include "joints/planar_friction.h"
#include "spatial/joint.h"
#include "stribeck/component.hpp"
#include "stribeck/spatial.hpp"

namespace stribeck::spatial {

/// Planar joint in space: frame b slides on a plane of frame a and turns about its normal, smoothly, with friction, or driven by what is
/// connected to its axes.
///     r_b = r_a + R_a (e_2 s2 + e_3 s3),  R_b = R_a rot(n, phi)
///     on b, forces along axes 2 and 3 = slide2.F - friction_2, slide3.F - friction_3, moment about the normal = turn.T - T
///     N = |F_j along the normal| + alpha_2 |M_2| + alpha_3 |M_3|;   F and T of friction as joints.planar, up to mu N + F_r
/// e_2 and e_3 are the directions of axes 2 and 3. F_j is the force that the joint carries, M_1 to M_3 are its moments and alpha_1 to
/// alpha_3 their moment_factor. The ports slide2, slide3 and turn have the velocities of b relative to a; what is connected there acts
/// between b and a, which for it is at rest. Friction acts at the origin of b, or, with its moment, on an area around it, whose sides turn
/// with b. F1, M2 and M3 are the reaction on b, at its origin, in the joint's axes, which turn with a: axis 1 is the normal n; axes 2 and 3
/// are x and y for n = z, x and z for n = -y; of a planar mechanism they are its own. The plane holds b from both sides. N depends on the
/// acceleration that friction changes: both are solved for at once. Source: kinematics of rigid bodies; friction as joints.planar, from
/// COMSOL Multibody Dynamics Module User's Guide, Joint friction (reconstructed). Assumes rigid bodies without play, and a pressure that is
/// the same all over an area.
void planar(ComponentBuilder& c) {
  const Frame a = frame(c, "a", FrameRole::takes, "of the first body, on the side of the world");
  const Frame b = frame(c, "b", FrameRole::gives, "of the second body");
  const partial::JointAxis slide2 = partial::sliding_axis(c, "slide", "2", "along axis 2");
  const partial::JointAxis slide3 = partial::sliding_axis(c, "slide", "3", "along axis 3");
  const partial::JointAxis turn = partial::turning_axis(c, "turn", "", "about the normal");
  const Plane plane = plane_option(c);
  const Vector n = axis_parameter(c, plane, "normal_direction", "of the plane, in a; of any length", {0, 0, 1});
  const partial::Rubs rubs = partial::joint_friction_option(c);
  const Matrix axes = partial::turning_axes(plane, n);
  const Pose there = moved(moved(pose_of(a), axes.second, slide2.coordinate), axes.third, slide3.coordinate);
  moves_as(c, b, turned(there, n, turn.coordinate), a.gravity);
  passes_on(c, a, b, a.rotation * (slide2.coordinate.value * axes.second + slide3.coordinate.value * axes.third));

  const partial::JointLoad load = partial::joint_load(c, axes, a, b, "F1 M2 M3");
  Expression force_2 = 0, force_3 = 0, torque = 0;
  if (rubs != partial::Rubs::no) {
    const partial::PlanarMotion motion{partial::rubbing_freedom(c, "friction_2", false, slide2.coordinate.rate),
                                       partial::rubbing_freedom(c, "friction_3", false, slide3.coordinate.rate),
                                       partial::rubbing_freedom(c, "T", true, turn.coordinate.rate), [&] { return turn.coordinate.value; }};
    const partial::PlanarContact contact = partial::planar_contact_option(c);
    const partial::JointFriction law(c);
    const Expression N = partial::pressed_by_its_load(c, partial::Joint::planar, load);
    const Expression limit = c.named("limit", "N", "friction force at full slip", law.limit(N));
    partial::planar_friction(c, contact, motion, law, limit, [&] { return rubs == partial::Rubs::exactly; });
    partial::show_joint(c, N, partial::planar_loss(motion));
    force_2 = motion.slide_2.through, force_3 = motion.slide_3.through, torque = motion.turn.through;
  }
  c.relation("force along axis 2", slide2.port.through() == load.force.second + force_2);
  c.relation("force along axis 3", slide3.port.through() == load.force.third + force_3);
  c.relation("moment about the normal", turn.port.through() == load.moment.along + torque);
}

}  // namespace stribeck::spatial
