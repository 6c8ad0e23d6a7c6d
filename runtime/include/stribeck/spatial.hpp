#pragma once
// Mechanisms in space: frames, and the vectors that their components are written with (docs/guide/spatial.md).
#include <array>
#include <string>

#include "stribeck/component.hpp"

namespace stribeck {

/// A vector of expressions, in the axes of whatever it is said to be in.
struct Vector {
  Expression x = 0, y = 0, z = 0;
};
inline Vector operator+(const Vector& a, const Vector& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vector operator-(const Vector& a, const Vector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vector operator-(const Vector& a) { return {-a.x, -a.y, -a.z}; }
inline Vector operator*(const Expression& factor, const Vector& a) { return {factor * a.x, factor * a.y, factor * a.z}; }
inline Expression dot(const Vector& a, const Vector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vector cross(const Vector& a, const Vector& b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }

/// A matrix by its columns. A rotation's columns are the axes that it turns, in those that it turns from.
struct Matrix {
  Vector first, second, third;
};
inline Vector operator*(const Matrix& m, const Vector& a) { return a.x * m.first + a.y * m.second + a.z * m.third; }
inline Matrix operator*(const Matrix& m, const Matrix& other) { return {m * other.first, m * other.second, m * other.third}; }
/// Of the transpose: a vector in the axes that the columns of `m` are.
inline Vector in_axes_of(const Matrix& m, const Vector& a) { return {dot(m.first, a), dot(m.second, a), dot(m.third, a)}; }

/// By an angle about an axis of length one (Rodrigues).
inline Matrix rotation_about(const Vector& n, const Expression& angle) {
  const Expression c = cos(angle), s = sin(angle), rest = 1 - c;
  return {{c + rest * n.x * n.x, rest * n.x * n.y + s * n.z, rest * n.x * n.z - s * n.y},
          {rest * n.x * n.y - s * n.z, c + rest * n.y * n.y, rest * n.y * n.z + s * n.x},
          {rest * n.x * n.z + s * n.y, rest * n.y * n.z - s * n.x, c + rest * n.z * n.z}};
}

/// What moves with a frame, all in world axes: velocity, angular velocity and their rates, of its origin.
struct FrameMotion {
  Vector velocity, turning, acceleration, turning_rate;
};

/// A frame, as a port: what is rigidly connected there. Forces and moments are those into the component, about the origin of the frame,
/// in world axes like all the rest; `rotation` turns from the world's axes to those of the frame.
struct Frame {
  Vector position;
  Matrix rotation;
  FrameMotion motion;
  Vector gravity;  ///< acceleration of a free fall
  Vector force, moment;
};

/// Whether a component says how a frame moves, as the world and the far end of a joint do, or takes it from there.
enum class FrameRole { takes, gives };

/// Declares a frame. Of one that it gives the component states all with moves_as(); of one that it takes it states force and moment.
inline Frame frame(ComponentBuilder& c, const std::string& name, FrameRole role, const std::string& doc) {
  static constexpr std::array kDomains{"spatial", "spatial_y", "spatial_z", "spatial_turning_x", "spatial_turning_y", "spatial_turning_z"};
  std::array<Port, kDomains.size()> ports;
  for (std::size_t k = 0; k < kDomains.size(); ++k) ports[k] = c.port(k == 0 ? name : name + "." + kDomains[k], kDomains[k], doc);
  const auto signal = [&](const std::string& part, const std::string& unit, const std::string& what) {
    const std::string full = name + "." + part;
    return role == FrameRole::gives ? c.output(full, unit, what) : c.input(full, unit, what);
  };
  const auto vector = [&](const std::string& part, const std::string& unit, const std::string& what) {
    return Vector{signal(part + "_x", unit, what), signal(part + "_y", unit, what), signal(part + "_z", unit, what)};
  };
  Frame f;
  f.motion.velocity = {ports[0].across(), ports[1].across(), ports[2].across()};
  f.motion.turning = {ports[3].across(), ports[4].across(), ports[5].across()};
  f.force = {ports[0].through(), ports[1].through(), ports[2].through()};
  f.moment = {ports[3].through(), ports[4].through(), ports[5].through()};
  f.position = vector("r", "m", "position in the world");
  f.rotation.first = vector("e1", "1", "first axis of the frame, in the world");
  f.rotation.second = vector("e2", "1", "second axis of the frame, in the world");
  f.rotation.third = vector("e3", "1", "third axis of the frame, in the world");
  f.motion.acceleration = vector("a", "m/s^2", "acceleration in the world");
  f.motion.turning_rate = vector("dw", "rad/s^2", "rate of the angular velocity in the world");
  f.gravity = vector("g", "m/s^2", "acceleration of a free fall");
  return f;
}

/// States a vector, component by component.
inline void relate(ComponentBuilder& c, const std::string& label, const Vector& left, const Vector& right) {
  c.relation(label + " x", left.x == right.x);
  c.relation(label + " y", left.y == right.y);
  c.relation(label + " z", left.z == right.z);
}
/// States all of how a given frame moves.
inline void moves_as(ComponentBuilder& c, const Frame& f, const Vector& position, const Matrix& rotation, const FrameMotion& motion,
                     const Vector& gravity) {
  relate(c, "position", f.position, position);
  relate(c, "first axis", f.rotation.first, rotation.first);
  relate(c, "second axis", f.rotation.second, rotation.second);
  relate(c, "third axis", f.rotation.third, rotation.third);
  relate(c, "velocity", f.motion.velocity, motion.velocity);
  relate(c, "angular velocity", f.motion.turning, motion.turning);
  relate(c, "acceleration", f.motion.acceleration, motion.acceleration);
  relate(c, "angular acceleration", f.motion.turning_rate, motion.turning_rate);
  relate(c, "gravity", f.gravity, gravity);
}

/// How a point moves that is fixed in a frame at `arm`, in world axes, from its origin.
inline FrameMotion at_arm(const FrameMotion& m, const Vector& arm) {
  return {m.velocity + cross(m.turning, arm), m.turning,
          m.acceleration + cross(m.turning_rate, arm) + cross(m.turning, cross(m.turning, arm)), m.turning_rate};
}

/// A coordinate of a joint, an angle or a way, and its first two derivatives.
struct Coordinate {
  Expression value, rate, second_rate;
};

/// Where a frame is and how it moves, in world axes: what a joint makes out of its frame a, one freedom after the other.
struct Pose {
  Vector position;
  Matrix rotation;
  FrameMotion motion;
};
inline Pose pose_of(const Frame& f) { return {f.position, f.rotation, f.motion}; }

/// Moved on by a vector of coordinates, in the axes of `from`.
inline Pose moved(const Pose& from, const Vector& way, const Vector& rate, const Vector& second_rate) {
  const Vector arm = from.rotation * way, velocity = from.rotation * rate;
  const FrameMotion carried = at_arm(from.motion, arm);
  return {from.position + arm,
          from.rotation,
          {carried.velocity + velocity, carried.turning,
           carried.acceleration + 2 * cross(carried.turning, velocity) + from.rotation * second_rate, carried.turning_rate}};
}
/// Moved on along an axis of length one, in the axes of `from`.
inline Pose moved(const Pose& from, const Vector& n, const Coordinate& way) {
  return moved(from, way.value * n, way.rate * n, way.second_rate * n);
}
/// Turned on: by a rotation whose angular velocity is `rate`, both in the axes of `from`.
inline Pose turned(const Pose& from, const Matrix& rotation, const Vector& rate, const Vector& second_rate) {
  const Vector w = from.rotation * rate;
  const FrameMotion& m = from.motion;
  return {from.position,
          from.rotation * rotation,
          {m.velocity, m.turning + w, m.acceleration, m.turning_rate + from.rotation * second_rate + cross(m.turning, w)}};
}
/// Turned on about an axis of length one, in the axes of `from`.
inline Pose turned(const Pose& from, const Vector& n, const Coordinate& angle) {
  return turned(from, rotation_about(n, angle.value), angle.rate * n, angle.second_rate * n);
}
inline void moves_as(ComponentBuilder& c, const Frame& f, const Pose& pose, const Vector& gravity) {
  moves_as(c, f, pose.position, pose.rotation, pose.motion, gravity);
}

/// Without mass: what acts on frame b acts on frame a. `arm` leads from a to b.
inline void passes_on(ComponentBuilder& c, const Frame& a, const Frame& b, const Vector& arm) {
  relate(c, "force", a.force, -b.force);
  relate(c, "moment", a.moment, -(b.moment + cross(arm, b.force)));
}

/// The plane of the world's axes that a planar mechanism moves in, if it is one: then lists have two numbers, and axes need not be given.
enum class Plane { space, xy, xz, yz };
/// The same for all components of a diagram that gives its "plane".
inline Plane plane_option(ComponentBuilder& c) {
  return c.option<Plane>("plane", {{"space", Plane::space}, {"xy", Plane::xy}, {"xz", Plane::xz}, {"yz", Plane::yz}},
                         "of a planar mechanism, whose lists have two numbers; as the diagram gives it, unless given here");
}
/// A vector of the plane, by its parts along both axes that the plane is named by.
inline Vector in_plane(Plane plane, const Expression& first, const Expression& second) {
  return plane == Plane::xy ? Vector{first, second, 0} : plane == Plane::xz ? Vector{first, 0, second} : Vector{0, first, second};
}
/// Of length one. About it angles count from the plane's first axis to the second: for "xz" it is -y.
inline Vector normal_of(Plane plane) { return cross(in_plane(plane, 1, 0), in_plane(plane, 0, 1)); }

/// Three numbers of a list parameter.
inline Vector vector_parameter(ComponentBuilder& c, const std::string& name, const std::string& unit, const std::string& doc,
                               const std::vector<double>& fallback) {
  const List list = c.list(name, unit, doc, fallback);
  c.length(list, 3, 3);
  return {c.entry(list, 0), c.entry(list, 1), c.entry(list, 2)};
}
/// Or two, of a planar mechanism.
inline Vector vector_parameter(ComponentBuilder& c, Plane plane, const std::string& name, const std::string& unit, const std::string& doc,
                               const std::vector<double>& fallback, const std::vector<double>& fallback_in_plane = {0, 0}) {
  if (plane == Plane::space) return vector_parameter(c, name, unit, doc, fallback);
  const List list = c.list(name, unit, doc + ": along both axes of the plane", fallback_in_plane);
  c.length(list, 2, 2);
  return in_plane(plane, c.entry(list, 0), c.entry(list, 1));
}
/// The direction of a vector of parameters, which must not be zero.
inline Vector direction_of(ComponentBuilder& c, const std::string& name, const Vector& given) {
  const std::string length = name + "_length";
  const Expression size = c.hidden_variable(length, "1", "length of a vector that gives a direction");
  c.relation(length, size == sqrt(dot(given, given)));
  c.require(size > 1e-100, "a direction is zero: it must point somewhere");
  return (1 / sqrt(dot(given, given))) * given;  // of parameters alone, where derivatives are zero
}
/// The direction of three numbers.
inline Vector unit_parameter(ComponentBuilder& c, const std::string& name, const std::string& doc, const std::vector<double>& fallback) {
  return direction_of(c, name, vector_parameter(c, name, "1", doc, fallback));
}
/// Or of two, of a planar mechanism; there along its first axis unless given.
inline Vector unit_parameter(ComponentBuilder& c, Plane plane, const std::string& name, const std::string& doc,
                             const std::vector<double>& fallback) {
  return direction_of(c, name, vector_parameter(c, plane, name, "1", doc, fallback, {1, 0}));
}
/// About which something turns: in a planar mechanism the normal of its plane, without a parameter.
inline Vector axis_parameter(ComponentBuilder& c, Plane plane, const std::string& name, const std::string& doc,
                             const std::vector<double>& fallback) {
  return plane == Plane::space ? unit_parameter(c, name, doc, fallback) : normal_of(plane);
}

}  // namespace stribeck
