#pragma once
// What the joints of mechanisms in space share: their axes, what they transmit, and friction that it presses.
#include "joint_friction.h"
#include "stribeck/spatial.hpp"

namespace stribeck::partial {

/// Axis 1 of a joint, of length one, and two axes across that complete it to the right: for z they are x and y, for -y x and z. All turn
/// with the frame a. Duff et al. (2017), Building an orthonormal basis, revisited, J. Computer Graphics Techniques 6(1), 1-8.
inline Matrix joint_axes(const Vector& n) {
  const Expression shifted = n.z + 1e-200, side = shifted / abs(shifted), a = -1 / (side + n.z), b = n.x * n.y * a;
  return {n, {1 + side * n.x * n.x * a, side * b, -(side * n.x)}, {b, side + n.y * n.y * a, -n.y}};
}

/// Force and moment that a joint's first body exerts on the second at frame b, in the joint's axes.
struct JointLoad {
  Triple force, moment;
};
inline JointLoad joint_load(const Matrix& axes, const Frame& a, const Frame& b) {
  const Vector F = in_axes_of(axes, in_axes_of(a.rotation, -b.force)), M = in_axes_of(axes, in_axes_of(a.rotation, -b.moment));
  return {{F.x, F.y, F.z}, {M.x, M.y, M.z}};
}

enum class Rubs { no, smoothly, exactly };
inline Rubs joint_friction_option(ComponentBuilder& c) {
  return static_cast<Rubs>(c.option("friction", "none|smooth|exact", "none, or a law that creeps at rest, or one that sticks"));
}

/// The law of `friction`, a force or torque against the motion along axis 1. `load` as the joint shows it: N depends on it, and it on the
/// friction, at every instant.
inline void rubs_by_its_load(ComponentBuilder& c, Rubs rubs, Joint joint, const Expression& velocity, const Expression& friction,
                             const JointLoad& load) {
  const Expression lever = joint == Joint::prismatic ? Expression(1) : c.parameter("radius", 10, "mm", "of the pin").above(0);
  JointFriction law(c);
  const bool thrust = thrust_presses_too(c, joint);
  const Expression pressing = pressing_of_load(c, joint, thrust, load.force, [&](const char* axis) {
    return *axis == '1' ? load.moment.along : *axis == '2' ? load.moment.second : load.moment.third;
  });
  const Expression normal = with_fit(c, pressing);
  one_way_friction(c, rubs == Rubs::exactly, velocity, friction, law, normal, lever);
}

}  // namespace stribeck::partial
