#pragma once
// What happens at events: conditions, new values, and which registers they go to.
#include <functional>
#include <vector>

#include "program/program.h"

namespace stribeck {

/// Emits conditions and values of FlatSystem::whens; `emit` gives the registers of expressions in a section. Throws Failure where a
/// variable is to be reset that is no state.
void emit_whens(const SortedSystem& sorted, Program& program,
                const std::function<std::vector<Register>(Section, const std::vector<ExprId>&)>& emit);

}  // namespace stribeck
