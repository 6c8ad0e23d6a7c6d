#pragma once
// An expression that is evaluated by itself, apart from any program: for what is shown, and for expectations.
#include <cstdint>
#include <span>
#include <vector>

#include "expression/pool.h"

namespace stribeck {

/// Without tables and functions in C.
class Formula {
 public:
  Formula() = default;
  Formula(const ExprPool& pool, ExprId root);
  /// `symbols`: values by the numbers of the symbols. Comparisons are those of the values at hand.
  double value(std::span<const double> symbols) const;

 private:
  struct Step {
    Operator op;
    std::int32_t a, b, c;  ///< earlier steps; of a symbol a is its number
    double constant;
  };
  std::vector<Step> steps_;
};

}  // namespace stribeck
