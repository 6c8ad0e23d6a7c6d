#pragma once
// Gaussian elimination of sparse rows with the largest pivot of each row.
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace stribeck {

using SparseRow = std::map<std::int32_t, double>;

/// Takes for each row in turn the largest entry left in it, among the columns allowed, as pivot; `ratio` becomes the smallest of these
/// against the largest entry of any column. Rows are changed.
std::vector<std::int32_t> row_pivots(std::vector<SparseRow>& rows, const std::function<bool(std::int32_t)>& allowed, double& ratio);

}  // namespace stribeck
