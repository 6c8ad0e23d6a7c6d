#pragma once
// What to say when energy got lost or came from nowhere.
#include "simulation/run.h"

namespace stribeck {

/// A warning that names the components whose own balance does not close: by their declaration if their powers do not add up at some
/// instant, else by the integration. Empty if all is well. `span_s`: how long the run was.
std::vector<Diagnostic> energy_warnings(const EnergyAudit& audit, double span_s);

}  // namespace stribeck
