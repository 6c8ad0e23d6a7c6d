#pragma once
// What a run tells its user at the end.
#include <string>
#include <string_view>

#include "results/layout.h"
#include "simulation/run.h"

namespace stribeck {

/// Solver and why, counts, wall time by stage, energy audit by component, notes; several lines, ends with a newline.
/// `title` heads it if not empty.
std::string to_text(const RunSummary& summary, std::string_view title, const TextStyle& style = {});
/// The energy audit alone: one row a component, then the total and the residual.
std::string to_text(const EnergyAudit& audit, const TextStyle& style = {});

}  // namespace stribeck
