#pragma once
// Curves as text inside a page: base64 of binary numbers, small enough for a browser whatever the length of the run.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace stribeck {

struct CodedArray {
  /// "f64", "f32": little-endian; "differences", "second_differences", "times": value = low + step * integer, of which the first or (of
  /// the latter two) second differences are written as signed integers of seven bits a byte, the sign in the lowest bit, the highest bit
  /// set where more follow.
  std::string coding;
  std::size_t count = 0;
  double low = 0, step = 0;
  std::string base64{};
  /// Two numbers for each of a thousand groups of rows, plain (times "f64", others "f32"); empty if the array is short or may wait.
  std::string glance{};
};

/// What of an array must survive when there are too many rows.
enum class ArrayRole : std::uint8_t {
  time,    ///< ascends
  value,   ///< its extremes
  sample,  ///< pairs with another one of this role, row by row
};

/// Collects arrays, each once, and codes them together. Those added must live until coded() returns.
class ArrayStore {
 public:
  /// Its number; the same for an equal array of the same role. `at_once`: it is to be seen before all of the page is there.
  std::size_t add(const std::vector<double>& values, ArrayRole role, bool at_once = false);
  /// Up to a few million numbers as they are. Beyond, with 16 bits for the range of a value and 45 for that of a time; and if that takes
  /// more than `most_bytes` of text, only the extremes of so many rows as is needed. `rows_per_pair` tells how many (1: all are there).
  std::vector<CodedArray> coded(std::size_t most_bytes, std::size_t& rows_per_pair) const;

 private:
  struct Entry {
    const std::vector<double>* values;
    ArrayRole role;
    bool at_once;
  };
  std::vector<Entry> entries_;
};

std::string base64(const std::string& bytes);

}  // namespace stribeck
