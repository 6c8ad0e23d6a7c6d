#pragma once
// Which variables become columns, and what expressions they are.
#include <string>
#include <vector>

#include "equations/flat_system.h"
#include "simulation/run.h"

namespace stribeck {

struct OutputSelection {
  std::vector<OutputColumn> columns;
  std::vector<ExprId> expressions;  ///< parallel to columns
};

/// The diagram's `outputs` (all declared ones if it has none), then, if wanted, what `plots` and `expect` name besides.
/// Throws Failure diagram.unknown_variable for a pattern that matches nothing.
OutputSelection select_outputs(const FlatSystem& flat, bool expected_columns);

}  // namespace stribeck
