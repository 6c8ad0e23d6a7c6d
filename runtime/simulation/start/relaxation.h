#pragma once
// Finds where a network comes to rest by itself, and which dry frictions stick and which contacts are closed there.
#include <vector>

#include "simulation/start/force_balance.h"

namespace stribeck {

struct Relaxed {
  bool at_rest = false;
  std::vector<double> x;
  RestModes modes;
  Eigen::VectorXd forces;  ///< by element
  Eigen::VectorXd left;    ///< the remaining derivatives of the states: nearly zero at rest
};

/// Follows the motion from x by implicit steps that grow without bound, which damp all oscillations and leave the steady part of the
/// motion. `wanted`: the states that are to come to rest; `held`: states that keep their values, by whatever forces. `by_static_levels`:
/// sliding elements are opposed by their static instead of their kinetic level, so that they come to rest wherever they can.
Relaxed relax(ForceBalance& balance, const std::vector<bool>& wanted, const std::vector<bool>& held, const std::vector<double>& x,
              bool by_static_levels = false);

}  // namespace stribeck
