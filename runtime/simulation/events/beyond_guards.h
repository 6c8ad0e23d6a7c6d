#pragma once
// What a law is just beyond where a condition changes, before that has been found.
#include <functional>

#include "program/machine.h"

namespace stribeck {

/// Calls `use` while conditions hold what is true at one point rather than what is held along the step; does not if none differs there. A
/// step tries points beyond the event that will end it, and the branch that is held need not have a value there: sqrt(-x) while x < 0 is
/// held. What the law is beyond is then as good for the step, which the event cuts off. Guards of modes are left alone.
/// Afterwards every register is again what the held branch makes of it: the step is taken back, and what does not change while conditions
/// are held is not computed again. `x`: the whole state.
bool use_beyond_guards(Machine& machine, double t, const double* x, const std::function<void()>& use);

}  // namespace stribeck
