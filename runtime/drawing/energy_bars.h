#pragma once
// Where every joule went.
#include <string>

#include "simulation/run.h"

namespace stribeck {

/// A table with a bar for each component: what it supplied, stored and dissipated, on one scale; those that moved most first.
std::string energy_bars_html(const EnergyAudit& audit);

}  // namespace stribeck
