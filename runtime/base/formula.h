#pragma once
// A formula that is evaluated by itself, apart from any program: for what is shown, and for expectations.
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/operators.h"

namespace stribeck {

/// Without tables and functions in C. Made by formula_of() (expression/formula.h).
class Formula {
 public:
  struct Step {
    Operator op;
    std::int32_t a, b, c;  ///< earlier steps; of a symbol a is its number
    double constant;
  };
  Formula() = default;
  explicit Formula(std::vector<Step> steps) : steps_(std::move(steps)) {}
  /// `symbols`: values by the numbers of the symbols. Comparisons are those of the values at hand.
  double value(std::span<const double> symbols) const;
  std::span<const Step> steps() const { return steps_; }

 private:
  std::vector<Step> steps_;
};

}  // namespace stribeck
