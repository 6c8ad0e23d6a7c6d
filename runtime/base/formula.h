#pragma once
// A formula that is evaluated by itself, apart from any program: for what is shown, and for expectations.
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/archive.h"
#include "base/operators.h"

namespace stribeck {

/// Without tables and functions in C. Made by formula_of() (expression/formula.h).
class Formula {
 public:
  struct Step {
    Operator op;
    std::int32_t a, b, c;  ///< earlier steps; of a symbol a is its number
    double constant;
    void carry(Archive& archive) { archive(op, a, b, c, constant); }
  };
  Formula() = default;
  explicit Formula(std::vector<Step> steps) : steps_(std::move(steps)) {}
  /// `symbols`: values by the numbers of the symbols. Comparisons are those of the values at hand.
  double value(std::span<const double> symbols) const;
  /// The same, with a work area that the caller keeps, so that nothing is allocated from the second call on.
  double value(std::span<const double> symbols, std::vector<double>& values) const;
  /// Whether it has steps, each of which is an operator of earlier ones, a constant, or one of so many symbols.
  bool is_sound(std::size_t symbols) const;
  void carry(Archive& archive) { archive(steps_); }

 private:
  std::vector<Step> steps_;
};

}  // namespace stribeck
