#include "expression/derivative.h"

#include <algorithm>
#include <array>

#include "base/table.h"

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
Term hypot(Term a, Term b) { return {a.pool, a.pool->apply(Operator::hypot, a.id, b.id)}; }
Term direction_cosine(Term a, Term b) { return {a.pool, a.pool->apply(Operator::direction_cosine, a.id, b.id)}; }
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
  if (is_table(n.op) && n.c == kPlaceOrder - 1) return pool.zero();
  if (is_table(n.op)) return pool.lookup(n.op, n.a, static_cast<ExprId>(n.b), n.c + 1);
  [[maybe_unused]] const Term A{&pool, static_cast<ExprId>(n.a)}, B{&pool, static_cast<ExprId>(n.b)}, C{&pool, static_cast<ExprId>(n.c)};
  [[maybe_unused]] const Term Y{&pool, static_cast<ExprId>(y)};
  const auto K = [&](double value) { return Term{&pool, pool.constant(value)}; };
  switch (n.op) {
#define STRIBECK_OPERATOR(name, arity, value, da, db, dc, rule) \
  case Operator::name:                                          \
    return (operand == 0 ? (da) : operand == 1 ? (db) : (dc)).id;
#include "base/operators.def"
#undef STRIBECK_OPERATOR
    default:
      return pool.zero();
  }
}

}  // namespace

namespace {

/// Whether a node is linear in its operand number `i`, given the others and held values.
bool is_linear_in(const ExprPool& pool, const Node& n, const Operands& operands, int i, std::uint8_t mask) {
  switch (n.op) {
    case Operator::add:
    case Operator::sub:
    case Operator::neg:
      return true;
    case Operator::mul:
      return (pool.node(operands.node[1 - i]).content & mask) == 0;
    case Operator::div:
      return i == 0 && (pool.node(operands.node[1]).content & mask) == 0;
    case Operator::select:
      return i > 0;
    default:
      return false;
  }
}

}  // namespace

/// A choice hands the product on to its branches. A sum of choices is asked for its own value: to hand the product on to each of its terms
/// would let expressions grow without bound.
ExprId scaled(ExprPool& pool, ExprId a, ExprId b) {
  if (!pool.has_choice_of_zero(a)) return pool.has_choice_of_zero(b) ? scaled(pool, b, a) : pool.mul(a, b);
  const Node n = pool[a];
  const auto part = [&](std::int32_t node) { return scaled(pool, static_cast<ExprId>(node), b); };
  if (n.op == Operator::neg) return pool.neg(part(n.a));
  if (n.op != Operator::select) return pool.apply(Operator::select, a, pool.mul(a, b), pool.zero());
  const ExprId yes = part(n.b), no = part(n.c);
  return pool.apply(Operator::select, static_cast<ExprId>(n.a), yes, no);
}

void Differentiator::accumulate(std::int32_t node, ExprId term) {
  ExprId& adjoint = adjoint_[static_cast<std::size_t>(node)];
  adjoint = adjoint == ExprId::none ? term : pool_.add(adjoint, term);
}

/// Hands the adjoint of a node on to its operand number `i`.
void Differentiator::reach(const Operands& operands, int i, Reached how, ExprId adjoint, std::int32_t node, std::uint8_t mask) {
  const std::int32_t operand = operands.node[i];
  Reached& reached = reached_[static_cast<std::size_t>(operand)];
  const bool is_linear = how == Reached::linearly && is_linear_in(pool_, pool_.node(node), operands, i, mask);
  reached = is_linear && reached != Reached::otherwise ? Reached::linearly : Reached::otherwise;
  if (!pool_.is_constant(adjoint, 0)) accumulate(operand, scaled(pool_, adjoint, partial(pool_, node, i)));
}

/// Hands the adjoint of a call that reads at a list on to the values in the list.
void Differentiator::reach_list(std::int32_t call, ExprId adjoint, std::uint8_t mask) {
  const Node read = pool_.node(call);
  const ExternalFunction& function = *pool_.function(read.op);
  const auto number_at = [&](std::int32_t node) { return pool_.constant_value(static_cast<ExprId>(node)); };
  Node entry = pool_.node(read.a);
  for (; is_call(entry.op) && pool_.function(entry.op)->is_list; entry = pool_.node(entry.a)) {
    if ((pool_.node(entry.c).content & mask) == 0) continue;
    reached_[static_cast<std::size_t>(entry.c)] = Reached::otherwise;  // it is wanted before the call even where nothing depends on it
    if (pool_.is_constant(adjoint, 0) || !function.memory->depends(number_at(read.b), number_at(entry.b))) continue;
    const std::array arguments{static_cast<ExprId>(read.a), static_cast<ExprId>(read.b), static_cast<ExprId>(entry.b)};
    accumulate(entry.c, scaled(pool_, adjoint, pool_.call(function.slope, arguments)));
  }
  if ((entry.content & mask) != 0) derivative_of(function, 0);  // by what the list begins with: refused
}

const std::vector<Partial>& Differentiator::partials(ExprId root, std::uint8_t mask) {
  result_.clear();
  without_slope_.clear();
  if ((pool_.content(root) & mask) == 0) return result_;
  const auto& nodes = walker_.below(pool_, root);
  if (adjoint_.size() < static_cast<std::size_t>(pool_.size())) {
    adjoint_.resize(static_cast<std::size_t>(pool_.size()) * 2, ExprId::none);
    reached_.resize(adjoint_.size(), Reached::no);
  }
  adjoint_[static_cast<std::size_t>(index(root))] = pool_.one();
  reached_[static_cast<std::size_t>(index(root))] = Reached::linearly;
  for (auto it = nodes.rbegin(); it != nodes.rend(); ++it) {
    const Reached reached = std::exchange(reached_[static_cast<std::size_t>(*it)], Reached::no);
    if (reached == Reached::no) continue;
    ExprId adjoint = std::exchange(adjoint_[static_cast<std::size_t>(*it)], ExprId::none);
    if (adjoint == ExprId::none) adjoint = pool_.zero();
    const Node n = pool_.node(*it);
    if (n.op == Operator::symbol || n.op == Operator::derivative) {
      if (pool_.is_constant(adjoint, 0))
        without_slope_.push_back(*it);
      else
        result_.push_back({*it, adjoint, reached == Reached::linearly});
      continue;
    }
    if (is_held(n)) continue;
    if (is_call(n.op) && pool_.function(n.op)->slope != nullptr) {
      reach_list(*it, adjoint, mask);
      continue;
    }
    const Operands operands(n);
    for (int i = 0; i < operands.count; ++i)
      if ((pool_.node(operands.node[i]).content & mask) != 0) reach(operands, i, reached, adjoint, *it, mask);
  }
  std::reverse(result_.begin(), result_.end());
  return result_;
}

}  // namespace stribeck
