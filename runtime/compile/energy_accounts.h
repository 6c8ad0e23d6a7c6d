#pragma once
// The energy accounts of the components (design D8): expressions for what each takes in at its ports, supplies, stores and dissipates.
#include <vector>

#include "compile/compile.h"

namespace stribeck {

/// The powers and energies that a run must compute for its audit. Each component has its own balance: power in at its ports + power
/// supplied = rate of its stored energy + power dissipated. Since the forces at every node sum to zero, the total balances if every
/// component does.
class EnergyAccounts {
 public:
  EnergyAccounts() = default;
  /// `flat`: after sorting. `pool`: that of the system.
  EnergyAccounts(const FlatSystem& flat, ExprPool& pool);

  /// Adds to the request: stored energies as outputs, powers of watched components as ProgramRequest::powers, powers to be integrated as
  /// quadratures and balances, and in ProgramRequest::audit which component each belongs to.
  void request(ProgramRequest& request) const;

 private:
  struct Account {
    std::int32_t instance = -1;
    ExprId stored = ExprId::none, dissipated = ExprId::none, supplied = ExprId::none;
    ExprId taken = ExprId::none;   ///< power in at the ports; none if it is zero whatever happens
    ExprId rate = ExprId::none;    ///< of the stored energy; none if sorting had no use for a derivative in it
    ExprId excess = ExprId::none;  ///< taken + supplied - dissipated; none if it is zero whatever happens
    bool is_watched = false;       ///< at every row: taken + supplied = rate + dissipated
    bool gives_velocity = false;   ///< it prescribes a velocity, and so supplies the power for it
  };

  std::vector<Account> accounts_;
  ExprId zero_ = ExprId::none;
};

}  // namespace stribeck
