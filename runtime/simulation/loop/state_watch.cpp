#include "simulation/loop/state_watch.h"

#include <algorithm>

#include "base/constants.h"
#include "base/index.h"

namespace stribeck {

WatchedValues watched_values(const Snapshot& now) {
  WatchedValues values;
  take_watched_values(now, values);
  return values;
}

void take_watched_values(const Snapshot& now, WatchedValues& values) {
  values.resize(now.program().watch.registers.size());
  now.read(now.program().watch.registers, values.data());
}

double watched_value(const WatchCode& watch, const WatchedValues& point, std::int32_t variable) {
  const auto found = std::lower_bound(watch.variables.begin(), watch.variables.end(), variable);
  return found != watch.variables.end() && *found == variable ? point[at(found - watch.variables.begin())] : 0;
}

bool are_states_poor(const WatchCode& watch, const WatchedValues& point, RowPivots& work) {
  return std::any_of(watch.levels.begin(), watch.levels.end(),
                     [&](const WatchCode::Level& level) { return selection_quality(level, point, work) < kSelectionQuality; });
}

namespace {

void take_rows(const WatchCode::Level& level, std::span<const double> point, RowPivots& pivots) {
  pivots.begin(at(level.rows));
  for (const WatchCode::Level::Entry& entry : level.entries)
    pivots.set(at(entry.row), entry.column, entry.watched < 0 ? entry.value : point[at(entry.watched)]);
}

}  // namespace

bool are_states_chosen(const WatchCode& watch, const WatchedValues& point) {
  RowPivots work;
  return std::all_of(watch.levels.begin(), watch.levels.end(), [&](const WatchCode::Level& level) {
    take_rows(level, point, work);
    std::vector<std::int32_t> columns = work.eliminate(nullptr);
    std::sort(columns.begin(), columns.end());
    return columns == level.chosen;
  });
}

double selection_quality(const WatchCode::Level& level, std::span<const double> point, RowPivots& work) {
  take_rows(level, point, work);
  work.eliminate(&level.chosen);
  return work.ratio();
}

}  // namespace stribeck
