#pragma once
// The inputs and outputs of a diagram's boundary, for the program's image.
#include <vector>

#include "equations/flat_system.h"
#include "program/image.h"

namespace stribeck {

/// The inputs that are not read from a file. Discrete variables of the program have the same numbers as in the flat system.
std::vector<ProgramInput> program_inputs(const FlatSystem& flat);
/// `columns`: of which each output of the boundary is one.
std::vector<ProgramOutput> program_outputs(const FlatSystem& flat, const std::vector<OutputColumn>& columns);

}  // namespace stribeck
