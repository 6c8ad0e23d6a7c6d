#pragma once
// The symbolic sparse Jacobian: derivatives of all solved unknowns by the inputs, carried forward block by block.
#include <cstdint>
#include <vector>

#include "program/emitter.h"
#include "program/program.h"

namespace stribeck {

/// How the compiler solved each block.
struct SolvedBlocks {
  std::vector<std::int32_t> block_of;  ///< of each variable, -1 if it is no unknown
  std::vector<ExprId> explicit_value;  ///< of each block: the unknown's expression, none if it is a loop
  std::vector<std::int32_t> code_of;   ///< of each block: index into Program::blocks, -1 if explicit
};

/// Emits section `jacobian` for the blocks in `order` (ascending; those the derivatives need).
void emit_jacobian(SortedSystem& sorted, Emitter& emitter, const SolvedBlocks& solved, const std::vector<std::int32_t>& order,
                   Program& program);

}  // namespace stribeck
