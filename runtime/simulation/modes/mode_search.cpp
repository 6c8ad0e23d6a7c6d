#include "simulation/modes/mode_search.h"

#include <algorithm>
#include <set>

#include "simulation/modes/held_modes.h"

namespace stribeck {

namespace {

/// All combinations of modes; those that differ from the start in the fewest elements come first.
std::vector<std::vector<int>> all_modes(const std::vector<int>& start) {
  std::vector<std::vector<int>> sets{{}};
  for (std::size_t i = 0; i < start.size(); ++i) {
    std::vector<std::vector<int>> longer;
    for (const std::vector<int>& set : sets)
      for (const int mode : {-1, 0, 1}) {
        longer.push_back(set);
        longer.back().push_back(mode);
      }
    sets = std::move(longer);
  }
  const auto changes = [&](const std::vector<int>& set) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < set.size(); ++i) count += set[i] != start[i] ? 1 : 0;
    return count;
  };
  std::stable_sort(sets.begin(), sets.end(), [&](const auto& a, const auto& b) { return changes(a) < changes(b); });
  return sets;
}

}  // namespace

std::optional<std::vector<int>> find_modes(const std::vector<int>& start, const ModeTrial& trial, const std::vector<bool>& held) {
  std::vector<int> modes = start;
  std::set<std::vector<int>> tried;
  while (tried.insert(modes).second) {
    std::optional<std::vector<int>> next = trial(modes);
    if (!next) break;
    if (*next == modes) return modes;
    keep_held(held, modes, *next);
    modes = *next;
  }
  if (start.size() > kMostSearched) return std::nullopt;
  for (const std::vector<int>& set : all_modes(start))
    if (tried.count(set) == 0 && trial(set) == set) return set;
  return std::nullopt;
}

}  // namespace stribeck
