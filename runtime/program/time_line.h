#pragma once
// What is linear in time alone changes at times that are known beforehand.
#include <optional>

#include "equations/flat_system.h"

namespace stribeck {

/// rate * time + offset; the rate is of parameters alone, the offset of them and of what changes at events alone.
struct TimeLine {
  ExprId rate, offset;
};

/// Nothing for expressions that depend on unknowns, that are not made by + - * / alone, or that do not move with time.
std::optional<TimeLine> time_line(FlatSystem& flat, ExprId expression);

}  // namespace stribeck
