#pragma once
// Prescribed positions, as of a source of position, must not jump along the run: bodies tied to them would have to move a finite distance
// in no time, for which neither forces nor work are determined.
#include <vector>

#include "program/snapshot.h"

namespace stribeck {

/// Each prescribed position and its velocity at `now`, for which the machine runs section `outputs`.
std::vector<double> prescribed_positions_at(const Snapshot& now, Machine& machine);

/// Throws Failure run.prescribed_jump naming the first position that differs from `before`, taken at the same instant. `span_s`: the length
/// of the run, within a small share of which the instants of events are known.
void require_no_jump_of_positions(const Snapshot& now, Machine& machine, double t, double span_s, const std::vector<double>& before);

}  // namespace stribeck
