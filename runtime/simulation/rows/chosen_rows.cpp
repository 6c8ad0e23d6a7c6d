#include "simulation/rows/chosen_rows.h"

#include <algorithm>
#include <utility>

namespace stribeck {

bool ChosenRows::is_in_window(double t) const {
  return !(choice_.from_s && t < *choice_.from_s - rounding_s_) && !(choice_.to_s && t > *choice_.to_s + rounding_s_);
}

bool ChosenRows::is_given(double t) const {
  const auto at = std::lower_bound(choice_.at_s.begin(), choice_.at_s.end(), t - rounding_s_);
  return at != choice_.at_s.end() && *at <= t + rounding_s_;
}

bool ChosenRows::takes(double t, Kind kind) const {
  if (sink_ == nullptr || !is_in_window(t)) return false;
  if (!choice_.at_s.empty()) return is_given(t);
  return kind == Kind::of_event || !choice_.at_steps;
}

double ChosenRows::next() const { return next_ < choice_.at_s.size() ? choice_.at_s[next_] : std::numeric_limits<double>::infinity(); }

void ChosenRows::pass(double t) {
  while (next_ < choice_.at_s.size() && choice_.at_s[next_] <= t) ++next_;
}

void ChosenRows::write(double t, const double* values) {
  sink_->row(t, values);
  ++rows_;
}

void ChosenRows::offer(double t, Kind kind, const double* values) {
  if (!takes(t, kind)) return;
  if (std::exchange(step_end_s_, -std::numeric_limits<double>::infinity()) != t) write(t, values);
}

void ChosenRows::event(const EventRecord& record) {
  if (takes(record.time_s, Kind::of_event)) sink_->event(record);
}

}  // namespace stribeck
