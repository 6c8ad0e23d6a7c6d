#include "simulation/loop/state_watch.h"

#include <algorithm>

#include "base/constants.h"
#include "base/index.h"
#include "base/row_pivots.h"

namespace stribeck {

WatchedValues watched_values(const Machine& machine) {
  WatchedValues values;
  for (const Register r : machine.program().watch.registers) values.push_back(machine.value(r));
  return values;
}

double watched_value(const WatchCode& watch, const WatchedValues& point, std::int32_t variable) {
  const auto found = std::lower_bound(watch.variables.begin(), watch.variables.end(), variable);
  return found != watch.variables.end() && *found == variable ? point[at(found - watch.variables.begin())] : 0;
}

bool are_states_poor(const WatchCode& watch, const WatchedValues& point) {
  return std::any_of(watch.levels.begin(), watch.levels.end(),
                     [&](const WatchCode::Level& level) { return selection_quality(level, point) < kSelectionQuality; });
}

namespace {

std::vector<SparseRow> rows_at(const WatchCode::Level& level, std::span<const double> point) {
  std::vector<SparseRow> rows(at(level.rows));
  for (const WatchCode::Level::Entry& entry : level.entries)
    rows[at(entry.row)][entry.column] = entry.watched < 0 ? entry.value : point[at(entry.watched)];
  return rows;
}

}  // namespace

bool are_states_chosen(const WatchCode& watch, const WatchedValues& point) {
  return std::all_of(watch.levels.begin(), watch.levels.end(), [&](const WatchCode::Level& level) {
    std::vector<SparseRow> rows = rows_at(level, point);
    double ratio = 0;
    std::vector<std::int32_t> pivots = row_pivots(
        rows, [](std::int32_t) { return true; }, ratio);
    std::sort(pivots.begin(), pivots.end());
    return pivots == level.chosen;
  });
}

double selection_quality(const WatchCode::Level& level, std::span<const double> point) {
  std::vector<SparseRow> rows = rows_at(level, point);
  double ratio = 0;
  row_pivots(
      rows, [&](std::int32_t column) { return std::binary_search(level.chosen.begin(), level.chosen.end(), column); }, ratio);
  return ratio;
}

}  // namespace stribeck
