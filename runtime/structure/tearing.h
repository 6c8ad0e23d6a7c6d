#pragma once
// Tearing of a block: which of its unknowns an iteration (or a small dense solve) carries, so that the others follow one by one.
#include <cstdint>
#include <vector>

#include "structure/graph.h"

namespace stribeck {

/// The equations of one block over its unknowns, both numbered from zero.
struct TearingProblem {
  Incidence incidence;             ///< grade 0 or 1: the unknown may be computed from the equation; others: it may not
  std::vector<double> magnitudes;  ///< |coefficient| parallel to incidence.columns; 0 where it is not known beforehand
};

struct Tearing {
  struct Step {
    std::int32_t equation, unknown;
  };
  std::vector<Step> explicit_steps;     ///< in order; each needs tearing variables and earlier steps only
  std::vector<std::int32_t> residuals;  ///< equations left over, ascending
  std::vector<std::int32_t> variables;  ///< tearing variables, ascending; as many as residuals
};

/// Greedy: an equation with one unknown left computes it; where there is none, the unknown in most of the equations left is torn.
/// Cellier, Kofman (2006), Continuous System Simulation, section 7.6 (heuristic; the least set of tearing variables is NP-complete).
///
/// Elimination without a choice of pivots can magnify rounding along a chain (massless nodes joined by dampers, eliminated from one end).
/// So the block is scaled until its entries are about one, and an unknown whose magnification by the tearing variables would pass
/// kTearingGrowth is torn as well. O(edges log unknowns).
Tearing tear(const TearingProblem& problem);
/// The same; these unknowns are torn before others.
Tearing tear_first_at(const std::vector<std::int32_t>& variables, const TearingProblem& problem);
/// As tear(), without those tearing variables that the others make superfluous, for loops of at most kLargestDenseLoop of them. The search
/// for all solutions of a loop takes time that grows exponentially with their number. O(torn edges log unknowns).
Tearing tear_at_no_more_than_needed(const TearingProblem& problem);

}  // namespace stribeck
