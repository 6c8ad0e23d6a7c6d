#pragma once
// Compiles algebraic loops: torn ones are solved for their tearing variables, the others for all their unknowns.
#include <cstdint>
#include <vector>

#include "compile/compile.h"
#include "compile/emitter.h"
#include "expression/replacing.h"

namespace stribeck {

/// How the compiler solved each unknown.
struct SolvedBlocks {
  std::vector<std::int32_t> block_of;  ///< of each variable, -1 if it is no unknown
  std::vector<ExprId> value_of;  ///< of each variable: its expression in earlier ones; none if a loop solves for it, or it is no unknown
  std::vector<std::int32_t> code_of;  ///< of each block: index into Program::blocks, -1 if it has no loop
};

/// The unknown as -rest / coefficient, from an equation that is linear in it.
ExprId explicit_value(const SortedSystem& sorted, ExprPool& pool, Replacing& replacing, std::int32_t equation, std::int32_t unknown);

/// Whether the unknowns of a loop are positions.
bool is_of_positions(const FlatSystem& flat, const Block& block);
/// Whether a motion follows the solution of a loop, which may have several.
bool is_followed(const FlatSystem& flat, const Block& block);

/// Emits block `b` as a loop into the emitter's section, and defines its unknowns.
void emit_loop(const SortedSystem& sorted, Emitter& emitter, Replacing& replacing, Section section, std::int32_t b, SolvedBlocks& solved,
               Program& program);

}  // namespace stribeck
