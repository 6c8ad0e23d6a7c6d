#pragma once
// What holds of every sorted system.
#include <string>

#include "structure/sorted_system.h"

namespace stribeck {

/// The first of the invariants that the system breaks, in words; empty if it breaks none. Those with frictions without
/// carrier are not sorted, and break none.
///
///  1. There is a derivative for each state, which is that of this state.
///  2. No variable is a state twice; those that are eliminated are none; the flags say which are.
///  3. A dummy derivative is a derivative, and that of no state.
///  4. A block has as many equations as unknowns, at least one, and no more explicit steps than these.
///  5. No equation and no unknown is in two blocks.
///  6. No state is an unknown, and nothing that is eliminated.
///  7. What an equation reads is a state, an unknown of its own block, or one of an earlier block.
///  8. Each derivative of a state and each dummy derivative is an unknown of a block, or a state itself.
///  9. The unknown of an explicit step is read by its equation.
/// 10. Chosen columns of a level that varies are as many as its constraints; its entries lie in its rows and columns.
/// 11. Each equation of a block has a row of the incidence, whose variables are there and not eliminated.
/// 12. The coefficients of a linear block depend on none of its unknowns.
std::string broken_invariant(const SortedSystem& system);

}  // namespace stribeck
