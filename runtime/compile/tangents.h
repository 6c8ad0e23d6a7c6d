#pragma once
// The symbolic sparse Jacobian: derivatives of all solved unknowns by the inputs, carried forward block by block.
#include <cstdint>
#include <vector>

#include "compile/loops.h"

namespace stribeck {

/// Emits section `jacobian` for the blocks in `order` (ascending; those the derivatives need).
void emit_jacobian(const SortedSystem& sorted, Emitter& emitter, const SolvedBlocks& solved, const std::vector<std::int32_t>& order,
                   const ProgramRequest& request, Program& program);

}  // namespace stribeck
