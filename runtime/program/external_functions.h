#pragma once
// A check of the derivatives of external functions.
#include <vector>

#include "program/machine.h"

namespace stribeck {

/// Warnings about external functions whose derivatives do not match their values, at the arguments that they have at the machine's present
/// time and state.
std::vector<Diagnostic> wrong_derivatives(Machine& machine);

}  // namespace stribeck
