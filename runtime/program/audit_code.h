#pragma once
// Which outputs and quadratures of a program are the powers and energies of components, for the energy audit.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/archive.h"

namespace stribeck {

/// The quadratures begin with the dissipated powers of the accounts that dissipate, then the supplied powers, then the balances.
struct AuditCode {
  struct Account {
    std::int32_t component = -1;
    bool stores = false, dissipates = false, supplies = false;
    bool has_excess = false;      ///< power in at the ports + supplied - dissipated is not zero whatever happens
    bool is_watched = false;      ///< at every row: power in at the ports + supplied = rate of the stored energy + dissipated
    bool gives_velocity = false;  ///< it prescribes a velocity, and supplies whatever power that takes
    void carry(Archive& archive) { archive(component, stores, dissipates, supplies, has_excess, is_watched, gives_velocity); }
  };
  std::vector<Account> accounts;
  std::size_t stores_begin = 0;  ///< stored energies among the outputs
  std::size_t powers_begin = 0;  ///< four powers of each account that is watched: taken, supplied, rate of the stored energy, dissipated
  void carry(Archive& archive) { archive(accounts, stores_begin, powers_begin); }
};

}  // namespace stribeck
