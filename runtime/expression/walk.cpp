#include "expression/walk.h"

#include <algorithm>

namespace stribeck {

void Walker::push(std::int32_t node) {
  if (node < 0) return;
  auto& mark = stamp_[static_cast<std::size_t>(node)];
  if (mark == current_) return;
  mark = current_;
  stack_.push_back(node);
}

const std::vector<std::int32_t>& Walker::below(const ExprPool& pool, ExprId root) & { return below(pool, std::span(&root, 1)); }

const std::vector<std::int32_t>& Walker::below(const ExprPool& pool, std::span<const ExprId> roots) & {
  if (stamp_.size() < static_cast<std::size_t>(pool.size())) stamp_.resize(static_cast<std::size_t>(pool.size()) * 2, 0);
  ++current_;
  found_.clear();
  stack_.clear();
  for (const ExprId root : roots) push(index(root));
  while (!stack_.empty()) {
    const std::int32_t at = stack_.back();
    stack_.pop_back();
    found_.push_back(at);
    const Operands operands(pool.node(at));
    for (int i = 0; i < operands.count; ++i) push(operands.node[i]);
  }
  std::sort(found_.begin(), found_.end());
  return found_;
}

void symbols_below(const ExprPool& pool, Walker& walker, ExprId root, std::uint8_t content_mask, std::vector<std::int32_t>& symbols) {
  symbols.clear();
  for (const std::int32_t i : walker.below(pool, root)) {
    const Node& n = pool.node(i);
    if (n.op == Operator::symbol && (n.content & content_mask) != 0) symbols.push_back(i);
  }
}

}  // namespace stribeck
