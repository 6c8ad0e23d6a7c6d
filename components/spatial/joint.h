#pragma once
// What the joints of mechanisms in space share: their axes, what they transmit, and friction that it presses.
#include "joints/resultant_friction.h"
#include "stribeck/spatial.hpp"

namespace stribeck::partial {

/// Axis 1 of a joint, of length one, and two axes across that complete it to the right: for z they are x and y, for -y x and z. All turn
/// with the frame a. Duff et al. (2017), Building an orthonormal basis, revisited, J. Computer Graphics Techniques 6(1), 1-8.
inline Matrix joint_axes(const Vector& n) {
  const Expression shifted = n.z + 1e-200, side = shifted / abs(shifted), a = -1 / (side + n.z), b = n.x * n.y * a;
  return {n, {1 + side * n.x * n.x * a, side * b, -(side * n.x)}, {b, side + n.y * n.y * a, -n.y}};
}

/// Of a joint that turns about the normal of a planar mechanism: axes 2 and 3 are those that the plane is named by.
inline Matrix turning_axes(Plane plane, const Vector& n) {
  return plane == Plane::space ? joint_axes(n) : Matrix{n, in_plane(plane, 1, 0), in_plane(plane, 0, 1)};
}
/// Of one that slides in the plane: axis 2 lies in it, axis 3 is its normal.
inline Matrix sliding_axes(Plane plane, const Vector& n) {
  return plane == Plane::space ? joint_axes(n) : Matrix{n, cross(normal_of(plane), n), normal_of(plane)};
}

/// A freedom of a joint that has a port to the one-dimensional library: what is connected there acts between b and a.
struct JointAxis {
  Port port;
  Coordinate coordinate;
};
/// `number` tells ports and coordinates of one joint apart: "axis1", "phi1", "w1".
inline JointAxis turning_axis(ComponentBuilder& c, const std::string& port, const std::string& number, const std::string& about) {
  const Port axis = c.port(port + number, "rotational", "turns with b; at rest it turns with a");
  const Expression phi = c.position(axis, "phi" + number, "angle of b against a, " + about);
  const Expression w = c.variable("w" + number, "rad/s", "angular velocity of b against a, " + about);
  c.relation("relative angular velocity" + number, w == axis.across());
  return {axis, {phi, w, der(w)}};
}
inline JointAxis sliding_axis(ComponentBuilder& c, const std::string& port, const std::string& number, const std::string& along) {
  const Port axis = c.port(port + number, "translational", "moves with b; at rest it moves with a");
  const Expression s = c.position(axis, "s" + number, "position of b from a, " + along);
  const Expression v = c.variable("v" + number, "m/s", "velocity of b against a, " + along);
  c.relation("relative velocity" + number, v == axis.across());
  return {axis, {s, v, der(v)}};
}

/// Force and moment that a joint's first body exerts on the second at frame b, in the joint's axes.
struct JointLoad {
  Triple force, moment;
};
/// `shown`: of these parts, "F1" to "M3", the ones that the joint keeps from moving, which it shows.
inline JointLoad joint_load(ComponentBuilder& c, const Matrix& axes, const Frame& a, const Frame& b, const std::string& shown) {
  const auto parts = [&](const char* name, const char* unit, const char* what, const Vector& on_b) {
    const auto part = [&](char axis, const Expression& value) {
      const std::string full = std::string(name) + axis, doc = std::string("reaction on b: ") + what + axis;
      return shown.find(full) == std::string::npos ? value : c.named(full, unit, doc, value);
    };
    return Triple{part('1', on_b.x), part('2', on_b.y), part('3', on_b.z)};
  };
  const Matrix in_world = a.rotation * axes;
  const Triple force = parts("F", "N", "force along axis ", in_axes_of(in_world, -b.force));
  return {force, parts("M", "N*m", "moment about axis ", in_axes_of(in_world, -b.moment))};
}

enum class Rubs { no, smoothly, exactly };
inline Rubs joint_friction_option(ComponentBuilder& c) {
  return c.option<Rubs>("friction", {{"none", Rubs::no}, {"smooth", Rubs::smoothly}, {"exact", Rubs::exactly}},
                        "none, or a law that creeps at rest, or one that sticks");
}

/// What presses the joint, of the load as the joint shows it, and of the thread of a screw: N depends on it, and it on the friction, at
/// every instant.
inline Expression pressed_by_its_load(ComponentBuilder& c, Joint joint, const JointLoad& load, const Expression& by_thread = 0) {
  const bool thrust = joint == Joint::hinge && thrust_presses_too(c, joint);  // others have no reaction along the axis
  const Expression pressing = pressing_of_load(c, joint, thrust, load.force, [&](const char* axis) {
    return *axis == '1' ? load.moment.along : *axis == '2' ? load.moment.second : load.moment.third;
  });
  return with_fit(c, pressing + by_thread);
}

/// The law of `friction`, a force or torque against the motion along axis 1.
inline void rubs_by_its_load(ComponentBuilder& c, Rubs rubs, Joint joint, const Expression& velocity, const Expression& friction,
                             const JointLoad& load) {
  const Expression lever = joint == Joint::prismatic ? Expression(1) : c.parameter("radius", 10, "mm", "of the pin").above(0);
  JointFriction law(c);
  one_way_friction(c, rubs == Rubs::exactly, velocity, friction, law, pressed_by_its_load(c, joint, load), lever);
}

/// A force or torque of friction in one of several directions, against the motion.
inline Freedom rubbing_freedom(ComponentBuilder& c, const std::string& name, bool turns, const Expression& velocity) {
  const Expression force = c.variable(name, turns ? "N*m" : "N", turns ? "torque of friction" : "force of friction");
  return {{}, {}, velocity, force, turns};
}
/// The law of friction along the resultant of several slips, `levers` times the velocities.
inline void rubs_along_resultant(ComponentBuilder& c, Rubs rubs, const std::vector<Freedom>& freedoms,
                                 const std::vector<Expression>& levers, const JointFriction& law, const Expression& normal) {
  if (rubs == Rubs::exactly) {
    hold_along_resultant(c, freedoms, levers, law.limit(normal));
  } else {
    std::vector<Expression> slips;
    for (std::size_t i = 0; i < freedoms.size(); ++i) slips.push_back(levers[i] * freedoms[i].velocity);
    const std::vector<Expression> share = JointFriction::smooth(law.characteristic_velocity(c), slips);
    for (std::size_t i = 0; i < freedoms.size(); ++i)
      c.relation("friction " + std::to_string(i + 1), freedoms[i].through == levers[i] * law.limit(normal) * share[i]);
  }
  Expression loss = 0;
  for (const Freedom& freedom : freedoms) loss += freedom.through * freedom.velocity;
  show_joint(c, normal, loss);
}

}  // namespace stribeck::partial
