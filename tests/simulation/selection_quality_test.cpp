// How well a choice of dummy derivatives can be solved for: the pivots of the differentiated constraints, against their rows.
#include <catch2/catch.hpp>

#include "simulation/loop/state_watch.h"

namespace stribeck {
namespace {

/// Rows of coefficients, of which the first `chosen` columns are dummy derivatives.
WatchCode::Level level(const std::vector<std::vector<double>>& rows, std::int32_t chosen) {
  WatchCode::Level made;
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (std::size_t c = 0; c < rows[r].size(); ++c)
      if (rows[r][c] != 0) made.entries.push_back({static_cast<std::int32_t>(r), static_cast<std::int32_t>(c), -1, rows[r][c]});
  for (std::int32_t c = 0; c < chosen; ++c) made.chosen.push_back(c);
  made.rows = static_cast<std::int32_t>(rows.size());
  return made;
}

double quality(const WatchCode::Level& level, const std::vector<double>& point = {}) {
  RowPivots work;
  return selection_quality(level, point, work);
}

double quality(const std::vector<std::vector<double>>& rows, std::int32_t chosen) { return quality(level(rows, chosen)); }

TEST_CASE("a single constraint is solved for as well as its coefficient is large among all") {
  CHECK(quality({{3, 4}}, 1) == 0.75);
  CHECK(quality({{-4, 3}}, 1) == 1);
  CHECK(quality({{0, 4}}, 1) == 0);
  CHECK(quality({{0, 0}}, 1) == 0);
}

TEST_CASE("of several constraints the worst counts, once the others are eliminated from it") {
  CHECK(quality({{2, 1, 4}, {1, 3, 0}}, 2) == 0.5);      // 2 of 4; then 2.5 of (2.5, -2)
  CHECK(quality({{2, 1, 0}, {1, 3, 5}}, 2) == 0.5);      // 2 of 2; then 2.5 of (2.5, 5)
  CHECK(quality({{1, 1, 2}, {1, 0.5, 1}}, 2) == 0.5);    // 1 of 2; then -0.5 of (-0.5, -1)
  CHECK(quality({{2, 1, 2}, {2, 1, 1}}, 2) == 0);        // the second is the first in what is chosen
  CHECK(quality({{1, 2, 0, 0}, {0, 2, 1, 0}}, 2) == 1);  // 2 of 2 in the second column; then 1 of (-1, 1)
}

TEST_CASE("what elimination puts into a row is eliminated from it in turn") {
  // The first leaves (0, -1, 0.25, 1) of the third, the second then (0, 0, 0.75, 1): solved for the third column.
  CHECK(quality({{1, 1, 0, 0}, {0, 2, 1, 0}, {1, 0, 0.25, 1}}, 3) == 0.75);
}

TEST_CASE("coefficients that vary are taken where the motion is") {
  WatchCode::Level made = level({{3, 4}}, 1);
  made.entries[1].watched = 2;
  CHECK(quality(made, {0, 0, 12}) == 0.25);
  CHECK(quality(made, {0, 0, -2}) == 1);
}

}  // namespace
}  // namespace stribeck
