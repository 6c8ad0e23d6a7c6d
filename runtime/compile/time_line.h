#pragma once
// Recognises expressions that are linear in time, whose comparisons change at times that are known in advance.
#include <optional>

#include "equations/flat_system.h"

namespace stribeck {

struct FoundLine : TimeLine<ExprId> {
  bool moves = false;  ///< the offset also depends on discrete variables, so that it changes at events
};

/// The rate and offset of an expression that is linear in time. Nothing if it depends on unknowns, uses other operations than + - * /, or
/// does not change with time; and nothing if the offset depends on discrete variables unless `may_move`.
std::optional<FoundLine> time_line(const FlatSystem& flat, ExprPool& pool, ExprId expression, bool may_move = false);

}  // namespace stribeck
