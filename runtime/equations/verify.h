#pragma once
// What holds of every flat system, before and after structure has added to it.
#include <string>

#include "equations/flat_system.h"

namespace stribeck {

/// The first of the invariants that the system breaks, in words; empty if it breaks none.
///
///  1. The parameters and variables of an instance are numbered one after the other, as many as it declares.
///  2. A symbol is one of a parameter, variable, discrete variable or mode that is there.
///  3. Nodes, ports, displacements and potentials have variables of their kind that are their own.
///  4. A variable belongs to something that is there, and has a value.
///  5. One that is eliminated is an alias of one that is not, or known; one that is not is its own symbol.
///  6. The derivative of a variable is a variable that is a derivative of this one.
///  7. An equation belongs to something that is there, and has no derivative left that is no variable.
///  8. It reads no variable that is eliminated.
///  9. A table is one of its instance's; what it looks back on is fixed by parameters, but for its value.
/// 10. A friction has an equation, which is its relation, inputs that are its own, a guard unless it creeps, and all that it looks at.
/// 11. A discrete variable is its own symbol and starts from parameters.
/// 12. An event has a condition that can change, and assigns to variables.
/// 13. Energies and conditions belong to instances.
std::string broken_invariant(const FlatSystem& system);

}  // namespace stribeck
