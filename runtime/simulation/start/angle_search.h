#pragma once
// Mechanisms turn: targets on them may be met by several angles, or by none, and a step of Newton's method from near a dead centre leads
// many turns away. So angles are searched for over a whole turn.
#include <functional>
#include <optional>
#include <vector>

#include "simulation/start/target_part.h"

namespace stribeck {

/// Moves the free states of each part whose targets turn with its angles. The rule, which neither names nor order change: high targets come
/// first, then the sum of the squares of what is missed of the low ones; of positions that are as good the one whose angles are nearest to
/// `start`, from which none is further than half a turn where turns make no difference. Begins from every point of a grid over the turn
/// that is better than those beside it, by Levenberg-Marquardt steps (Nocedal, Wright (2006), Numerical Optimization, 2nd ed.,
/// section 10.3) on the merit function sum of low squares + weight * norm of high misses (section 15.4). Three angles and more are looked
/// at in a sample of the turn, so that positions between may be missed. Returns the angles that no search from where they were has found.
std::vector<std::size_t> search_angles(const StartEvaluation& at, std::vector<TargetPart>& parts, const std::vector<double>& start);

/// The least and the largest value of a target wherever the angles of its part are, up to two, with other states as at the start;
/// nothing if it does not end (an angle itself).
std::optional<Reach> reach_of(const StartEvaluation& at, const InitialTarget& target, const TargetPart& part,
                              const std::vector<double>& start);

}  // namespace stribeck
