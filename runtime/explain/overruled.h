#pragma once
// Where the network has a port set what its component declares to take.
#include <vector>

#include "base/diagnostic.h"
#include "structure/sorted_system.h"

namespace stribeck {

/// A remark for each component with a port that goes against the causality that its type declares: fixed, or, in a type that the diagram
/// defines itself, preferred. Preferences of other types, as that of a mass behind a gear, are there to give way.
std::vector<Diagnostic> overruled_causalities(const SortedSystem& sorted);

}  // namespace stribeck
