#pragma once
// Units along signals.
#include "assembly/assembly.h"

namespace stribeck {

/// Finds the units of signals. Reports connection.unit_mismatch where one has one unit at one end and another at the other.
void find_signal_units(const Diagram& diagram, Assembly& assembly, Diagnostics& diagnostics);

}  // namespace stribeck
