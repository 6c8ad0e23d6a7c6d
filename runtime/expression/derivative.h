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
  bool is_whole;        ///< held values aside, the symbol enters the root as a factor or term alone: the derivative tells all
};

/// The product of two factors of a derivative. Where one of them is zero because of a choice the other one need not have a value: the
/// product is zero there, not zero times nan.
ExprId scaled(ExprPool& pool, ExprId a, ExprId b);

/// Differentiates expressions of one pool. What jumps is held: the derivative of select is the derivative of the branch it takes, and the
/// other branch has no say in it, even where it has no value.
class Differentiator {
 public:
  explicit Differentiator(ExprPool& pool) : pool_(pool) {}
  /// Partial derivatives of `root` by the symbols whose content is in `mask`, in ascending order of symbol.
  const std::vector<Partial>& partials(ExprId root, std::uint8_t mask = kUnknown);
  /// The other symbols that the root of the last call reads: its derivative by them is zero, its value depends on them all the same, as
  /// that of atan2(x, 0) on x. Not those that only held values depend on.
  const std::vector<std::int32_t>& read_without_slope() const { return without_slope_; }
  Walker& walker() { return walker_; }
  /// The pool that it was lent.
  ExprPool& pool() { return pool_; }

 private:
  /// How an operand has been reached from the root, if it has.
  enum class Reached : std::uint8_t { no, linearly, otherwise };
  void reach(const Operands& operands, int i, Reached how, ExprId adjoint, std::int32_t node, std::uint8_t mask);
  void reach_list(std::int32_t call, ExprId adjoint, std::uint8_t mask);
  void accumulate(std::int32_t node, ExprId term);
  ExprPool& pool_;
  Walker walker_;
  std::vector<ExprId> adjoint_;
  std::vector<Reached> reached_;
  std::vector<Partial> result_;
  std::vector<std::int32_t> without_slope_;
};

}  // namespace stribeck
