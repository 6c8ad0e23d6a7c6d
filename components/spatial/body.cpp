#include "spatial/mass.h"
#include "stribeck/component.hpp"
#include "stribeck/spatial.hpp"

namespace stribeck::spatial {

/// Rigid body in space.
///     F = m (a_c - g),  M = c x F + I dw/dt + w x I w
/// F and M act on the body at the frame, about its origin; c leads from there to the centre of mass; a_c is the acceleration of the centre
/// of mass, g that of gravity, w the angular velocity of the body; I is the inertia about the centre of mass. Center and inertia are given
/// in the axes of the frame. By `shape` I is a tensor that the diagram gives: an entry such as inertia_xy is minus the integral of x y dm,
/// and a tensor that no distribution of mass has is refused. Or it is that of a solid of one density, whose middle is at `center`: of a
/// box, a cylinder, a sphere or a tube with `mass` or `density`, of a plate, a box that is told by its two sides and its thickness, and of
/// what a mesh of triangles encloses, whose centre of mass is where the mesh says. A planar mechanism needs one moment of inertia, about
/// its normal, and across it a plate is thick. The audit counts gravity as a source. On request it shows the place of its frame, x, y and
/// z, its mass m, its centre c and its tensor I. Source: Newton (1687), Euler (1775); integrals of polyhedra: Mirtich (1996), Fast and
/// accurate computation of polyhedral mass properties, J. Graphics Tools 1(2), 31-50. Assumes a rigid body.
void body(ComponentBuilder& c) {
  const Frame f = frame(c, "frame", FrameRole::takes, "fixed in the body");
  const partial::MassProperties properties = partial::mass_properties(c, plane_option(c));
  const Expression& m = properties.mass;
  const Matrix& I = properties.inertia;

  const Vector arm = f.rotation * properties.center;
  const FrameMotion motion = at_arm(f.motion, arm);
  const Vector w = in_axes_of(f.rotation, f.motion.turning), momentum = I * w;
  relate(c, "Newton", f.force, m * (motion.acceleration - f.gravity));
  const Vector spin = f.rotation * (I * in_axes_of(f.rotation, f.motion.turning_rate) + cross(w, momentum));
  relate(c, "Euler", f.moment, cross(arm, f.force) + spin);
  c.stores(0.5 * m * dot(motion.velocity, motion.velocity) + 0.5 * dot(w, momentum));
  c.supplies(m * dot(f.gravity, motion.velocity));

  const auto shown = [&](const std::string& name, const char* unit, const std::string& doc, const Vector& value) {
    c.on_request(name + "x", unit, doc + "x", value.x);
    c.on_request(name + "y", unit, doc + "y", value.y);
    c.on_request(name + "z", unit, doc + "z", value.z);
  };
  shown("", "m", "place of the frame in the world, along ", f.position);
  c.on_request("m", "kg", "its mass", m);
  shown("c_", "m", "centre of mass, in the frame, along ", properties.center);
  c.on_request("I_xx", "kg*m^2", "moment of inertia about the centre of mass, along x", I.first.x);
  c.on_request("I_yy", "kg*m^2", "the same along y", I.second.y);
  c.on_request("I_zz", "kg*m^2", "the same along z", I.third.z);
  c.on_request("I_xy", "kg*m^2", "minus the integral of x y dm", I.first.y);
  c.on_request("I_xz", "kg*m^2", "minus the integral of x z dm", I.first.z);
  c.on_request("I_yz", "kg*m^2", "minus the integral of y z dm", I.second.z);
}

}  // namespace stribeck::spatial
