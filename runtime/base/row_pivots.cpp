#include "base/row_pivots.h"

#include <algorithm>
#include <cmath>

namespace stribeck {

void RowPivots::begin(std::size_t rows) {
  count_ = rows;
  if (rows_.size() < rows) rows_.resize(rows);
  for (std::size_t r = 0; r < rows; ++r) rows_[r].clear();
}

RowPivots::Row::iterator RowPivots::place_of(Row& row, std::int32_t column) {
  return std::lower_bound(row.begin(), row.end(), column, [](const Entry& entry, std::int32_t c) { return entry.column < c; });
}

void RowPivots::set(std::size_t row, std::int32_t column, double value) {
  const auto place = place_of(rows_[row], column);
  if (place != rows_[row].end() && place->column == column)
    place->value = value;
  else
    rows_[row].insert(place, {column, value});
}

void RowPivots::find_holders() {
  columns_.clear();
  for (std::size_t r = 0; r < count_; ++r)
    for (const Entry& entry : rows_[r]) columns_.push_back(entry.column);
  std::sort(columns_.begin(), columns_.end());
  columns_.erase(std::unique(columns_.begin(), columns_.end()), columns_.end());
  if (holders_.size() < columns_.size()) holders_.resize(columns_.size());
  for (std::vector<std::size_t>& holders : holders_) holders.clear();
  for (std::size_t r = 0; r < count_; ++r)
    for (const Entry& entry : rows_[r]) holders_of(entry.column).push_back(r);
}

std::vector<std::size_t>& RowPivots::holders_of(std::int32_t column) {
  return holders_[static_cast<std::size_t>(std::lower_bound(columns_.begin(), columns_.end(), column) - columns_.begin())];
}

const std::vector<std::int32_t>& RowPivots::eliminate(const std::vector<std::int32_t>* allowed) {
  find_holders();
  pivots_.clear();
  ratio_ = 1;
  for (std::size_t r = 0; r < count_; ++r) {
    double largest = 0, pivot = 0;
    std::int32_t best = -1;
    for (const auto& [column, value] : rows_[r]) {
      largest = std::max(largest, std::fabs(value));
      const bool is_allowed = allowed == nullptr || std::binary_search(allowed->begin(), allowed->end(), column);
      if (is_allowed && std::fabs(value) > std::fabs(pivot)) pivot = value, best = column;
    }
    ratio_ = std::min(ratio_, largest > 0 ? std::fabs(pivot) / largest : 0);
    pivots_.push_back(best);
    if (best < 0) continue;
    for (const std::size_t other : holders_of(best)) {
      if (other <= r) continue;
      const auto entry = place_of(rows_[other], best);
      if (entry != rows_[other].end() && entry->column == best) subtract(other, r, best, entry->value / pivot);
    }
  }
  return pivots_;
}

/// Subtracts a multiple of a row, which leaves no entry in the column of its pivot.
void RowPivots::subtract(std::size_t from, std::size_t row, std::int32_t pivot, double factor) {
  Row& changed = rows_[from];
  for (const auto& [column, value] : rows_[row]) {
    auto place = place_of(changed, column);
    if (column == pivot) {
      changed.erase(place);
      continue;
    }
    if (place == changed.end() || place->column != column) {
      place = changed.insert(place, {column, 0.0});
      holders_of(column).push_back(from);
    }
    place->value -= factor * value;
  }
}

}  // namespace stribeck
