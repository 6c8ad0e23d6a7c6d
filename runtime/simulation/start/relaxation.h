#pragma once
// Where a network comes to rest by itself, with which dry frictions stuck and which contacts closed.
#include <vector>

#include "simulation/start/force_balance.h"

namespace stribeck {

struct Relaxed {
  bool at_rest = false;
  std::vector<double> x;
  RestModes modes;
  Eigen::VectorXd forces;  ///< by element
  Eigen::VectorXd left;    ///< rates of the states that remained, at rest: next to nothing
};

/// Follows the motion from x on by implicit steps that grow without bound, so that nothing swings and only what lasts is left. `wanted`:
/// the states that are to come to rest; `held`: those that keep their values, whatever force that takes. `by_static_levels`: what slides is
/// opposed by what it could hold, so that it comes to rest wherever it can.
Relaxed relax(ForceBalance& balance, const std::vector<bool>& wanted, const std::vector<bool>& held, const std::vector<double>& x,
              bool by_static_levels = false);

}  // namespace stribeck
