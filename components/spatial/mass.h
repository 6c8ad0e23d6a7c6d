#pragma once
// Mass, centre of mass and tensor of inertia of a body in space: as given, or of a shape.
#include "stribeck/component.hpp"
#include "stribeck/spatial.hpp"

namespace stribeck::partial {

struct MassProperties {
  Expression mass;
  Vector center;   ///< in the frame
  Matrix inertia;  ///< about the centre, in the axes of the frame
};

inline Matrix diagonal(const Expression& x, const Expression& y, const Expression& z) { return {{x, 0, 0}, {0, y, 0}, {0, 0, z}}; }

/// The tensor about the centre of mass. The integrals of x^2 dm, x y dm and so on are half its trace minus it; they make a matrix without
/// negative eigenvalues, which is so where its principal minors are not negative: for moments alone it is that none exceeds the sum of
/// the others.
inline Matrix inertia_parameters(ComponentBuilder& c) {
  constexpr double kRounding = 1e-9;  // of a rod or a plate, whose entries are on the limits
  const auto moment = [&](const std::string& axis) {
    return c.parameter("inertia_" + axis + axis, 0, "kg*m^2",
                       "moment of inertia about the centre of mass, along " + axis + "; no body has more than the other two together");
  };
  const auto entry = [&](const char* name, const char* doc) { return c.parameter(name, 0, "kg*m^2", doc); };
  auto xx = moment("x"), yy = moment("y"), zz = moment("z");
  const auto xy = entry("inertia_xy", "entry of that tensor: minus the integral of x y dm"),
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

/// Of a planar mechanism: the moment about its normal alone takes part in the motion. The others are those of a thin disc.
inline Matrix inertia_parameter(ComponentBuilder& c, Plane plane) {
  const Expression I = c.parameter("inertia", 0, "kg*m^2", "moment of inertia about the centre of mass, along the normal").at_least(0);
  const Vector n = normal_of(plane);
  const auto along = [&](const Expression& axis) { return axis.number() == 0 ? 0.5 * I : I; };
  return diagonal(along(n.x), along(n.y), along(n.z));
}

/// The mass of a solid, by its own, by its density, or by both, which add up.
inline Expression mass_of_solid(ComponentBuilder& c, const Expression& volume) {
  Parameter mass = c.parameter("mass", 0, "kg", "of the body, without what its density makes; it needs a mass or a density");
  const Expression density = c.parameter("density", 0, "kg/m^3", "of its material").at_least(0);
  mass.at_least(0).above(-density * volume);
  return mass + density * volume;
}

/// Of a body that looks the same when it is turned about an axis: about that axis, and across.
inline Matrix inertia_of_revolution(const Vector& n, const Expression& about, const Expression& across) {
  const Expression more = about - across;
  return {{across + more * n.x * n.x, more * n.x * n.y, more * n.x * n.z},
          {more * n.y * n.x, across + more * n.y * n.y, more * n.y * n.z},
          {more * n.z * n.x, more * n.z * n.y, across + more * n.z * n.z}};
}

inline MassProperties mass_properties_of_box(ComponentBuilder& c, const Vector& center, const Vector& sides) {
  const Expression m = mass_of_solid(c, sides.x * sides.y * sides.z);
  const auto about = [&](const Expression& a, const Expression& b) { return m / 12 * (square(a) + square(b)); };
  return {m, center, diagonal(about(sides.y, sides.z), about(sides.x, sides.z), about(sides.x, sides.y))};
}

/// `inner` is zero of a cylinder.
inline MassProperties mass_properties_of_tube(ComponentBuilder& c, Plane plane, const Vector& center, const Expression& outer,
                                              const Expression& inner) {
  const Expression length = c.parameter("length", required, "m", "along the axis").above(0);
  const Vector normal = plane == Plane::space ? Vector{0, 0, 1} : normal_of(plane);
  const Vector n = unit_parameter(c, "axis_direction", "of its axis, in the frame; of any length",
                                  {normal.x.number(), normal.y.number(), normal.z.number()});
  const Expression both = square(outer) + square(inner), m = mass_of_solid(c, pi * (square(outer) - square(inner)) * length);
  return {m, center, inertia_of_revolution(n, 0.5 * m * both, m / 12 * (3 * both + square(length)))};
}

inline MassProperties mass_properties_of_mesh(ComponentBuilder& c) {
  const MeshIntegrals mesh = c.mesh("mesh", "closed surface of the body, its corners in the frame");
  const Expression m = mass_of_solid(c, mesh.volume);
  const auto& [xx, yy, zz, xy, xz, yz] = mesh.second_moments;
  const Vector of_x{yy + zz, -xy, -xz}, of_y{-xy, xx + zz, -yz}, of_z{-xz, -yz, xx + yy};
  return {m, {mesh.center[0], mesh.center[1], mesh.center[2]}, {m * of_x, m * of_y, m * of_z}};
}

inline MassProperties mass_properties(ComponentBuilder& c, Plane plane) {
  enum class Shape { tensor, box, cylinder, sphere, tube, plate, mesh };
  const auto shape = c.option<Shape>("shape",
                                     {{"tensor", Shape::tensor},
                                      {"box", Shape::box},
                                      {"cylinder", Shape::cylinder},
                                      {"sphere", Shape::sphere},
                                      {"tube", Shape::tube},
                                      {"plate", Shape::plate},
                                      {"mesh", Shape::mesh}},
                                     "what its inertia follows from: a tensor that is given, or a solid of one density");
  if (shape == Shape::mesh) return mass_properties_of_mesh(c);
  const auto length = [&](const char* name, const char* doc) { return c.parameter(name, required, "m", doc).above(0); };
  const Vector center = vector_parameter(c, plane, "center", "m", "centre of mass, in the frame", {0, 0, 0});
  switch (shape) {
    case Shape::box: {
      const Expression x = length("size_x", "side along x"), y = length("size_y", "side along y"), z = length("size_z", "side along z");
      return mass_properties_of_box(c, center, {x, y, z});
    }
    case Shape::plate: {
      const Expression first = length("length", plane == Plane::space ? "side along x" : "side along the plane's first axis");
      const Expression second = length("width", plane == Plane::space ? "side along y" : "side along the plane's second axis");
      const Expression thickness = length("thickness", plane == Plane::space ? "along z" : "across the plane");
      const Plane lies_in = plane == Plane::space ? Plane::xy : plane;
      const Vector sides = in_plane(lies_in, first, second), n = normal_of(lies_in);
      return mass_properties_of_box(c, center, sides + Vector{n.x * n.x * thickness, n.y * n.y * thickness, n.z * n.z * thickness});
    }
    case Shape::cylinder:
      return mass_properties_of_tube(c, plane, center, length("radius", "of the cylinder"), 0);
    case Shape::tube: {
      const Expression outer = length("outer_radius", "outside");
      return mass_properties_of_tube(c, plane, center, outer,
                                     c.parameter("inner_radius", required, "m", "of the bore").at_least(0).below(outer));
    }
    case Shape::sphere: {
      const Expression radius = length("radius", "of the sphere"), m = mass_of_solid(c, 4 * pi / 3 * radius * square(radius));
      const Expression I = 0.4 * m * square(radius);
      return {m, center, diagonal(I, I, I)};
    }
    default:
      break;
  }
  const Expression m = c.parameter("mass", 1, "kg", "of the body").above(0);
  return {m, center, plane == Plane::space ? inertia_parameters(c) : inertia_parameter(c, plane)};
}

}  // namespace stribeck::partial
