#pragma once
// A connector as a connection names it: "mass.M", "line.left", or many at once: "cell[1:n-1].right", "row[*].cell[2].left".
#include <cstdint>
#include <optional>
#include <vector>

#include "diagram/reading.h"

namespace stribeck {

/// The connectors that one name stands for, in the order of their indices, the last one fastest.
struct ConnectorGrid {
  std::vector<std::int64_t> extents;  ///< of its ranges; none: a single connector
  std::vector<ConnectorRef> connectors;
};

/// Nothing after an error, or if an error in what is named has been reported before.
std::optional<ConnectorGrid> read_connector(Reading& reading, const Scope& scope, Json text);

}  // namespace stribeck
