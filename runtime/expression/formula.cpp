#include "expression/formula.h"

#include <algorithm>
#include <utility>

#include "expression/walk.h"

namespace stribeck {

Formula formula_of(const ExprPool& pool, ExprId root) {
  std::vector<Formula::Step> steps;
  Walker walker;
  const std::vector<std::int32_t>& nodes = walker.below(pool, root);
  const auto step_of = [&](std::int32_t node) {
    return node < 0 ? -1 : static_cast<std::int32_t>(std::lower_bound(nodes.begin(), nodes.end(), node) - nodes.begin());
  };
  for (const std::int32_t i : nodes) {
    const Node& node = pool.node(i);
    if (node.op == Operator::constant)
      steps.push_back({node.op, -1, -1, -1, pool.constant_value(static_cast<ExprId>(i))});
    else if (node.op == Operator::symbol)
      steps.push_back({node.op, node.a, -1, -1, 0});
    else
      steps.push_back({node.op, step_of(node.a), step_of(node.b), step_of(node.c), 0});
  }
  return Formula(std::move(steps));
}

}  // namespace stribeck
