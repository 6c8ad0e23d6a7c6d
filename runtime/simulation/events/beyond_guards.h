#pragma once
// Evaluates laws at trial points that lie beyond an event which has not been located yet.
#include <functional>

#include "program/snapshot.h"

namespace stribeck {

/// A step may evaluate points beyond the event that will end it. There the branch that is held need not have a value, as sqrt(-x) while the
/// truth of x < 0 is held. This function evaluates at (t, x) with the truths that the conditions have at that point instead of the held
/// ones, and calls `use` with these values; if no condition differs there, it does not. Since the event will cut the step short, these
/// values serve as well as any. Guards of modes keep their held truths. Afterwards every register has its value by the held branch again.
/// `x`: the whole state.
bool use_beyond_guards(Machine& machine, double t, const double* x, const std::function<void(const Snapshot&)>& use);

}  // namespace stribeck
