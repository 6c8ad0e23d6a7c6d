#pragma once
// Which variables become columns, and what expressions they are.
#include <cstdint>
#include <string>
#include <vector>

#include "equations/flat_system.h"
#include "simulation/run.h"

namespace stribeck {

/// What columns are wanted for, each with those of the ones before it.
enum class ColumnsFor : std::uint8_t { outputs, plots, expectations };

/// A column that no expression of the flat system is: the energy that an instance has dissipated.
struct HeatColumn {
  std::size_t column;
  std::int32_t instance;
};

struct OutputSelection {
  std::vector<OutputColumn> columns;
  std::vector<ExprId> expressions;  ///< parallel to columns; zero for those that are filled otherwise
  std::vector<HeatColumn> heats;
  std::size_t asked = 0;  ///< so many columns are the diagram's `outputs`; those after them are for plots and expectations
};

/// The diagram's `outputs` (all declared ones if it has none), then, as far as wanted, what `plots` and `expect` name besides.
/// Throws Failure diagram.unknown_variable for a pattern that matches nothing.
OutputSelection select_outputs(const FlatSystem& flat, ColumnsFor purpose);

}  // namespace stribeck
