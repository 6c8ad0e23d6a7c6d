#include "results/trajectory.h"

#include <algorithm>

namespace stribeck {

void Trajectory::begin(const std::vector<OutputColumn>& columns) {
  columns_ = columns;
  times_s_.clear();
  events_.clear();
  values_.assign(columns.size(), {});
}

void Trajectory::row(double time_s, const double* values) {
  times_s_.push_back(time_s);
  for (std::size_t i = 0; i < values_.size(); ++i) values_[i].push_back(values[i]);
}

std::optional<std::size_t> Trajectory::find(std::string_view name) const {
  const auto found = std::find_if(columns_.begin(), columns_.end(), [&](const OutputColumn& column) { return column.name == name; });
  if (found == columns_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns_.begin());
}

bool Trajectory::has_row_at(double time_s) const { return std::binary_search(times_s_.begin(), times_s_.end(), time_s); }

double Trajectory::at(std::size_t column, double time_s, EventSide side) const {
  const std::vector<double>& values = values_[column];
  const auto [low, high] = std::equal_range(times_s_.begin(), times_s_.end(), time_s);
  const auto first = static_cast<std::size_t>(low - times_s_.begin());
  const auto past = static_cast<std::size_t>(high - times_s_.begin());
  if (first != past) return side == EventSide::before ? values[first] : values[past - 1];
  if (first == 0) return values.front();
  if (first == times_s_.size()) return values.back();
  const double share = (time_s - times_s_[first - 1]) / (times_s_[first] - times_s_[first - 1]);
  return values[first - 1] + share * (values[first] - values[first - 1]);
}

}  // namespace stribeck
