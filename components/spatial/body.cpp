#include "stribeck/component.hpp"
#include "stribeck/spatial.hpp"

namespace stribeck::spatial {

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
