#include "results/row_summary.h"

namespace stribeck {
namespace {

constexpr std::size_t kMostEventsListed = 1000;

}  // namespace

void CurveSummary::carry(Archive& archive) { archive(column), archive(first), archive(last), archive(extremes); }

void RowSummary::begin(const std::vector<OutputColumn>& columns) {
  for (const OutputColumn& column : columns) curves_.push_back({column});
}

void RowSummary::row(double time_s, const double* values) {
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    CurveSummary& curve = curves_[i];
    const double value = curve.last = values[i];
    if (!any_) curve.first = value;
    curve.extremes.take(time_s, value);
  }
  any_ = true;
}

void RowSummary::event(const EventRecord& event) {
  if (first_events_.size() < kMostEventsListed) first_events_.push_back(event);
  const auto [place, is_new] = by_label_.emplace(event.label, events_.size());
  if (is_new) events_.push_back({event.label, 0, event.time_s, event.time_s});
  EventSummary& kind = events_[place->second];
  ++kind.count;
  kind.last_s = event.time_s;
}

void RowSummary::carry(Archive& archive) {
  archive(curves_), archive(events_), archive(first_events_), archive(any_);
  by_label_.clear();
  for (std::size_t i = 0; i < events_.size(); ++i) by_label_[events_[i].label] = i;
}

}  // namespace stribeck
