#pragma once
// What to say when energy got lost or came from nowhere.
#include <span>

#include "simulation/rows/heat_watch.h"
#include "simulation/run.h"

namespace stribeck {

/// Warnings that name the components whose own balance does not close: by their declaration if their powers do not add up at some instant,
/// else by the integration; and those that supplied what they declare to dissipate. Empty if all is well. `least`: of each of the audit's
/// components; `span_s`: how long the run was; `rtol`: its relative tolerance.
std::vector<Diagnostic> energy_warnings(const EnergyAudit& audit, std::span<const LeastHeat> least, double span_s, double rtol);

}  // namespace stribeck
