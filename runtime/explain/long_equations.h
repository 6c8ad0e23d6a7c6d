#pragma once
// Equations that would be walls of text, written with names for their parts.
#include <map>
#include <set>
#include <string>
#include <vector>

#include "equations/flat_system.h"
#include "explain/causality.h"

namespace stribeck {

class LongEquations {
 public:
  explicit LongEquations(const FlatSystem& flat) : flat_(flat) {}
  /// Fills `shown` and `where` of the facts of these equations, by number, that are long. Each name is told where it is used first.
  void shorten(const std::vector<std::pair<std::int32_t, EquationFact*>>& equations);

 private:
  void name_parts(const std::vector<ExprId>& formulas);
  std::vector<ExprId> sides_of(std::int32_t equation) const;
  std::string text(ExprId formula);

  const FlatSystem& flat_;
  std::map<std::int32_t, std::string> symbols_;  ///< by the number of the symbol, how it is written
  std::map<std::int32_t, std::string> names_;    ///< by node
  std::vector<std::int32_t> untold_;             ///< named nodes that have been used and not yet told
  std::set<std::int32_t> used_;
};

}  // namespace stribeck
