#include "expression/derivative.h"

#include <algorithm>

namespace stribeck {

namespace {

/// An operand in the derivative columns of operators.def.
struct Term {
  ExprPool* pool;
  ExprId id;
};
Term operator+(Term a, Term b) { return {a.pool, a.pool->add(a.id, b.id)}; }
Term operator-(Term a, Term b) { return {a.pool, a.pool->sub(a.id, b.id)}; }
Term operator*(Term a, Term b) { return {a.pool, a.pool->mul(a.id, b.id)}; }
Term operator/(Term a, Term b) { return {a.pool, a.pool->div(a.id, b.id)}; }
Term operator-(Term a) { return {a.pool, a.pool->neg(a.id)}; }
Term pow(Term a, Term b) { return {a.pool, a.pool->apply(Operator::pow, a.id, b.id)}; }
Term le(Term a, Term b) { return {a.pool, a.pool->apply(Operator::le, a.id, b.id)}; }
Term ge(Term a, Term b) { return {a.pool, a.pool->apply(Operator::ge, a.id, b.id)}; }
Term select(Term a, Term b, Term c) { return {a.pool, a.pool->apply(Operator::select, a.id, b.id, c.id)}; }
#define STRIBECK_TERM(name) \
  Term name(Term a) { return {a.pool, a.pool->apply(Operator::name, a.id)}; }
STRIBECK_TERM(sqrt)
STRIBECK_TERM(log)
STRIBECK_TERM(sin)
STRIBECK_TERM(cos)
STRIBECK_TERM(sinh)
STRIBECK_TERM(cosh)
STRIBECK_TERM(sign)
#undef STRIBECK_TERM

/// The partial derivative of node `y` by its operand number `operand` (0, 1, 2).
ExprId partial(ExprPool& pool, std::int32_t y, int operand) {
  const Node n = pool.node(y);
  if (is_call(n.op)) return pool.derivative_of_call(static_cast<ExprId>(y), operand);
  if (is_table(n.op)) return pool.lookup(n.op, n.a, static_cast<ExprId>(n.b), n.c + 1);
  [[maybe_unused]] const Term A{&pool, static_cast<ExprId>(n.a)}, B{&pool, static_cast<ExprId>(n.b)}, C{&pool, static_cast<ExprId>(n.c)};
  [[maybe_unused]] const Term Y{&pool, static_cast<ExprId>(y)};
  const auto K = [&](double value) { return Term{&pool, pool.constant(value)}; };
  switch (n.op) {
#define STRIBECK_OPERATOR(name, arity, value, da, db, dc, rule) \
  case Operator::name:                                          \
    return (operand == 0 ? (da) : operand == 1 ? (db) : (dc)).id;
#include "expression/operators.def"
#undef STRIBECK_OPERATOR
    default:
      return pool.zero();
  }
}

}  // namespace

void Differentiator::accumulate(std::int32_t node, ExprId term) {
  ExprId& adjoint = adjoint_[static_cast<std::size_t>(node)];
  adjoint = adjoint == ExprId::none ? term : pool_.add(adjoint, term);
}

const std::vector<Partial>& Differentiator::partials(ExprId root, std::uint8_t mask) {
  result_.clear();
  if ((pool_.content(root) & mask) == 0) return result_;
  const auto& nodes = walker_.below(pool_, root);
  if (adjoint_.size() < static_cast<std::size_t>(pool_.size())) adjoint_.resize(static_cast<std::size_t>(pool_.size()) * 2, ExprId::none);
  adjoint_[static_cast<std::size_t>(index(root))] = pool_.one();
  for (auto it = nodes.rbegin(); it != nodes.rend(); ++it) {
    const ExprId adjoint = std::exchange(adjoint_[static_cast<std::size_t>(*it)], ExprId::none);
    const Node n = pool_.node(*it);
    if (adjoint == ExprId::none || (n.content & mask) == 0 || pool_.is_constant(adjoint, 0)) continue;
    if (n.op == Operator::symbol || n.op == Operator::derivative) {
      result_.push_back({*it, adjoint});
      continue;
    }
    const Operands operands(n);
    for (int i = 0; i < operands.count; ++i) {
      if ((pool_.node(operands.node[i]).content & mask) == 0) continue;
      accumulate(operands.node[i], pool_.mul(adjoint, partial(pool_, *it, i)));
    }
  }
  std::reverse(result_.begin(), result_.end());
  return result_;
}

}  // namespace stribeck
