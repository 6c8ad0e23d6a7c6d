#pragma once
// Meshes in STL files beside the diagram: { "file": "bracket.stl", "unit": "mm" }.
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "component/record.h"
#include "diagram/json_tree.h"
#include "diagram/report.h"
#include "diagram/sources.h"

namespace stribeck {

using Point = std::array<double, 3>;

struct Mesh {
  std::string file;                             ///< as it was opened
  double unit_m = 1;                            ///< the length that 1 in the file is
  std::vector<std::array<Point, 3>> triangles;  ///< as the file writes them, each counter-clockwise as seen from outside
  std::vector<int> lines;                       ///< of each triangle's first vertex; empty: the file is binary
};

/// The triangles of an STL file, ASCII or binary. Throws Failure file.bad_mesh, which says where: `file` is its name in messages.
Mesh read_stl(std::string_view content, const std::string& file);

/// The mesh that `source`, an object, names; nothing after an error. `diagram_file`: whose folder file names start from. An STL file does
/// not say what it measures in, so that "unit" must.
std::optional<Mesh> mesh_from_file(Report& report, Sources& sources, const std::string& diagram_file, Json source,
                                   const ListDeclaration& wanted);

}  // namespace stribeck
