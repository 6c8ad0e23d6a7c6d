#include <algorithm>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/strong_components.hpp>

#include "base/index.h"
#include "structure/graph.h"

namespace stribeck {

namespace {

using RowGraph = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property, boost::no_property,
                                                    std::uint32_t, std::uint32_t>;

/// An edge leads from each matched row to those that determine its other columns.
RowGraph graph_of(const Incidence& incidence, const Matching& matching) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  edges.reserve(incidence.columns.size());
  for (std::int32_t row = 0; row < incidence.row_count(); ++row) {
    if (matching.column_of_row[at(row)] < 0) continue;
    for (const std::int32_t column : incidence.row(row)) {
      const std::int32_t other = matching.row_of_column[at(column)];
      if (other >= 0 && other != row) edges.emplace_back(row, other);
    }
  }
  return {boost::edges_are_sorted, edges.begin(), edges.end(), static_cast<std::uint32_t>(incidence.row_count())};
}

}  // namespace

std::vector<std::vector<std::int32_t>> block_triangular_form(const Incidence& incidence, const Matching& matching) {
  const RowGraph graph = graph_of(incidence, matching);
  std::vector<std::uint32_t> block_of(at(incidence.row_count()));
  // Boost numbers a component when it leaves it, and so after all those that can be reached from it.
  const auto numbers = boost::make_iterator_property_map(block_of.begin(), get(boost::vertex_index, graph));
  std::vector<std::vector<std::int32_t>> blocks(boost::strong_components(graph, numbers));
  for (std::int32_t row = 0; row < incidence.row_count(); ++row)
    if (matching.column_of_row[at(row)] >= 0) blocks[block_of[at(row)]].push_back(row);
  std::erase_if(blocks, [](const std::vector<std::int32_t>& block) { return block.empty(); });  // of rows without a column
  return blocks;
}

DulmageMendelsohn dulmage_mendelsohn(const Incidence& incidence, const Matching& matching) {
  DulmageMendelsohn parts;
  const std::int32_t rows = incidence.row_count(), columns = incidence.column_count;
  // Over-determined: from unmatched rows along any edge to a column, back along its matching edge.
  std::vector<bool> row_seen(at(rows), false), column_seen(at(columns), false);
  std::vector<std::int32_t> queue;
  for (std::int32_t r = 0; r < rows; ++r)
    if (matching.column_of_row[at(r)] < 0) row_seen[at(r)] = true, queue.push_back(r);
  for (std::size_t head = 0; head < queue.size(); ++head) {
    parts.over_rows.push_back(queue[head]);
    for (std::int32_t k = incidence.starts[at(queue[head])]; k < incidence.starts[at(queue[head]) + 1]; ++k) {
      const std::int32_t c = incidence.columns[at(k)];
      if (column_seen[at(c)] || incidence.grades[at(k)] == Incidence::kNeverMatched) continue;
      column_seen[at(c)] = true;
      parts.over_columns.push_back(c);
      const std::int32_t r = matching.row_of_column[at(c)];
      if (r >= 0 && !row_seen[at(r)]) row_seen[at(r)] = true, queue.push_back(r);
    }
  }
  // Under-determined: from unmatched columns along any edge to a row, on along its matching edge.
  std::vector<std::int32_t> starts(at(columns) + 1, 0), rows_of_column(incidence.columns.size());
  for (std::size_t k = 0; k < incidence.columns.size(); ++k)
    if (incidence.grades[k] != Incidence::kNeverMatched) ++starts[at(incidence.columns[k]) + 1];
  for (std::size_t c = 0; c < at(columns); ++c) starts[c + 1] += starts[c];
  std::vector<std::int32_t> next(starts.begin(), starts.end() - 1);
  for (std::int32_t r = 0; r < rows; ++r)
    for (std::int32_t k = incidence.starts[at(r)]; k < incidence.starts[at(r) + 1]; ++k)
      if (incidence.grades[at(k)] != Incidence::kNeverMatched) rows_of_column[at(next[at(incidence.columns[at(k)])]++)] = r;
  row_seen.assign(at(rows), false);
  column_seen.assign(at(columns), false);
  queue.clear();
  for (std::int32_t c = 0; c < columns; ++c)
    if (matching.row_of_column[at(c)] < 0) column_seen[at(c)] = true, queue.push_back(c);
  for (std::size_t head = 0; head < queue.size(); ++head) {
    parts.under_columns.push_back(queue[head]);
    for (std::int32_t k = starts[at(queue[head])]; k < starts[at(queue[head]) + 1]; ++k) {
      const std::int32_t r = rows_of_column[at(k)];
      if (row_seen[at(r)]) continue;
      row_seen[at(r)] = true;
      parts.under_rows.push_back(r);
      const std::int32_t c = matching.column_of_row[at(r)];
      if (c >= 0 && !column_seen[at(c)]) column_seen[at(c)] = true, queue.push_back(c);
    }
  }
  for (auto* part : {&parts.over_rows, &parts.over_columns, &parts.under_rows, &parts.under_columns}) std::sort(part->begin(), part->end());
  return parts;
}

}  // namespace stribeck
