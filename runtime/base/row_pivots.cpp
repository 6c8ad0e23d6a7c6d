#include "base/row_pivots.h"

#include <algorithm>
#include <cmath>

namespace stribeck {

std::vector<std::int32_t> row_pivots(std::vector<SparseRow>& rows, const std::function<bool(std::int32_t)>& allowed, double& ratio) {
  std::vector<std::int32_t> pivots;
  ratio = 1;
  std::map<std::int32_t, std::vector<std::size_t>> holders;
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (const auto& [column, value] : rows[r]) holders[column].push_back(r);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    double largest = 0, pivot = 0;
    std::int32_t best = -1;
    for (const auto& [column, value] : rows[r]) {
      largest = std::max(largest, std::fabs(value));
      if (allowed(column) && std::fabs(value) > std::fabs(pivot)) pivot = value, best = column;
    }
    ratio = std::min(ratio, largest > 0 ? std::fabs(pivot) / largest : 0);
    pivots.push_back(best);
    if (best < 0) continue;
    const std::vector<std::size_t> below = holders[best];
    for (const std::size_t other : below) {
      const auto entry = other > r ? rows[other].find(best) : rows[other].end();
      if (entry == rows[other].end()) continue;
      const double factor = entry->second / pivot;
      for (const auto& [column, value] : rows[r])
        if (rows[other].try_emplace(column, 0.0).first->second -= factor * value; column != best) holders[column].push_back(other);
      rows[other].erase(best);
    }
  }
  return pivots;
}

}  // namespace stribeck
