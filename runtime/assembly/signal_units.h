#pragma once
// Units along signals.
#include "assembly/assembly.h"

namespace stribeck {

/// Reports connection.unit_mismatch where a signal has one unit at one end and another at the other, as far as units are known.
void check_signal_units(const Diagram& diagram, const Assembly& assembly, Diagnostics& diagnostics);

}  // namespace stribeck
