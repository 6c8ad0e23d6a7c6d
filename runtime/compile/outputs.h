#pragma once
// The columns of the results: which variables they show, and by which expressions these are computed.
#include <cstdint>
#include <string>
#include <vector>

#include "diagram/shown_formula.h"
#include "equations/flat_system.h"
#include "program/columns.h"

namespace stribeck {

/// The columns that are wanted: those of `outputs`; also those that plots need; also those of expectations and of the boundary's outputs.
enum class ColumnsFor : std::uint8_t { outputs, plots, expectations };

/// A column that is a formula in other values of its row, and in parameters.
struct FormulaColumn {
  struct Operand {
    ShownFormula::Kind kind;
    std::size_t index = 0;  ///< of variables into the expressions of the selection, of parameters into parameter_values()
    std::string parameter;  ///< of the diagram
  };
  std::size_t column;
  Formula formula;
  std::vector<Operand> operands;  ///< by number of symbol
};

struct OutputSelection {
  std::vector<OutputColumn> columns;
  /// The expressions of the columns, then those of further operands of formulas; zero for columns that are not computed by the program.
  std::vector<ExprId> expressions;
  std::vector<HeatColumn> heats;  ///< columns, or further values, that show dissipated energies
  std::vector<FormulaColumn> formulas;
  std::size_t asked = 0;      ///< the first so many columns are the diagram's `outputs`; those of plots follow, then those of expectations
  std::size_t for_plots = 0;  ///< the number of columns up to and including those of plots
};

/// The diagram's `outputs` (all declared ones if it has none), then, as far as wanted, what `plots` and `expect` name besides.
/// Throws Failure diagram.unknown_variable for a pattern that matches nothing.
OutputSelection select_outputs(const FlatSystem& flat, ColumnsFor purpose);

/// The formulas, with the present values of the parameters.
std::vector<RowFormula> row_formulas(const OutputSelection& selection, const FlatSystem& flat);

}  // namespace stribeck
