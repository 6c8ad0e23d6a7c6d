#pragma once
// Replaces some symbols by zero in expressions of one pool.
#include <span>
#include <vector>

#include "expression/pool.h"
#include "expression/walk.h"

namespace stribeck {

/// Keep one for many calls: its scratch arrays are reused.
class Zeroing {
 public:
  explicit Zeroing(ExprPool& pool) : pool_(pool) {}
  ExprId operator()(ExprId expression, std::span<const ExprId> symbols);

 private:
  ExprPool& pool_;
  Walker walker_;
  std::vector<ExprId> image_;
};

}  // namespace stribeck
