#pragma once
// A diagram as its own test: what its `expect` asks against what the run gave.
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "diagram/diagram.h"
#include "results/trajectory.h"
#include "simulation/run.h"

namespace stribeck {

/// STRIBECK_TOL_SCALE, by which every `within` is multiplied: 0 shows the true residuals of a run. 1 if it is not set or not a number.
double tolerance_scale_from_environment();

/// The times (s) at which `expect` wants values: the run must have rows there. Ascending, each once.
std::vector<double> expected_times(const Expect& expect);

/// Whether an event is the one that is meant: "" is any event; an instance, one whose condition names a variable of it; anything longer the
/// whole label.
bool is_event(std::string_view wanted, std::string_view label);

/// One expect.failed for each expectation that does not hold; empty when all do. An exact expression is reported once, at its worst row.
/// At an instant with events a value at a time is the one after them.
std::vector<Diagnostic> compare(const Diagram& diagram, const Trajectory& trajectory, const RunSummary& summary, double tolerance_scale);

}  // namespace stribeck
