// The structural algorithms on bare integers: worked examples of the papers, then seeded random graphs with their properties.
#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/max_cardinality_matching.hpp>
#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "structure/graph.h"

using namespace stribeck;

namespace {

Incidence incidence_of(std::int32_t columns, const std::vector<std::vector<std::int32_t>>& rows) {
  Incidence incidence;
  incidence.column_count = columns;
  for (const auto& row : rows) {
    for (const std::int32_t c : row) incidence.add(c);
    incidence.end_row();
  }
  return incidence;
}

std::vector<std::vector<std::int32_t>> random_rows(std::mt19937& random, std::int32_t rows, std::int32_t columns, double density) {
  std::vector<std::vector<std::int32_t>> result(static_cast<std::size_t>(rows));
  std::bernoulli_distribution present(density);
  for (auto& row : result)
    for (std::int32_t c = 0; c < columns; ++c)
      if (present(random)) row.push_back(c);
  return result;
}

/// The second route: Edmonds' algorithm for general graphs, as Boost has it.
std::size_t boost_matching_size(std::int32_t columns, const std::vector<std::vector<std::int32_t>>& rows) {
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
  Graph graph(rows.size() + static_cast<std::size_t>(columns));
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (const std::int32_t c : rows[r]) add_edge(r, rows.size() + static_cast<std::size_t>(c), graph);
  std::vector<Graph::vertex_descriptor> mate(num_vertices(graph));
  edmonds_maximum_cardinality_matching(graph, mate.data());
  return matching_size(graph, mate.data());
}

bool is_matching(const Incidence& incidence, const Matching& matching) {
  std::int32_t size = 0;
  for (std::int32_t r = 0; r < incidence.row_count(); ++r) {
    const std::int32_t c = matching.column_of_row[static_cast<std::size_t>(r)];
    if (c < 0) continue;
    const auto row = incidence.row(r);
    if (std::find(row.begin(), row.end(), c) == row.end() || matching.row_of_column[static_cast<std::size_t>(c)] != r) return false;
    ++size;
  }
  return size == matching.size;
}

}  // namespace

TEST_CASE("matching is maximum on random graphs: same size as Edmonds") {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    const auto rows = random_rows(random, 1 + round % 17, 1 + round % 13, 0.05 + 0.01 * (round % 25));
    const Incidence incidence = incidence_of(1 + round % 13, rows);
    const Matching matching = maximum_matching(incidence);
    REQUIRE(is_matching(incidence, matching));
    REQUIRE(static_cast<std::size_t>(matching.size) == boost_matching_size(incidence.column_count, rows));
  }
}

TEST_CASE("matching takes edges of low grade where a maximum matching of them exists") {
  Incidence incidence;  // the diagonal is explicit (grade 0), everything else nonlinear (grade 3) and listed first
  incidence.column_count = 20;
  for (std::int32_t r = 0; r < 20; ++r) {
    for (std::int32_t c = 0; c < 20; ++c)
      if (c != r) incidence.add(c, 3);
    incidence.add(r, 0);
    incidence.end_row();
  }
  const Matching matching = maximum_matching(incidence);
  for (std::int32_t r = 0; r < 20; ++r) CHECK(matching.column_of_row[static_cast<std::size_t>(r)] == r);
}

TEST_CASE("a chain of a hundred thousand that needs one augmentation through all of it") {
  // Row r has columns r and r + 1, the last row only column 0: every earlier row has to move on by one.
  const std::int32_t n = 100000;
  std::vector<std::vector<std::int32_t>> rows;
  for (std::int32_t r = 0; r + 1 < n; ++r) rows.push_back({r, r + 1});
  rows.push_back({0});
  CHECK(maximum_matching(incidence_of(n, rows)).size == n);
}

TEST_CASE("strong components: Tarjan 1972 (SIAM J. Comput. 1(2), 146-160), figure 3") {
  // Edges of the figure (vertices 1..8 here 0..7): 1->2, 2->3, 2->8, 3->4, 3->7, 4->5, 5->3, 5->6, 7->4, 7->6, 8->1, 8->7.
  const std::vector<std::vector<std::int32_t>> edges = {{1}, {2, 7}, {3, 6}, {4}, {2, 5}, {}, {3, 5}, {0, 6}};
  std::vector<std::vector<std::int32_t>> rows(8);
  Matching matching;
  for (std::int32_t v = 0; v < 8; ++v) {
    rows[static_cast<std::size_t>(v)] = edges[static_cast<std::size_t>(v)];
    rows[static_cast<std::size_t>(v)].push_back(v);  // matched with itself
    matching.column_of_row.push_back(v);
    matching.row_of_column.push_back(v);
  }
  const auto blocks = block_triangular_form(incidence_of(8, rows), matching);
  CHECK(blocks == std::vector<std::vector<std::int32_t>>{{5}, {2, 3, 4, 6}, {0, 1, 7}});
}

TEST_CASE("block triangular form: every row after those it needs, blocks are the rows that reach each other") {
  std::mt19937 random(11);
  for (int round = 0; round < 200; ++round) {
    const std::int32_t n = 2 + round % 30;
    auto rows = random_rows(random, n, n, 1.5 / n);
    for (std::int32_t r = 0; r < n; ++r)
      if (std::find(rows[static_cast<std::size_t>(r)].begin(), rows[static_cast<std::size_t>(r)].end(), r) ==
          rows[static_cast<std::size_t>(r)].end())
        rows[static_cast<std::size_t>(r)].push_back(r);
    const Incidence incidence = incidence_of(n, rows);
    const Matching matching = maximum_matching(incidence);
    REQUIRE(matching.size == n);
    const auto blocks = block_triangular_form(incidence, matching);
    std::vector<std::int32_t> block_of(static_cast<std::size_t>(n), -1);
    for (std::size_t b = 0; b < blocks.size(); ++b)
      for (const std::int32_t r : blocks[b]) block_of[static_cast<std::size_t>(r)] = static_cast<std::int32_t>(b);
    // Second route: which row reaches which, by Warshall's transitive closure.
    const auto count = static_cast<std::size_t>(n);
    std::vector<std::vector<bool>> reaches(count, std::vector<bool>(count, false));
    for (std::size_t r = 0; r < count; ++r)
      for (const std::int32_t c : rows[r]) {
        const auto needed = static_cast<std::size_t>(matching.row_of_column[static_cast<std::size_t>(c)]);
        REQUIRE(block_of[needed] <= block_of[r]);
        reaches[r][needed] = true;
      }
    for (std::size_t via = 0; via < count; ++via)
      for (std::size_t from = 0; from < count; ++from)
        for (std::size_t to = 0; to < count; ++to)
          if (reaches[from][via] && reaches[via][to]) reaches[from][to] = true;
    for (std::size_t r = 0; r < count; ++r)
      for (std::size_t q = 0; q < count; ++q) REQUIRE((block_of[r] == block_of[q]) == (r == q || (reaches[r][q] && reaches[q][r])));
  }
}

TEST_CASE("block triangular form of a cycle of a hundred thousand is one block") {
  const std::int32_t n = 100000;
  std::vector<std::vector<std::int32_t>> rows;
  for (std::int32_t r = 0; r < n; ++r) rows.push_back({r, (r + 1) % n});
  const Incidence incidence = incidence_of(n, rows);
  CHECK(block_triangular_form(incidence, maximum_matching(incidence)).size() == 1);
}

TEST_CASE("Dulmage-Mendelsohn parts: sizes follow from the matching, and do not depend on which one") {
  std::mt19937 random(13);
  for (int round = 0; round < 200; ++round) {
    const std::int32_t n = 3 + round % 12, m = 3 + round % 9;
    const auto rows = random_rows(random, n, m, 0.2);
    const Incidence incidence = incidence_of(m, rows);
    const Matching matching = maximum_matching(incidence);
    const DulmageMendelsohn parts = dulmage_mendelsohn(incidence, matching);
    REQUIRE(parts.over_rows.size() - parts.over_columns.size() == static_cast<std::size_t>(n - matching.size));
    REQUIRE(parts.under_columns.size() - parts.under_rows.size() == static_cast<std::size_t>(m - matching.size));
    // The parts are canonical: the mirrored problem, whose matching is found in another order, has the same ones.
    std::vector<std::vector<std::int32_t>> mirrored(rows.rbegin(), rows.rend());
    for (auto& row : mirrored) std::reverse(row.begin(), row.end());
    const Incidence other = incidence_of(m, mirrored);
    DulmageMendelsohn same = dulmage_mendelsohn(other, maximum_matching(other));
    for (std::int32_t& r : same.over_rows) r = n - 1 - r;
    for (std::int32_t& r : same.under_rows) r = n - 1 - r;
    std::sort(same.over_rows.begin(), same.over_rows.end());
    std::sort(same.under_rows.begin(), same.under_rows.end());
    REQUIRE(same.over_rows == parts.over_rows);
    REQUIRE(same.over_columns == parts.over_columns);
    REQUIRE(same.under_rows == parts.under_rows);
    REQUIRE(same.under_columns == parts.under_columns);
  }
}
