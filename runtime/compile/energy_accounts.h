#pragma once
// Where every joule goes (design D8): what each component takes in at its ports, supplies, stores and dissipates, as expressions.
#include <vector>

#include "compile/compile.h"

namespace stribeck {

/// The powers and energies that a run must follow, in the flat pool. Each component has a balance of its own: power in at its ports + power
/// supplied = rate of its stored energy + power dissipated. Sums of forces are zero at every node, so that the total closes if all do.
class EnergyAccounts {
 public:
  EnergyAccounts() = default;
  /// `flat` as sorting left it; gets expressions added but no variables.
  explicit EnergyAccounts(FlatSystem& flat);

  /// Appends stored energies to the outputs, powers to theirs, and what is to be integrated to the quadratures and balances; says in
  /// ProgramRequest::audit which are whose.
  void request(ProgramRequest& request) const;

 private:
  struct Account {
    std::int32_t instance = -1;
    ExprId stored = ExprId::none, dissipated = ExprId::none, supplied = ExprId::none;
    ExprId taken = ExprId::none;   ///< power in at the ports; none if it is zero whatever happens
    ExprId rate = ExprId::none;    ///< of the stored energy; none if sorting had no use for a derivative in it
    ExprId excess = ExprId::none;  ///< taken + supplied - dissipated; none if it is zero whatever happens
    bool is_watched = false;       ///< at every row: taken + supplied = rate + dissipated
  };
  ExprId taken_at_ports(std::int32_t instance, std::size_t connectors) const;
  bool gives_velocity(std::int32_t instance) const;

  FlatSystem* flat_ = nullptr;
  std::vector<Account> accounts_;
};

}  // namespace stribeck
