#include "compile/time_line.h"

#include <algorithm>

#include "expression/derivative.h"
#include "expression/replacing.h"
#include "expression/walk.h"

namespace stribeck {

namespace {

/// Steps and kinks have a constant rate, too, but are no lines.
bool is_smooth(const ExprPool& pool, ExprId expression) {
  Walker walker;
  const std::vector<std::int32_t>& nodes = walker.below(pool, expression);
  return std::all_of(nodes.begin(), nodes.end(), [&](std::int32_t i) {
    const Node& node = pool.node(i);
    return (node.content & kTime) == 0 || node.op == Operator::symbol || node.op == Operator::add || node.op == Operator::sub ||
           node.op == Operator::mul || node.op == Operator::div || node.op == Operator::neg;
  });
}

}  // namespace

std::optional<FoundLine> time_line(const FlatSystem& flat, ExprPool& pool, ExprId expression, bool may_move) {
  if ((pool.content(expression) & (kUnknown | kTime | (may_move ? 0 : kMode))) != kTime || !is_smooth(pool, expression))
    return std::nullopt;
  Differentiator differentiator(pool);
  const std::vector<Partial> partials = differentiator.partials(expression, kTime);
  if (partials.size() != 1 || (pool.content(partials[0].value) & ~kParameter) != 0) return std::nullopt;
  const ExprId offset = Replacing(pool).at_zero(expression, std::span(&flat.time, 1));
  return FoundLine{{partials[0].value, offset}, (pool.content(offset) & kMode) != 0};
}

}  // namespace stribeck
