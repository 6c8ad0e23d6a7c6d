#pragma once
// Rewrites expressions of one pool: symbols replaced, choices made.
#include <span>
#include <vector>

#include "expression/pool.h"
#include "expression/walk.h"

namespace stribeck {

struct Replacement {
  ExprId symbol, by;
};

/// Keep one for many calls: its scratch arrays are reused.
class Replacing {
 public:
  /// In what jumps symbols are replaced too, or it stays as it is: held, it does not depend on them.
  enum class Held : std::uint8_t { replaced, kept };
  explicit Replacing(ExprPool& pool, Held held = Held::replaced) : pool_(pool), held_(held) {}
  /// The expression with these symbols at zero.
  ExprId at_zero(ExprId expression, std::span<const ExprId> symbols);
  ExprId operator()(ExprId expression, std::span<const Replacement> replacements);
  /// What the expression is where a condition holds, or where it does not: of every choice by it, the side that is taken.
  ExprId where(ExprId expression, ExprId condition, bool holds);
  /// The condition of a choice in the expression; none if it has no choice.
  ExprId condition_in(ExprId expression);

 private:
  void make_room();
  template <typename ImageOf>
  ExprId rebuild(ExprId expression, ImageOf image_of);

  ExprPool& pool_;
  Held held_;
  Walker walker_;
  std::vector<ExprId> image_;              // by node; none outside a call
  std::vector<Replacement> replacements_;  // of at_zero()
};

}  // namespace stribeck
