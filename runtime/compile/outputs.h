#pragma once
// Which variables become columns, and what expressions they are.
#include <cstdint>
#include <string>
#include <vector>

#include "diagram/shown_formula.h"
#include "equations/flat_system.h"
#include "program/columns.h"

namespace stribeck {

/// What columns are wanted for, each with those of the ones before it; `expectations` also those of the boundary's outputs.
enum class ColumnsFor : std::uint8_t { outputs, plots, expectations };

/// A column that is a formula in other values of a row, and in parameters.
struct FormulaColumn {
  struct Operand {
    ShownFormula::Kind kind;
    std::size_t index = 0;  ///< of variables into the expressions of the selection, of parameters into FlatSystem::parameter_values
    std::string parameter;  ///< of the diagram
  };
  std::size_t column;
  Formula formula;
  std::vector<Operand> operands;  ///< by number of symbol
};

struct OutputSelection {
  std::vector<OutputColumn> columns;
  /// Of the columns, then of what formulas are in besides; zero for those that are filled otherwise.
  std::vector<ExprId> expressions;
  std::vector<HeatColumn> heats;  ///< columns or further values
  std::vector<FormulaColumn> formulas;
  std::size_t asked = 0;      ///< so many columns are the diagram's `outputs`; then come those of plots, then those of expectations
  std::size_t for_plots = 0;  ///< up to there
};

/// The diagram's `outputs` (all declared ones if it has none), then, as far as wanted, what `plots` and `expect` name besides.
/// Throws Failure diagram.unknown_variable for a pattern that matches nothing.
OutputSelection select_outputs(const FlatSystem& flat, ColumnsFor purpose);

/// With the values that the parameters have now.
std::vector<RowFormula> row_formulas(const OutputSelection& selection, const FlatSystem& flat);

}  // namespace stribeck
