#pragma once
// The states that closed loops of bodies in space may move, and the errors for loops that are not supported.
#include <cstdint>
#include <vector>

#include "base/diagnostic.h"
#include "program/program.h"
#include "structure/sorted_system.h"

namespace stribeck {

/// The numbers, ascending, of states that are coordinates or velocities of bodies, rotors and masses. States that are aliases of signals
/// are left out.
std::vector<std::int32_t> states_of_mechanism(const SortedSystem& sorted);

/// Where a component prescribes a position, coordinates that no velocity of the mechanism changes are fixed at the start as well: which of
/// the positions tied to the prescribed one is the state is an arbitrary choice, and must not matter.
void hold_given_positions(const SortedSystem& sorted, ConstraintCode& code);

/// The error for positions of a mechanism that follow from an algebraic loop; `instance`: the closure.
Failure constraint_in_loop(const FlatSystem& flat, std::int32_t instance);
/// The error for a rigid contact, or friction that may not stick exactly there, in a loop that `closure` closes.
Failure not_in_closed_loop(const FlatSystem& flat, const FlatFriction& friction, std::int32_t closure);

}  // namespace stribeck
