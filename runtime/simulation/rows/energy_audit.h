#pragma once
// The energy audit of a run (design D8): what each component took in at its ports, supplied, stored and dissipated, and what is missing.
#include <span>
#include <vector>

#include "program/columns.h"
#include "program/program.h"
#include "simulation/rows/heat_watch.h"
#include "simulation/rows/row_writer.h"

namespace stribeck {

/// Which of the program's outputs are the audit's.
AuditOutputs audit_outputs(const AuditCode& audit);
/// The sources of the dissipated energies that columns show.
std::vector<HeatSource> heat_sources(const AuditCode& audit, const std::vector<HeatColumn>& shown);
/// How many components declare to dissipate; their powers come first among the quadratures.
std::size_t count_heats(const AuditCode& audit);
/// `quadratures`: the integrals of Program::quadratures. Throws Failure run.not_finite naming the first component whose energy is infinite
/// or not a number.
EnergyAudit audit_of(const Program& program, const RowWriter& rows, std::span<const double> quadratures);
/// For each component of the audit the least value that its dissipated energy has had; zero if it declares none.
std::vector<LeastHeat> least_heat(const AuditCode& audit, const HeatWatch& heat);
/// Adds a warning about the first kink of a prescribed motion, if there was one.
void note_prescribed_kinks(const Program& program, const RowWriter& rows, std::vector<Diagnostic>& notes);

}  // namespace stribeck
