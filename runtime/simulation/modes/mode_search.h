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

/// A consistent set of modes. Beginning at `start`, all elements that are inconsistent change at once; those in `held` (stuck before the
/// event, within their limits; empty: none) change only when no other one does, as in solve_stick_slip. If that does not end, and there are
/// at most kMostSearched elements, all sets are tried, those with the fewest changes from the start first. Nothing if no set is consistent:
/// the parts jam. Coulomb's law with normal forces that depend on the friction can have no solution, or several (Painleve 1895; Lotstedt
/// 1981, SIAM J. Appl. Math. 42, 281-296).
std::optional<std::vector<int>> find_modes(const std::vector<int>& start, const ModeTrial& trial, const std::vector<bool>& held = {});

inline constexpr std::size_t kMostSearched = 6;  // 729 sets

}  // namespace stribeck
