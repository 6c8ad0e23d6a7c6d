#pragma once
// Loops over the nodes below an expression, without recursion and without clearing whole arrays between calls.
#include <cstdint>
#include <span>
#include <vector>

#include "expression/pool.h"

namespace stribeck {

/// Collects the nodes below roots in ascending (operands first) order. Keep one Walker for many calls: its marks are reused.
class Walker {
 public:
  /// Node numbers below and including `root`, ascending. Valid until the next call, so that no temporary Walker may be asked.
  const std::vector<std::int32_t>& below(const ExprPool& pool, ExprId root) &;
  const std::vector<std::int32_t>& below(const ExprPool& pool, std::span<const ExprId> roots) &;

 private:
  void push(std::int32_t node);
  std::vector<std::uint32_t> stamp_;
  std::uint32_t current_ = 0;
  std::vector<std::int32_t> found_, stack_;
};

/// Nodes of symbols below `root` whose content is in `content_mask`, ascending.
void symbols_below(const ExprPool& pool, Walker& walker, ExprId root, std::uint8_t content_mask, std::vector<std::int32_t>& symbols);

}  // namespace stribeck
