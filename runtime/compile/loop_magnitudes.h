#pragma once
// The magnitudes of the terms of a loop's residuals, to which their rounding errors are proportional.
#include <unordered_map>

#include "expression/pool.h"

namespace stribeck {

/// Expressions for the sum of the magnitudes of an expression's terms, through the assignments of a torn loop in their order.
class LoopMagnitudes {
 public:
  explicit LoopMagnitudes(ExprPool& pool) : pool_(pool) {}
  ExprId of(ExprId expression);
  /// From now on the symbol stands for this value.
  void step(ExprId symbol, ExprId value) { known_.insert_or_assign(index(symbol), of(value)); }

 private:
  ExprId of_term(ExprId term, const Node& n);

  ExprPool& pool_;
  std::unordered_map<std::int32_t, ExprId> known_;  // by node
  int depth_ = 0;
};

}  // namespace stribeck
