#include "stribeck/component.hpp"
#include "stribeck/spatial.hpp"

namespace stribeck::spatial {

/// What mechanisms in space hang on: a frame at rest, and the gravity that acts on all bodies that lead to it.
///     r = 0,  R = 1,  v = 0,  w = 0
/// Its axes are the world's; gravity is given in them. Source: Newton's laws hold in it. Assumes an inertial frame and uniform gravity.
void world(ComponentBuilder& c) {
  const Vector g = vector_parameter(c, "gravity", "m/s^2", "acceleration of a free fall, in the world's axes", {0, 0, -9.80665});
  const Frame frame = stribeck::frame(c, "frame", FrameRole::gives, "of the world");
  moves_as(c, frame, {}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {}, g);
}

/// A place on a body, as another frame: fixed to frame a, moved by `offset` and then turned.
///     r_b = r_a + R_a offset,  R_b = R_a rot(axis, angle)
/// Without mass; frame a must be on the side of the world. Source: kinematics of rigid bodies. Assumes that what
/// joins both frames does not bend.
void transform(ComponentBuilder& c) {
  const Frame a = frame(c, "a", FrameRole::takes, "on the side of the world");
  const Frame b = frame(c, "b", FrameRole::gives, "fixed to a");
  const Vector offset = vector_parameter(c, "offset", "m", "origin of b in a", {0, 0, 0});
  const Vector axis = unit_parameter(c, "axis", "about which b is turned, in a; of any length", {0, 0, 1});
  const Expression angle = c.parameter("angle", 0, "rad", "by which b is turned");
  const Pose there = moved(pose_of(a), offset, {}, {});
  moves_as(c, b, turned(there, rotation_about(axis, angle), {}, {}), a.gravity);
  passes_on(c, a, b, a.rotation * offset);
}

namespace {

/// The tensor about the centre of mass. The integrals of x^2 dm, x y dm and so on are half its trace minus it; they make a matrix without
/// negative eigenvalues, which is so where its principal minors are not negative: for moments alone it is that none exceeds the sum of
/// the others.
Matrix inertia_parameters(ComponentBuilder& c) {
  constexpr double kRounding = 1e-9;  // of a rod or a plate, whose entries are on the limits
  const auto entry = [&](const char* name, const char* doc) { return c.parameter(name, 0, "kg*m^2", doc); };
  auto xx = entry("inertia_xx", "moment of inertia about the centre of mass, along x"), yy = entry("inertia_yy", "the same along y"),
       zz = entry("inertia_zz", "the same along z"), xy = entry("inertia_xy", "entry of that tensor: minus the integral of x y dm"),
       xz = entry("inertia_xz", "minus the integral of x z dm"), yz = entry("inertia_yz", "minus the integral of y z dm");
  xx.at_least(0).at_most((1 + kRounding) * (yy + zz));
  yy.at_least(0).at_most((1 + kRounding) * (xx + zz));
  zz.at_least(0).at_most((1 + kRounding) * (xx + yy));
  const Expression x = 0.5 * (yy + zz - xx), y = 0.5 * (xx + zz - yy), z = 0.5 * (xx + yy - zz), size = xx + yy + zz;
  const Expression of_two = min(min(x * y - square(xy), x * z - square(xz)), y * z - square(yz));
  const Expression of_all = x * y * z - 2 * xy * xz * yz - x * square(yz) - y * square(xz) - z * square(xy);
  const Expression least = c.hidden_variable("inertia_minor", "kg^3*m^6", "the least principal minor, by the trace to the same unit");
  c.relation("principal minor", least == min(of_two * size, of_all));
  c.require(least >= -kRounding * size * square(size),
            "no body has such a tensor of inertia: for these moments its products are too large, or have the wrong signs");
  return {{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}};
}

}  // namespace

/// Rigid body in space.
///     F = m (a_c - g),  M = c x F + I dw/dt + w x I w
/// F and M act on the body at the frame, about its origin; c leads from there to the centre of mass, whose acceleration is a_c; I is the
/// inertia about the centre of mass. Center and inertia are given in the axes of the frame. An entry such as inertia_xy is that of the
/// tensor: minus the integral of x y dm. A tensor that no distribution of mass has, since one principal moment exceeds the sum of the
/// others, is refused. The audit counts gravity as a source. Source: Newton (1687),
/// Euler (1775). Assumes a rigid body.
void body(ComponentBuilder& c) {
  const Frame f = frame(c, "frame", FrameRole::takes, "fixed in the body");
  const Expression m = c.parameter("mass", 1, "kg", "of the body").above(0);
  const Vector center = vector_parameter(c, "center", "m", "centre of mass, in the frame", {0, 0, 0});
  const Matrix I = inertia_parameters(c);

  const Vector arm = f.rotation * center;
  const FrameMotion motion = at_arm(f.motion, arm);
  const Vector w = in_axes_of(f.rotation, f.motion.turning), momentum = I * w;
  relate(c, "Newton", f.force, m * (motion.acceleration - f.gravity));
  const Vector spin = f.rotation * (I * in_axes_of(f.rotation, f.motion.turning_rate) + cross(w, momentum));
  relate(c, "Euler", f.moment, cross(arm, f.force) + spin);
  c.stores(0.5 * m * dot(motion.velocity, motion.velocity) + 0.5 * dot(w, momentum));
  c.supplies(m * dot(f.gravity, motion.velocity));
}

}  // namespace stribeck::spatial
