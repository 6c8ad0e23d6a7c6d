#include "spatial/joint.h"
#include "stribeck/component.hpp"
#include "stribeck/spatial.hpp"

namespace stribeck::spatial {

/// Screw joint in space: frame b turns about an axis of frame a and slides along it, tied by a thread of n starts and pitch p, smoothly,
/// with friction in its thread, or driven by what is connected to its axis.
///     s = +-rho phi,  rho = n p/(2 pi),  r_b = r_a + R_a n s,  R_b = R_a rot(n, phi)
///     on b, force along the axis = L -+ F rho/h, moment about it = axis.T -+ rho L - F r^2/h,  h = hypot(r, rho)
///     F = (mu N + F_r) (1 - exp(-h |w|/v_0)) w/|w|,  or exact: it sticks up to the limit;   N = |L| h/r + |F_j across the axis| +
///     alpha_2 |M_2| + alpha_3 |M_3|
/// F_j is the force that the joint carries, M_1 to M_3 are its moments and alpha_1 to alpha_3 their moment_factor.
/// The port axis is rotational: its velocity is that of b relative to a, and what is connected there acts between b and a. L is the axial
/// force of the thread, F the friction along its helix; with this N raising a load takes W r (tan(lambda) + mu)/(1 - mu tan(lambda)), and
/// it locks itself for mu >= tan(lambda) = rho/r. F2, F3, M2 and M3 are the rest of the reaction on b, at its origin, in the joint's axes,
/// which turn with a: axis 1 is n; axes 2 and 3 are x and y for n = z. N depends on the acceleration that friction changes: both are solved
/// for at once. Source: kinematics of rigid bodies; friction as joints.screw, from COMSOL Multibody Dynamics Module User's Guide, Joint
/// friction (reconstructed). Assumes rigid bodies without play.
void screw(ComponentBuilder& c) {
  const Frame a = frame(c, "a", FrameRole::takes, "of the first body, on the side of the world");
  const Frame b = frame(c, "b", FrameRole::gives, "of the second body");
  const partial::JointAxis axis = partial::turning_axis(c, "axis", "", "about the axis");
  const Vector n = unit_parameter(c, "axis_direction", "along and about which b moves, in a; of any length", {0, 0, 1});
  const bool left = c.option<bool>("thread", {{"right", false}, {"left", true}}, "the hand of the thread");
  const int starts = c.count("starts", 1, 1, 100, "number of threads side by side");
  const Expression pitch = c.parameter("pitch", 5, "mm", "between neighbouring threads").above(0);
  const partial::Rubs rubs = partial::joint_friction_option(c);
  const Expression rho = starts * pitch / (2 * pi), way = left ? -rho : rho, w = axis.coordinate.rate;
  const Coordinate slide{c.named("s", "m", "position of b from a, along the axis", way * axis.coordinate.value),
                         c.named("v", "m/s", "velocity of b against a, along the axis", way * w), way * axis.coordinate.second_rate};
  moves_as(c, b, turned(moved(pose_of(a), n, slide), n, axis.coordinate), a.gravity);
  passes_on(c, a, b, slide.value * (a.rotation * n));

  const partial::JointLoad load = partial::joint_load(c, partial::joint_axes(n), a, b, "F2 F3 M2 M3");
  const Expression L = c.variable("L", "N", "reaction on b: axial force of the thread, without friction");
  Expression along = 0, about = 0;
  if (rubs != partial::Rubs::no) {
    const Expression r = c.parameter("radius", 8, "mm", "pitch radius of the thread").above(0), helix = sqrt(r * r + rho * rho);
    const Expression F = c.variable("F", "N", "force of friction along the helix, against the motion");
    partial::JointFriction law(c);
    const Expression N = partial::pressed_by_its_load(c, partial::Joint::screw, load, abs(L) * helix / r);
    partial::one_way_friction(c, rubs == partial::Rubs::exactly, w * helix, F, law, N, 1);
    along = F * way / helix, about = F * r * r / helix;
  }
  c.relation("force along the axis", L == load.force.along + along);
  c.relation("moment about the axis", axis.port.through() == load.moment.along + way * L + about);
}

}  // namespace stribeck::spatial
