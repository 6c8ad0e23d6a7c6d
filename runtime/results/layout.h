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
/// "12.5 %" of a share.
std::string percent(double share);
/// "1 row", "3 rows"
std::string counted(std::int64_t count, std::string_view singular, std::string_view plural = "");
/// How many columns a terminal uses for UTF-8 text without wide characters.
std::size_t display_width(std::string_view text);
/// Up to and including the first full stop that ends a sentence, on one line.
std::string first_sentence(std::string_view text);
/// Breaks text at spaces into lines of at most `width`; line breaks in it stay.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

inline constexpr std::size_t kOneLine = std::size_t{1} << 20;  ///< a width at which nothing wraps

/// Rows of cells, printed with each column as wide as its widest cell.
class TextTable {
 public:
  /// One letter a column: 'l' flush left, 'r' flush right. The last column, if flush left, wraps at `width` below itself.
  explicit TextTable(std::string alignment) : alignment_(std::move(alignment)) {}
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  bool empty() const { return rows_.empty(); }
  std::string to_text(std::size_t indent = 2, std::size_t width = 120) const;

 private:
  std::string alignment_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace stribeck
