#include "expression/formula.h"

#include <algorithm>

#include "expression/walk.h"

namespace stribeck {

Formula::Formula(const ExprPool& pool, ExprId root) {
  Walker walker;
  const std::vector<std::int32_t>& nodes = walker.below(pool, root);
  const auto step_of = [&](std::int32_t node) {
    return node < 0 ? -1 : static_cast<std::int32_t>(std::lower_bound(nodes.begin(), nodes.end(), node) - nodes.begin());
  };
  for (const std::int32_t i : nodes) {
    const Node& node = pool.node(i);
    if (node.op == Operator::constant)
      steps_.push_back({node.op, -1, -1, -1, pool.constant_value(static_cast<ExprId>(i))});
    else if (node.op == Operator::symbol)
      steps_.push_back({node.op, node.a, -1, -1, 0});
    else
      steps_.push_back({node.op, step_of(node.a), step_of(node.b), step_of(node.c), 0});
  }
}

double Formula::value(std::span<const double> symbols) const {
  std::vector<double> values;
  values.reserve(steps_.size());
  const auto value = [&](std::int32_t step) { return step < 0 ? 0 : values[static_cast<std::size_t>(step)]; };
  for (const Step& step : steps_) {
    if (step.op == Operator::constant)
      values.push_back(step.constant);
    else if (step.op == Operator::symbol)
      values.push_back(symbols[static_cast<std::size_t>(step.a)]);
    else
      values.push_back(evaluate(step.op, value(step.a), value(step.b), value(step.c)));
  }
  return values.back();
}

}  // namespace stribeck
