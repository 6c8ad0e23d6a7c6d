#pragma once
// What a run has to tell about the external functions that its program calls.
#include <vector>

#include "program/machine.h"

namespace stribeck {

/// Warnings about derivatives that are not those of the functions' values, at the arguments that these are called with at the time and
/// state that the machine has.
std::vector<Diagnostic> wrong_derivatives(Machine& machine);

}  // namespace stribeck
