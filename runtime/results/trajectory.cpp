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

void Trajectory::merge_pairs() {
  const std::size_t groups = times_s_.size() / 4;
  for (std::size_t g = 0; g < groups; ++g) {
    times_s_[2 * g] = times_s_[4 * g];
    times_s_[2 * g + 1] = times_s_[4 * g + 2];
  }
  times_s_.resize(2 * groups);
  for (std::vector<double>& values : values_) {
    for (std::size_t g = 0; g < groups; ++g) {
      const auto first = values.begin() + static_cast<std::ptrdiff_t>(4 * g);
      const auto [low, high] = std::minmax_element(first, first + 4);
      const double before = low < high ? *low : *high, after = low < high ? *high : *low;
      values[2 * g] = before;
      values[2 * g + 1] = after;
    }
    values.resize(2 * groups);
  }
}

void Trajectory::drop_every_other() {
  const auto halve = [](std::vector<double>& values) {
    for (std::size_t i = 0; 2 * i < values.size(); ++i) values[i] = values[2 * i];
    values.resize((values.size() + 1) / 2);
  };
  halve(times_s_);
  for (std::vector<double>& values : values_) halve(values);
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
