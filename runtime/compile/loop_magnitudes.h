#pragma once
// What rounding of a loop's residuals is in proportion to.
#include <unordered_map>

#include "expression/pool.h"

namespace stribeck {

/// What the terms of expressions add up to, all counted positive, through the steps of a loop one after the other.
class LoopMagnitudes {
 public:
  explicit LoopMagnitudes(ExprPool& pool) : pool_(pool) {}
  ExprId of(ExprId expression);
  /// From here on the symbol stands for the value.
  void step(ExprId symbol, ExprId value) { known_.insert_or_assign(index(symbol), of(value)); }

 private:
  ExprId of_term(ExprId term, const Node& n);

  ExprPool& pool_;
  std::unordered_map<std::int32_t, ExprId> known_;  // by node
  int depth_ = 0;
};

}  // namespace stribeck
