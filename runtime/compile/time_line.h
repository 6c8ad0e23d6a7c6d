#pragma once
// What is linear in time alone changes at times that are known beforehand.
#include <optional>

#include "equations/flat_system.h"

namespace stribeck {

struct FoundLine : TimeLine<ExprId> {
  bool moves = false;  ///< the offset depends on discrete variables, too, so that it changes at events
};

/// Nothing for expressions that depend on unknowns, that are not made by + - * / alone, or that do not advance with time; and for those
/// that move unless they may.
std::optional<FoundLine> time_line(FlatSystem& flat, ExprId expression, bool may_move = false);

}  // namespace stribeck
