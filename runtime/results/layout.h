#pragma once
// Text for people: columns that line up, numbers with SI prefixes.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stribeck {

/// "1.23 ms", "0 J", "-4.5 kN": four significant digits and the prefix that keeps the number between 1 and 1000. Nobody counts in
/// kiloseconds: those stay seconds. No prefix where there is no unit ("0.2"), or where it would be raised to a power with it ("0.2 m^2").
/// All digits: the shortest text that reads back as the same number, in the unit itself.
enum class Digits : std::uint8_t { four, all };
std::string with_prefix(double value, std::string_view unit, Digits digits = Digits::four);
/// The same in the unit `shown`, without a prefix, if that is not empty.
std::string in_shown_unit(double si, std::string_view si_unit, std::string_view shown, Digits digits = Digits::four);
/// Six significant digits, or all.
std::string short_number(double value, Digits digits);
/// "12.5 %" of a share.
std::string percent(double share, Digits digits = Digits::four);
/// "1 row", "3 rows"
std::string counted(std::int64_t count, std::string_view singular, std::string_view plural = "");
/// How many columns a terminal uses for UTF-8 text without wide characters; what sets colours uses none.
std::size_t display_width(std::string_view text);
/// Up to and including the first full stop that ends a sentence, on one line.
std::string first_sentence(std::string_view text);
/// Breaks text at spaces into lines of at most `width`; line breaks in it stay, words that are longer do, too, and a number stays with its
/// unit.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

inline constexpr std::size_t kOneLine = std::size_t{1} << 20;  ///< a width at which nothing wraps
inline constexpr std::size_t kPage = 120;                      ///< of tables whose last column wraps also where nobody asks for a width

/// How tables and numbers for people are to look.
struct TextStyle {
  std::size_t columns = kOneLine;  ///< of the terminal; kOneLine: it goes to a file or a pipe, and lines are as long as they need be
  Digits digits = Digits::four;
  bool colour = false;
};

/// Lines that are longer than `columns` go on in further ones: below what follows the line's first gap of two spaces or more if that
/// stands in the left half, else a little to the right of where it begins.
std::string fitted(std::string_view text, std::size_t columns);
/// The same of prose that was written in long lines: those that are full flow into the next one. Indented lines stay lines.
std::string refilled(std::string_view prose, std::size_t columns);

/// Rows of cells, printed with each column as wide as its widest cell.
class TextTable {
 public:
  /// One letter a column: 'l' flush left, 'r' flush right. The last column, if flush left, wraps below itself.
  explicit TextTable(std::string alignment) : alignment_(std::move(alignment)) {}
  /// The row above the others: what the columns are called.
  void head(std::vector<std::string> cells) { head_ = std::move(cells); }
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  bool empty() const { return rows_.empty(); }
  /// Of the longest line if nothing wraps.
  std::size_t width(std::size_t indent = 2) const;
  /// The last column wraps at `most`, or where the style's columns end. Where the others leave it less than half of these, or take more
  /// than `most` alone, each row becomes several lines: its first cell, and below it the others; of columns of numbers, what they are
  /// called stands above or before them.
  std::string to_text(std::size_t indent, std::size_t most, const TextStyle& style = {}) const;
  std::string to_text(const TextStyle& style = {}) const { return to_text(2, kPage, style); }

 private:
  std::vector<std::size_t> widths(bool with_head = true) const;
  std::string folded(std::size_t indent, std::size_t columns) const;
  std::string cells_below(const std::vector<std::string>& row, std::size_t first, std::size_t indent, std::size_t columns) const;

  std::string alignment_;
  std::vector<std::string> head_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace stribeck
