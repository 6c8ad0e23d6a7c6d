#pragma once
// The symbolic sparse Jacobian: derivatives of all solved unknowns by the inputs, carried forward block by block.
#include <cstdint>
#include <vector>

#include "compile/loops.h"

namespace stribeck {

/// Emits section `jacobian` for the blocks in `order` (ascending; those the derivatives need).
void emit_jacobian(const SortedSystem& sorted, Emitter& emitter, const SolvedBlocks& solved, const std::vector<std::int32_t>& order,
                   const ProgramRequest& request, Program& program);

/// Emits the derivatives of the last rows of Program::constraints, whose expressions are `rows`. `order`: the blocks of the section.
void emit_constraint_slopes(const SortedSystem& sorted, Emitter& emitter, const SolvedBlocks& solved,
                            const std::vector<std::int32_t>& order, const std::vector<ExprId>& rows, Program& program);

}  // namespace stribeck
