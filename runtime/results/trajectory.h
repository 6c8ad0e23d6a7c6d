#pragma once
// A run kept in memory, by columns: for `stribeck check`, for tests, and for programs that use Stribeck as a library.
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "simulation/run.h"

namespace stribeck {

/// Which of the rows that share an instant: x- before the event, x+ after it.
enum class EventSide { before, after };

class Trajectory : public RowSink {
 public:
  void begin(const std::vector<OutputColumn>& columns) override;
  void row(double time_s, const double* values) override;
  void event(const EventRecord& event) override { events_.push_back(event); }
  /// Of every four rows two: the smallest and the largest value of each column in their order, at the first and the third time.
  void merge_pairs();
  /// Rows 0, 2, 4 ...
  void drop_every_other();
  void carry(Archive& archive) { archive(columns_), archive(times_s_), archive(values_), archive(events_); }

  const std::vector<OutputColumn>& columns() const { return columns_; }
  const std::vector<EventRecord>& events() const { return events_; }
  /// Ascending; an instant with events stands twice or more.
  const std::vector<double>& times_s() const { return times_s_; }
  /// One value a row, SI.
  const std::vector<double>& values(std::size_t column) const { return values_[column]; }
  std::optional<std::size_t> find(std::string_view name) const;
  /// True if a row stands exactly at time_s.
  bool has_row_at(double time_s) const;
  /// Exact where a row stands (`side` decides where several do), linear between rows, the end values outside. Needs at least one row.
  double at(std::size_t column, double time_s, EventSide side = EventSide::after) const;

 private:
  std::vector<OutputColumn> columns_;
  std::vector<double> times_s_;
  std::vector<std::vector<double>> values_;  ///< [column][row]
  std::vector<EventRecord> events_;
};

}  // namespace stribeck
