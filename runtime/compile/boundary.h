#pragma once
// The boundary of a diagram, as a program has it.
#include <vector>

#include "equations/flat_system.h"
#include "program/image.h"

namespace stribeck {

/// Those that no file gives. Discrete variables of the program are numbered as those of the flat system.
std::vector<ProgramInput> program_inputs(const FlatSystem& flat);
/// `columns`: of which each output of the boundary is one.
std::vector<ProgramOutput> program_outputs(const FlatSystem& flat, const std::vector<OutputColumn>& columns);

}  // namespace stribeck
