#pragma once
// Gaussian elimination of sparse rows with the largest pivot of each row.
#include <cstdint>
#include <utility>
#include <vector>

namespace stribeck {

/// The rows belong to it and are kept as work areas, so that eliminating rows of the same pattern again allocates nothing.
class RowPivots {
 public:
  /// Begins with so many empty rows.
  void begin(std::size_t rows);
  void set(std::size_t row, std::int32_t column, double value);
  /// Takes for each row in turn the largest entry left in it as pivot, among the columns of `allowed` (ascending; null: among all), and
  /// eliminates its column from the rows below. Returns the column of each row's pivot, -1 if no entry is left.
  const std::vector<std::int32_t>& eliminate(const std::vector<std::int32_t>* allowed);
  /// Of the last elimination: the smallest pivot against the largest entry of its row in any column.
  double ratio() const { return ratio_; }

 private:
  struct Entry {
    std::int32_t column;
    double value;
  };
  using Row = std::vector<Entry>;  // by ascending columns

  static Row::iterator place_of(Row& row, std::int32_t column);
  void find_holders();
  std::vector<std::size_t>& holders_of(std::int32_t column);
  void subtract(std::size_t from, std::size_t row, std::int32_t pivot, double factor);

  std::size_t count_ = 0;
  std::vector<Row> rows_;                          // the first count_ of them
  std::vector<std::int32_t> columns_;              // of all rows, ascending
  std::vector<std::vector<std::size_t>> holders_;  // by number in columns_: the rows that have an entry there
  std::vector<std::int32_t> pivots_;
  double ratio_ = 1;
};

}  // namespace stribeck
