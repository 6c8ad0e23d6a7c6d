#pragma once
// The columns of the rows that a run writes, with those that are not registers of the program.
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
  std::string shown{};  ///< unit in which it is shown, "rpm"; empty: the SI unit, with a prefix
  void carry(Archive& archive) { archive(name), archive(unit), archive(doc), archive(shown); }
};

/// A column that shows the energy that a component has dissipated, which no register holds.
struct HeatColumn {
  std::size_t column = 0;
  std::int32_t component = -1;
  void carry(Archive& archive) { archive(column, component); }
};

/// A column that is a formula in other values of its row, in time and in parameters.
struct RowFormula {
  static constexpr std::ptrdiff_t kFixed = -1, kTime = -2, kFirstParameter = -3;  ///< -3 - p: parameter p of the program
  std::size_t column = 0;
  Formula formula;
  std::vector<std::ptrdiff_t> sources;  ///< where the value of each symbol comes from: an index into the row, or one of the constants above
  std::vector<double> symbols;
  /// Whether it can be evaluated in a row of so many values, with so many parameters.
  bool serves(std::size_t row_values, std::size_t parameters) const;
  void carry(Archive& archive) { archive(column, formula, sources, symbols); }
};

}  // namespace stribeck
