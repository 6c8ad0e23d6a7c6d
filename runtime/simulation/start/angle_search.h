#pragma once
// Searches angles over a whole turn: the targets of a mechanism that turns may be met at several angles or at none, and from near a dead
// centre a step of Newton's method may lead many turns away.
#include <functional>
#include <optional>
#include <vector>

#include "simulation/start/target_part.h"

namespace stribeck {

/// Finds the free states of each part whose targets depend on angles. The best position meets the high targets, and then has the least sum
/// of squared differences from the low ones; among equally good positions it is the one whose angles are nearest to `start`, within half a
/// turn where whole turns make no difference. Neither the names nor the order of components matter. The search begins at every point of a
/// grid over the turn that is better than its neighbours, and goes on by Levenberg-Marquardt steps (Nocedal, Wright (2006), Numerical
/// Optimization, 2nd ed., section 10.3) on the merit function sum of low squares + weight * norm of high misses (section 15.4). Three
/// angles or more are sampled instead of put on a grid, so that positions may be missed. Returns the angles for which a search from their
/// start was not enough.
std::vector<std::size_t> search_angles(const StartEvaluation& at, std::vector<TargetPart>& parts, const std::vector<double>& start);

/// The least and the largest value of a target over all values of the angles of its part, at most two, with the other states as at the
/// start; nothing if the target is unbounded, as an angle itself is.
std::optional<Reach> reach_of(const StartEvaluation& at, const InitialTarget& target, const TargetPart& part,
                              const std::vector<double>& start);

}  // namespace stribeck
