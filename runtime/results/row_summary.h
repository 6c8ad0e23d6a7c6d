#pragma once
// What the rows and events of a run tell in a few numbers.
#include <map>
#include <string>
#include <vector>

#include "results/extremes.h"
#include "simulation/run.h"

namespace stribeck {

/// Over all rows.
struct CurveSummary {
  OutputColumn column;
  double first = 0, last = 0;
  Extremes extremes{};
  void carry(Archive& archive);
};

struct EventSummary {
  std::string label;
  std::int64_t count = 0;
  double first_s = 0, last_s = 0;
  void carry(Archive& archive) { archive(label), archive(count), archive(first_s), archive(last_s); }
};

/// Bounded memory, whatever the length of the run.
class RowSummary : public RowSink {
 public:
  void begin(const std::vector<OutputColumn>& columns) override;
  void row(double time_s, const double* values) override;
  void event(const EventRecord& event) override;
  void carry(Archive& archive);

  const std::vector<CurveSummary>& curves() const { return curves_; }
  /// By label, in the order in which each came first.
  const std::vector<EventSummary>& events() const { return events_; }
  /// The first thousand.
  const std::vector<EventRecord>& first_events() const { return first_events_; }

 private:
  std::vector<CurveSummary> curves_;
  std::vector<EventSummary> events_;
  std::vector<EventRecord> first_events_;
  std::map<std::string, std::size_t> by_label_;
  bool any_ = false;
};

}  // namespace stribeck
