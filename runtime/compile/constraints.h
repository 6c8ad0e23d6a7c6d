#pragma once
// What closed loops of bodies may move, and what they are refused for.
#include <cstdint>
#include <vector>

#include "base/diagnostic.h"
#include "program/program.h"
#include "structure/sorted_system.h"

namespace stribeck {

/// Numbers of the states that are coordinates or velocities of bodies, rotors and masses, ascending; no signals, nor what is one variable
/// with a signal.
std::vector<std::int32_t> states_of_mechanism(const SortedSystem& sorted);

/// Where a component holds a position at a given value, coordinates that no velocity of the mechanism changes are not movable at the start
/// either: which of those that are tied to the value is the state is a choice.
void hold_given_positions(const SortedSystem& sorted, ConstraintCode& code);

/// Of positions in a mechanism that follow from an algebraic loop, by the number of the closure in the diagram.
Failure constraint_in_loop(const FlatSystem& flat, std::int32_t instance);
/// Of friction that sticks exactly, by the numbers of its component and of the closure.
Failure exact_in_closed_loop(const FlatSystem& flat, std::int32_t instance, std::int32_t closure);

}  // namespace stribeck
