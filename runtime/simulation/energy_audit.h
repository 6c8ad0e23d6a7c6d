#pragma once
// Where every joule went (design D8): what each component takes in at its ports, supplies, stores and dissipates, and what is missing.
#include <span>
#include <vector>

#include "equations/flat_system.h"
#include "program/program.h"
#include "simulation/heat_watch.h"
#include "simulation/outputs.h"
#include "simulation/row_writer.h"

namespace stribeck {

/// The powers and energies that a run must follow, in the flat pool. Each component has a balance of its own: power in at its ports + power
/// supplied = rate of its stored energy + power dissipated. Sums of forces are zero at every node, so that the total closes if all do.
class EnergyAccounts {
 public:
  EnergyAccounts() = default;
  /// `flat` as sorting left it; gets expressions added but no variables.
  explicit EnergyAccounts(FlatSystem& flat);

  /// Appends stored energies to the outputs, powers to theirs, and what is to be integrated to the quadratures and balances.
  void request(ProgramRequest& request) const;
  /// How many of the outputs are whose, and where they begin.
  AuditOutputs outputs(std::size_t stores_begin, std::size_t powers_begin) const;
  /// Where the heats come from that columns show.
  std::vector<HeatSource> heat_sources(const std::vector<HeatColumn>& shown) const;
  std::size_t powers() const { return 4 * watched_.size(); }
  /// How many components declare to dissipate; their powers come first among the quadratures.
  std::size_t heats() const;
  /// `quadratures`: the integrals of Program::quadratures.
  EnergyAudit audit(const RowWriter& rows, std::span<const double> quadratures) const;
  /// The least dissipated energy of each of the audit's components, zero where none is declared.
  std::vector<LeastHeat> least_heat(const HeatWatch& heat) const;
  /// Tells of the first kink of a prescribed motion, if there was one.
  void note_kinks(const RowWriter& rows, std::vector<Diagnostic>& notes) const;

 private:
  struct Account {
    std::int32_t instance = -1;
    ExprId stored = ExprId::none, dissipated = ExprId::none, supplied = ExprId::none;
    ExprId taken = ExprId::none;   ///< power in at the ports; none if it is zero whatever happens
    ExprId rate = ExprId::none;    ///< of the stored energy; none if sorting had no use for a derivative in it
    ExprId excess = ExprId::none;  ///< taken + supplied - dissipated; none if it is zero whatever happens
    bool is_watched = false;       ///< at every row: taken + supplied = rate + dissipated
  };

  std::vector<std::size_t> prescribing() const;
  ExprId taken_at_ports(std::int32_t instance, std::size_t connectors) const;
  void fill_table(const RowWriter& rows, std::span<const double> quadratures, std::vector<EnergyRow>& table) const;

  FlatSystem* flat_ = nullptr;
  std::vector<Account> accounts_;
  std::vector<std::size_t> stores_, watched_;  // accounts
};

/// Throws Failure run.not_finite naming the first component whose energy is infinite or not a number.
void require_finite(const EnergyAudit& audit);

}  // namespace stribeck
