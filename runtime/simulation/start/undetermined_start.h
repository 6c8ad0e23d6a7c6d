#pragma once
// What the diagram leaves open of where a motion begins, and something that is no physics has chosen.
#include <vector>

#include "base/diagnostic.h"
#include "simulation/start/initialise.h"

namespace stribeck {

struct FoundStart {
  const std::vector<double>& x;            ///< the initial state
  const std::vector<bool>& is_held;        ///< of each state, whether a target speaks for it
  const std::vector<std::size_t>& turned;  ///< angles among the states that were looked for over a turn
};

/// A note for each kind of choice that has been made: positions around a loop, positions that a constraint ties, angles at which the
/// targets are met. What was chosen of the solutions of loops tells RootChoice. `now`: the values at the initial state.
std::vector<Diagnostic> undetermined_start(const Snapshot& now, Machine& machine, const InitialTargets& targets, const FoundStart& found);

}  // namespace stribeck
