#pragma once
// Compiles what components do at events: the conditions, the new values, and the registers that get them.
#include "compile/emitter.h"
#include "compile/lower.h"

namespace stribeck {

/// Emits conditions and values of FlatSystem::whens; `emit` gives the registers of expressions in a section. Throws Failure where a
/// variable is to be reset that is no state, and where what is sampled depends on itself.
void emit_whens(const SortedSystem& sorted, Emitter& emitter, Program& program, const EmitSection& emit);

}  // namespace stribeck
