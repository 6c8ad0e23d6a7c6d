#pragma once
// What happens at events: conditions, new values, and which registers they go to.
#include <functional>
#include <vector>

#include "compile/emitter.h"

namespace stribeck {

using EmitSection = std::function<std::vector<Register>(Section, const std::vector<ExprId>&)>;

/// Emits conditions and values of FlatSystem::whens; `emit` gives the registers of expressions in a section. Throws Failure where a
/// variable is to be reset that is no state, and where what is sampled depends on itself.
void emit_whens(const SortedSystem& sorted, Emitter& emitter, Program& program, const EmitSection& emit);

}  // namespace stribeck
