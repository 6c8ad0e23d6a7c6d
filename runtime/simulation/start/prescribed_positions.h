#pragma once
// Positions that a component holds at a given value (a source of position): they must not jump along the run. What hangs on them would have
// to move a finite way in no time, for which neither forces nor work are determined.
#include <vector>

#include "program/machine.h"

namespace stribeck {

/// Each position and its velocity as evaluated last; runs the section of outputs.
std::vector<double> prescribed_positions_now(Machine& machine);

/// Throws Failure run.prescribed_jump naming the first that is not where it was at the same instant. `span_s`: of the run, within a small
/// part of which the instants of events are known.
void require_no_jump_of_positions(Machine& machine, double t, double span_s, const std::vector<double>& before);

}  // namespace stribeck
