#pragma once
// What a run has to tell about the external functions that its program calls.
#include <string>
#include <vector>

#include "program/machine.h"

namespace stribeck {

/// Where the one component is that calls functions of this type; the diagram if there are several, which `names` then tells.
Where where_of_owner(const FlatSystem& flat, const std::string& owner, std::string& names);

/// Warnings about derivatives that are not those of the functions' values, at the arguments that these are called with at the time and
/// state that the machine has.
std::vector<Diagnostic> wrong_derivatives(Machine& machine);

}  // namespace stribeck
