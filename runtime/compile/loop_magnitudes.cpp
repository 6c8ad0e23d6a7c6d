#include "compile/loop_magnitudes.h"

#include <vector>

namespace stribeck {

ExprId LoopMagnitudes::of(ExprId expression) {
  if (const auto found = known_.find(index(expression)); found != known_.end()) return found->second;
  std::vector<ExprId> terms{expression};  // of a sum, which may be long
  ExprId total = pool_.zero();
  while (!terms.empty()) {
    const ExprId term = terms.back();
    const Node n = pool_[term];  // a copy: the pool grows
    terms.pop_back();
    if (n.op == Operator::add || n.op == Operator::sub)
      terms.insert(terms.end(), {static_cast<ExprId>(n.b), static_cast<ExprId>(n.a)});
    else if (n.op == Operator::neg)
      terms.push_back(static_cast<ExprId>(n.a));
    else
      total = pool_.add(total, of_term(term, n));
  }
  known_.insert_or_assign(index(expression), total);
  return total;
}

ExprId LoopMagnitudes::of_term(ExprId term, const Node& n) {
  constexpr int kDeepest = 200;  // of products within products: bounds the recursion
  const auto a = static_cast<ExprId>(n.a), b = static_cast<ExprId>(n.b), c = static_cast<ExprId>(n.c);
  if (const auto found = known_.find(index(term)); found != known_.end()) return found->second;
  const ExprId itself = pool_.apply(Operator::abs, term);
  if (depth_ > kDeepest) return itself;
  ++depth_;
  ExprId result = itself;
  if (n.op == Operator::select) result = pool_.apply(Operator::select, a, of(b), of(c));
  if (n.op == Operator::mul) result = pool_.mul(of(a), of(b));
  if (n.op == Operator::hypot) result = pool_.apply(Operator::hypot, of(a), of(b));
  if (n.op == Operator::div) result = pool_.div(of(a), pool_.apply(Operator::abs, b));
  if (n.op == Operator::abs) result = of(a);
  --depth_;
  return result;
}

}  // namespace stribeck
