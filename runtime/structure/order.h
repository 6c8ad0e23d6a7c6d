#pragma once
// Whether, and how else, a system that has been sorted would be sorted again.
#include "structure/sorted_system.h"

namespace stribeck {

/// Whether states, blocks and their order would be the same with the values that the parameters have now.
/// `flat`, here and below: that of the system, lent for expressions.
bool is_sorted_the_same(const SortedSystem& system);
/// Sorted again, the constraints being differentiated already, with states chosen whatever the high targets are on: these are then to be
/// met by other states.
SortedSystem sort_without_targets(const SortedSystem& system);

/// A step of these: as select_states() without a point, but that the wishes of high targets do not count.
void select_states_without_targets(SortedSystem& sorted);

}  // namespace stribeck
