#pragma once
// Where the powers and energies of components stand among what a program computes.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/archive.h"

namespace stribeck {

/// The quadratures are what is dissipated by those accounts that dissipate, then what is supplied, then the balances.
struct AuditCode {
  struct Account {
    std::int32_t component = -1;
    bool stores = false, dissipates = false, supplies = false;
    bool has_excess = false;      ///< power in at the ports + supplied - dissipated is not zero whatever happens
    bool is_watched = false;      ///< at every row: power in at the ports + supplied = rate of the stored energy + dissipated
    bool gives_velocity = false;  ///< and takes what power it takes
    void carry(Archive& archive) { archive(component, stores, dissipates, supplies, has_excess, is_watched, gives_velocity); }
  };
  std::vector<Account> accounts;
  std::size_t stores_begin = 0;  ///< stored energies among the outputs
  std::size_t powers_begin = 0;  ///< four powers of each account that is watched: taken, supplied, rate of the stored energy, dissipated
  void carry(Archive& archive) { archive(accounts, stores_begin, powers_begin); }
};

}  // namespace stribeck
