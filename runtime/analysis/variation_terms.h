#pragma once
// What derivatives of states by directions of parameters and initial values obey between events: S' = A S + B.
#include <span>
#include <utility>
#include <vector>

#include "analysis/sensitivity.h"
#include "analysis/slopes.h"
#include "analysis/variation.h"

namespace stribeck {

/// Makes A and B of the slopes that a reader has read. Its columns are those of the states, of the parameters, and of the discrete
/// variables, in this order.
class VariationTerms {
 public:
  void begin(std::size_t states, std::size_t parameters, std::span<const Direction> directions);
  /// `discretes` are the derivatives of discrete variables, a row for each; B is zero for directions that are not defined, and where
  /// slopes are not finite A is, too.
  void take(const SlopeReader& reader, const Matrix& discretes, const std::vector<bool>& defined, Variation& variation) const;

 private:
  std::size_t states_ = 0, parameters_ = 0;
  std::vector<std::vector<std::pair<std::size_t, double>>> directions_;  // of each parameter: direction and factor
};

}  // namespace stribeck
