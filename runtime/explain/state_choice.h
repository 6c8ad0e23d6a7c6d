#pragma once
// Why each state is one, and what could have been the state instead.
#include "explain/causality.h"

namespace stribeck {

/// Fills in `states` and `dummies`.
void tell_states(const SortedSystem& sorted, Causality& causality);

}  // namespace stribeck
