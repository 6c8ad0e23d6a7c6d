#pragma once
// The columns of a run's rows, and those of them that are no registers of the program.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/archive.h"
#include "base/formula.h"

namespace stribeck {

struct OutputColumn {
  std::string name;  ///< "load.w"
  std::string unit;  ///< SI unit of the declaration, "rad/s"
  std::string doc;
  std::string shown{};  ///< unit in which people see it, "rpm"; empty: the SI unit, with a prefix
  void carry(Archive& archive) { archive(name), archive(unit), archive(doc), archive(shown); }
};

/// A column that no register holds: the energy that a component has dissipated.
struct HeatColumn {
  std::size_t column = 0;
  std::int32_t component = -1;
  void carry(Archive& archive) { archive(column, component); }
};

/// A formula with the values of parameters in their places.
struct RowFormula {
  static constexpr std::ptrdiff_t kFixed = -1, kTime = -2, kFirstParameter = -3;  ///< from there on downwards: of the program, by number
  std::size_t column = 0;
  Formula formula;
  std::vector<std::ptrdiff_t> sources;  ///< of each symbol: a value of the row, or one of these
  std::vector<double> symbols;
  /// Whether it can be evaluated in a row of so many values, with so many parameters.
  bool serves(std::size_t row_values, std::size_t parameters) const;
  void carry(Archive& archive) { archive(column, formula, sources, symbols); }
};

}  // namespace stribeck
