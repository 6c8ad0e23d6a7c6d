#pragma once
// Symbolic differentiation in reverse mode: one pass over an expression gives its partial derivatives by every symbol in it.
// Griewank, Walther (2008), Evaluating Derivatives, chapter 3.
#include <utility>
#include <vector>

#include "expression/pool.h"
#include "expression/walk.h"

namespace stribeck {

struct Partial {
  std::int32_t symbol;  ///< node number of the symbol (or derivative node)
  ExprId value;         ///< d root / d symbol, never the constant zero
};

/// Differentiates expressions of one pool. Conditions are held: the derivative of select is the derivative of the branch it takes.
class Differentiator {
 public:
  explicit Differentiator(ExprPool& pool) : pool_(pool) {}
  /// Partial derivatives of `root` by the symbols whose content is in `mask`, in ascending order of symbol.
  const std::vector<Partial>& partials(ExprId root, std::uint8_t mask = kUnknown);
  Walker& walker() { return walker_; }

 private:
  void accumulate(std::int32_t node, ExprId term);
  ExprPool& pool_;
  Walker walker_;
  std::vector<ExprId> adjoint_;
  std::vector<Partial> result_;
};

}  // namespace stribeck
