#pragma once
// The search for the modes of frictions whose limits depend on their own forces: one set of modes after the other is evaluated in the
// network.
#include <functional>
#include <optional>
#include <vector>

namespace stribeck {

/// Evaluates the network in a set of modes (-1, 0 or 1 for each element) and returns the mode that each element should have by its law: the
/// same set if it is consistent, nothing if the network has no solution in it.
using ModeTrial = std::function<std::optional<std::vector<int>>(const std::vector<int>&)>;

/// The consistent set that is reached from `start` when all elements change together, but what is held (stuck before, inside its limits;
/// empty: nothing) only once nothing else changes, as in solve_stick_slip; if that does not end, of all sets the consistent one with the
/// fewest changes from the start, as long as there are at most kMostSearched elements. Nothing if there is none: the parts jam. Coulomb's
/// law with normal forces that it influences can have no solution, or several (Painleve 1895; Lotstedt 1981, SIAM J. Appl. Math. 42,
/// 281-296).
std::optional<std::vector<int>> find_modes(const std::vector<int>& start, const ModeTrial& trial, const std::vector<bool>& held = {});

inline constexpr std::size_t kMostSearched = 6;  // 729 sets

}  // namespace stribeck
