#include "spatial/joint.h"
#include "stribeck/component.hpp"
#include "stribeck/spatial.hpp"

namespace stribeck::spatial {

/// Universal joint in space: frame b turns against frame a about two axes, one after the other: a pin in the fork of a, and another one in
/// the fork of b. It transmits turning about the third.
///     R_b = R_a rot(n_1, phi_1) rot(n_2, phi_2),  r_b = r_a;   moment on b about n_1: axis1.T, about n_2: axis2.T
/// n_1 stands still in a and n_2 in b; at right angles they are the cross of Cardan's joint, between whose shafts speeds ripple. Friction
/// in the pins: two revolute joints, one behind the other, are the same joint. The ports have the velocities of the two pins; what is
/// connected there acts between what they join. F1 to F3 are the reaction on b, in axes that turn with a: axis 1 is n_1; axes 2 and 3 are x
/// and y for n_1 = z, y and -x for n_1 = x. M is its moment, along n_1 x n_2, square to both pins. Source: kinematics of rigid bodies.
/// Assumes rigid bodies without play, and a cross without mass.
void universal(ComponentBuilder& c) {
  const Frame a = frame(c, "a", FrameRole::takes, "of the first body, on the side of the world");
  const Frame b = frame(c, "b", FrameRole::gives, "of the second body");
  const partial::JointAxis first = partial::turning_axis(c, "axis", "1", "about the axis in a");
  const partial::JointAxis second = partial::turning_axis(c, "axis", "2", "about the axis in b");
  const Vector n1 = unit_parameter(c, "axis_1_direction", "of the pin in a; of any length", {1, 0, 0});
  const Vector n2 = unit_parameter(c, "axis_2_direction", "of the pin in b; of any length", {0, 1, 0});
  const Vector across = cross(n1, n2);
  const Expression between = c.hidden_variable("between_axes", "1", "sine of the angle between both axes, squared");
  c.relation("between axes", between == dot(across, across));
  c.require(between > 1e-6, "both axes of a universal joint have the same direction: they must lead across one another");
  const Pose cross_piece = turned(pose_of(a), n1, first.coordinate);
  moves_as(c, b, turned(cross_piece, n2, second.coordinate), a.gravity);
  passes_on(c, a, b, {});

  partial::joint_load(c, partial::joint_axes(n1), a, b, "F1 F2 F3");
  const Vector moment = -b.moment;
  c.named("M", "N*m", "reaction on b: moment about the normal of the cross",
          dot((1 / sqrt(dot(across, across))) * (cross_piece.rotation * across), moment));
  c.relation("moment about the axis in a", first.port.through() == dot(cross_piece.rotation * n1, moment));
  c.relation("moment about the axis in b", second.port.through() == dot(cross_piece.rotation * n2, moment));
}

}  // namespace stribeck::spatial
