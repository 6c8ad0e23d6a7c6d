#pragma once
// Integers and adjacency arrays: what the structural algorithms work on. They know nothing of components.
#include <cstdint>
#include <span>
#include <vector>

namespace stribeck {

/// Rows of column numbers, compressed; `grades` runs parallel to `columns`.
struct Incidence {
  /// A grade: the row needs the column, but cannot determine it.
  static constexpr std::uint8_t kNeverMatched = 255;

  std::int32_t column_count = 0;
  std::vector<std::int32_t> starts{0};
  std::vector<std::int32_t> columns;
  std::vector<std::uint8_t> grades;

  std::int32_t row_count() const { return static_cast<std::int32_t>(starts.size()) - 1; }
  std::span<const std::int32_t> row(std::int32_t r) const {
    return {columns.data() + starts[static_cast<std::size_t>(r)], columns.data() + starts[static_cast<std::size_t>(r) + 1]};
  }
  std::span<const std::uint8_t> row_grades(std::int32_t r) const {
    return {grades.data() + starts[static_cast<std::size_t>(r)], grades.data() + starts[static_cast<std::size_t>(r) + 1]};
  }
  void add(std::int32_t column, std::uint8_t grade = 0) {
    columns.push_back(column);
    grades.push_back(grade);
  }
  void end_row() { starts.push_back(static_cast<std::int32_t>(columns.size())); }
};

/// A maximum matching of rows with columns; -1: unmatched.
struct Matching {
  std::vector<std::int32_t> row_of_column, column_of_row;
  std::int32_t size = 0;
};

/// Maximum bipartite matching that prefers edges of low grade: for each grade in turn it augments with edges up to that grade only, but for
/// those that are never matched.
/// Depth-first augmentation with one-step lookahead, Duff (1981), On algorithms for obtaining a maximum transversal, ACM TOMS 7(3),
/// 315-330. O(rows * edges) at worst, close to linear on the sparse graphs of networks. Deterministic.
Matching maximum_matching(const Incidence& incidence);

/// Strongly connected components of the directed graph row -> rows that determine its other columns, each after those it depends on
/// (block lower triangular form), by Boost's form of Tarjan (1972), Depth-first search and linear graph algorithms, SIAM J. Comput. 1(2),
/// 146-160, which keeps a stack of its own. Rows without a matched column form no block. Within a block rows are ascending.
std::vector<std::vector<std::int32_t>> block_triangular_form(const Incidence& incidence, const Matching& matching);

/// The rows reachable from the unmatched rows, and the columns reachable from the unmatched columns, by alternating paths: the over- and
/// under-determined parts, by edges that may be matched. Dulmage, Mendelsohn (1958), Coverings of bipartite graphs, Canad. J. Math. 10,
/// 517-534.
struct DulmageMendelsohn {
  std::vector<std::int32_t> over_rows, over_columns;    ///< more rows than columns
  std::vector<std::int32_t> under_rows, under_columns;  ///< more columns than rows
};
DulmageMendelsohn dulmage_mendelsohn(const Incidence& incidence, const Matching& matching);

}  // namespace stribeck
