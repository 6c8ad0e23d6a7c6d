#pragma once
// Lists of numbers that stand in a CSV file beside the diagram: { "file": "map.csv", "column": "torque" }.
#include <optional>
#include <string>
#include <vector>

#include "component/record.h"
#include "diagram/json_tree.h"
#include "diagram/report.h"
#include "diagram/sources.h"

namespace stribeck {

struct ListFromFile {
  std::vector<double> values;  ///< SI
  std::vector<Where> places;   ///< of each, in the file
};

/// The list that `source`, an object, names; nothing after an error. `diagram_file`: whose folder file names start from.
///
/// "column" is a name of the header line or a number from 1; "grid" is one of "rows", "columns", "values": the first column, the header
/// line and the numbers between them, row by row, of a table that has arguments at its left and upper edge. Fields are separated by commas,
/// semicolons or tabs; empty lines and those that begin with # do not count. A line directly behind the header that holds no numbers is one
/// of units; where there is none, "unit" gives it, or the numbers are in the unit that the component declares.
std::optional<ListFromFile> list_from_file(Report& report, Sources& sources, const std::string& diagram_file, Json source,
                                           const ListDeclaration& wanted);

}  // namespace stribeck
