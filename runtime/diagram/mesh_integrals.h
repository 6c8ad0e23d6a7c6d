#pragma once
// Mass, centre and inertia of what a mesh encloses, all of one density.
#include <vector>

#include "diagram/mesh_file.h"

namespace stribeck {

/// Volume (m^3), centre (x, y, z; m) and the integrals of xx, yy, zz, xy, xz and yz from the centre, per volume (m^2): exact for the
/// polyhedron but for rounding. Empty after an error: the triangles must enclose a volume without gaps, each counter-clockwise as seen from
/// outside. Whether they pass through one another is not looked at; what they enclose twice counts twice.
std::vector<double> integrals_of(Report& report, const Mesh& mesh);

}  // namespace stribeck
