#pragma once
// How a diagram is run: times, solver, tolerances.
#include "diagram/read.h"
#include "diagram/reading.h"

namespace stribeck {

/// Fills Diagram::experiment from the diagram's "experiment" (which may be absent) and the command line, which wins.
void read_experiment(Reading& reading, Json experiment, const ReadOptions& options);

/// Fills Experiment::rows from the diagram's "outputs", if that is an object, and the command line; the experiment has been read.
void read_row_choice(Reading& reading, Json outputs, const ReadOptions& options);

}  // namespace stribeck
