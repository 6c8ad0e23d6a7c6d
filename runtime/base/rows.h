#pragma once
// Many short lists in two arrays: a list each on the heap would cost more than what is in it.
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <span>
#include <vector>

namespace stribeck {

/// Lists of T, numbered from zero; only appended to.
template <typename T>
class Rows {
 public:
  Rows() = default;
  Rows(std::initializer_list<std::initializer_list<T>> rows) {
    for (const auto& row : rows) push_back(row);
  }
  std::size_t size() const { return starts_.size() - 1; }
  /// Valid until the next row is appended.
  std::span<const T> operator[](std::size_t row) const { return {values_.data() + starts_[row], starts_[row + 1] - starts_[row]}; }
  void push_back(std::span<const T> row) {
    values_.insert(values_.end(), row.begin(), row.end());
    end_row();
  }
  void push_back(std::initializer_list<T> row) { push_back(std::span(row.begin(), row.size())); }
  /// Adds to the row that end_row() will close.
  void add(const T& value) { values_.push_back(value); }
  void end_row() { starts_.push_back(values_.size()); }
  void reserve(std::size_t rows, std::size_t values) { starts_.reserve(rows + 1), values_.reserve(values); }

  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = std::span<const T>;
    using difference_type = std::ptrdiff_t;
    using pointer = const value_type*;
    using reference = value_type;
    Iterator(const Rows& rows, std::size_t row) : rows_(&rows), row_(row) {}
    value_type operator*() const { return (*rows_)[row_]; }
    Iterator& operator++() {
      ++row_;
      return *this;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.row_ == b.row_; }

   private:
    const Rows* rows_;
    std::size_t row_;
  };
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size()}; }

 private:
  std::vector<std::size_t> starts_{0};
  std::vector<T> values_;
};

}  // namespace stribeck
