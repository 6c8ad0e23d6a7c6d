#pragma once
// What a run tells its user at the end.
#include <string>
#include <string_view>

#include "results/layout.h"
#include "simulation/run.h"

namespace stribeck {

/// Solver and why, counts, wall time by stage, energy audit by component, notes; several lines, ends with a newline.
/// `title` heads it if not empty; `colour` adds terminal escapes to the notes; `digits` are those of energies and times simulated.
std::string to_text(const RunSummary& summary, std::string_view title, bool colour = false, Digits digits = Digits::four);
/// The energy audit alone: one row a component, then the total and the residual.
std::string to_text(const EnergyAudit& audit, Digits digits = Digits::four);

}  // namespace stribeck
