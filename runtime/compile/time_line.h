#pragma once
// What is linear in time alone changes at times that are known beforehand.
#include <optional>

#include "equations/flat_system.h"

namespace stribeck {

/// rate * time + offset, of parameters; `moves`: the offset also of discrete variables, so that it changes at events.
struct TimeLine {
  ExprId rate, offset;
  bool moves = false;
};

/// Nothing for expressions that depend on unknowns, that are not made by + - * / alone, or that do not advance with time; and for those
/// that move unless they may.
std::optional<TimeLine> time_line(FlatSystem& flat, ExprId expression, bool may_move = false);

}  // namespace stribeck
