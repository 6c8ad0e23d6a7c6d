#include "results/layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "base/decimal.h"
#include "base/text.h"
#include "base/unit_text.h"

namespace stribeck {
namespace {

constexpr std::size_t kGap = 2;         // between columns
constexpr std::size_t kNarrowest = 30;  // a wrapped column never gets less
constexpr std::size_t kFullLine = 120;  // prose: a line is full if the next word would make it longer than this
constexpr std::size_t kStep = 2;        // of indentation
constexpr int kSmallestPrefix = -5;     // femto
constexpr int kLargestPrefix = 4;       // tera
constexpr double kFourDigits = 9999.5;  // up to here four digits show whole numbers whole
constexpr std::array<const char*, 10> kPrefixes{"f", "p", "n", "µ", "m", "", "k", "M", "G", "T"};

std::string printed(const char* format, double value) {
  std::array<char, 48> text;
  const int length = std::snprintf(text.data(), text.size(), format, value);
  return {text.data(), static_cast<std::size_t>(length)};
}

std::string plain(double value) { return printed(std::fabs(value) < kFourDigits ? "%.4g" : "%.6g", value); }

std::string padded(const std::string& cell, std::size_t width, char alignment) {
  const std::string space(width - std::min(width, display_width(cell)), ' ');
  return alignment == 'r' ? space + cell : cell + space;
}

void trim_right(std::string& line) {
  while (!line.empty() && line.back() == ' ') line.pop_back();
}

constexpr std::size_t kNone = std::string_view::npos;

std::string spaces(std::size_t count) { return std::string(count, ' '); }

/// The end of the character, or of the terminal's escape sequence, that begins at `at`.
std::size_t end_of_character(std::string_view text, std::size_t at) {
  if (text.substr(at, 2) == "\x1b[") return std::min(text.size(), text.find('m', at)) + 1;
  ++at;
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) ++at;
  return at;
}

/// How many bytes of the text a terminal shows in so many columns.
std::size_t bytes_in(std::string_view text, std::size_t columns) {
  std::size_t at = 0, used = 0;
  while (at < text.size()) {
    used += text[at] == '\x1b' ? 0 : 1;
    if (used > columns) break;
    at = std::min(text.size(), end_of_character(text, at));
  }
  return at;
}

/// Whether the space at `at` stands between a number and its unit.
bool binds_unit(std::string_view text, std::size_t at) {
  if (at == 0 || at + 1 >= text.size()) return false;
  const std::size_t begin = text.rfind(' ', at - 1) + 1;  // 0 where there is none
  const std::string_view number = text.substr(begin, at - begin);
  if (number.find_first_of("0123456789") == std::string_view::npos || number.find_first_not_of("+-.e0123456789") != std::string_view::npos)
    return false;
  std::string_view unit = text.substr(at + 1, text.find(' ', at + 1) - at - 1);
  while (!unit.empty() && std::string_view(",;:.)").find(unit.back()) != std::string_view::npos) unit.remove_suffix(1);
  return unit == "%" || (!unit.empty() && parse_unit(unit));
}

/// A long product of an expression has no spaces: its first word may end behind a "*", of these bytes if there is one. npos if it
/// is no such word.
std::size_t break_in_product(std::string_view line, std::size_t begin, std::size_t bytes) {
  const std::string_view word = line.substr(0, line.find(' ', begin));
  std::size_t star = word.rfind('*', bytes == 0 ? 0 : bytes - 1);
  if (star == kNone || star <= begin) star = word.find('*', begin + 1);
  if (word.find('(') == kNone || star == kNone || star + 1 == word.size()) return kNone;
  return star + 1;
}

/// Where a line of `width` columns or less ends: at a space or in a product; at the first space after it if there is none before; npos if
/// there is none at all.
std::size_t break_of(std::string_view line, std::size_t width) {
  const std::size_t begin = line.find_first_not_of(' ');
  if (begin == kNone) return kNone;
  const std::size_t bytes = bytes_in(line, width);
  std::size_t cut = line.rfind(' ', bytes);
  while (cut != kNone && cut > begin && binds_unit(line, cut)) cut = line.rfind(' ', cut - 1);
  if (cut != kNone && cut > begin) return cut;
  const std::size_t product = break_in_product(line, begin, bytes);
  return product != kNone ? product : line.find(' ', std::max(begin, bytes));
}

bool is_longer(std::string_view line, std::size_t columns) { return bytes_in(line, columns) < line.size(); }

/// The line on several where it is longer than `columns`: the later ones `hanging` columns from the left.
std::string broken(std::string_view line, std::size_t columns, std::size_t hanging) {
  std::string text;
  std::size_t begin = 0;
  while (true) {
    const std::size_t room = columns - std::min(columns, begin);
    const std::size_t cut = is_longer(line, room) ? break_of(line, room) : kNone;
    std::string piece(line.substr(0, cut));
    trim_right(piece);
    text += spaces(begin) + piece;
    const std::size_t rest = cut == kNone ? kNone : line.find_first_not_of(' ', cut);
    if (rest == kNone) return text;
    line.remove_prefix(rest);
    begin = hanging;
    text += "\n";
  }
}

std::string fitted_line(std::string_view line, std::size_t columns) {
  if (!is_longer(line, columns)) return std::string(line);
  const std::size_t indent = std::min(line.size(), line.find_first_not_of(' '));
  const std::size_t gap = line.find("  ", indent);
  const std::size_t after = gap == kNone ? kNone : line.find_first_not_of(' ', gap);
  const std::size_t below = indent + 2 * kStep;
  if (after == kNone) return broken(line, columns, below);
  const std::size_t hanging = display_width(line.substr(0, after));
  if (hanging <= columns / 2) return broken(line, columns, hanging);
  return broken(line.substr(0, gap), columns, below) + "\n" + broken(spaces(below) + std::string(line.substr(after)), columns, below);
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t end = text.find('\n'); end != kNone; end = text.find('\n')) {
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  lines.push_back(text);
  return lines;
}

bool flows_on(std::string_view line, std::string_view next) {
  if (line.empty() || next.empty() || line.front() == ' ' || next.front() == ' ') return false;
  return display_width(line) + 1 + display_width(next.substr(0, next.find(' '))) > kFullLine;
}

}  // namespace

std::string with_prefix(double value, std::string_view unit, Digits digits) {
  if (digits == Digits::all) return with_unit(number_text(value), unit);
  if (value == 0 || !std::isfinite(value)) return with_unit(printed("%g", value), unit);
  if (!takes_prefix(unit)) return with_unit(plain(value), unit);
  // "%.3e" rounds first, so that 999.96 becomes 1 k and not 1000.
  const double rounded = std::strtod(printed("%.3e", value).c_str(), nullptr);  // of subnormal numbers, too
  const int step = static_cast<int>(std::floor(std::log10(std::fabs(rounded)) / 3 + 1e-9));
  if (step < kSmallestPrefix || step > (unit == "s" ? 0 : kLargestPrefix)) return with_unit(printed("%.6g", value), unit);
  const double scaled = rounded / std::pow(1000.0, step);
  return printed("%.4g ", scaled) + kPrefixes[static_cast<std::size_t>(step - kSmallestPrefix)] + std::string(unit);
}

std::string in_shown_unit(double si, std::string_view si_unit, std::string_view shown, Digits digits) {
  const auto unit = shown.empty() ? std::nullopt : parse_unit(shown);
  if (!unit) return with_prefix(si, si_unit, digits);
  const double value = from_si(si, unit->factor, unit->offset);
  return with_unit(digits == Digits::all ? number_text(value) : plain(value), shown);
}

std::string short_number(double value, Digits digits) { return digits == Digits::all ? number_text(value) : short_number(value); }

std::string percent(double share, Digits digits) { return short_number(100 * share, digits) + " %"; }

std::string counted(std::int64_t count, std::string_view singular, std::string_view plural) {
  std::string text = std::to_string(count) + " ";
  if (count == 1) return text.append(singular);
  return plural.empty() ? text.append(singular) + "s" : text.append(plural);
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size(); at = end_of_character(text, at)) width += text[at] == '\x1b' ? 0 : 1;
  return width;
}

std::string first_sentence(std::string_view text) {
  std::string sentence;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool last = i + 1 == text.size();
    const bool blank_follows = !last && (text[i + 1] == ' ' || text[i + 1] == '\n');
    if (text[i] == '\n') {
      if (!last && text[i + 1] == '\n') break;
      sentence += ' ';
    } else {
      sentence += text[i];
    }
    if (text[i] == '.' && blank_follows) break;
  }
  trim_right(sentence);
  return sentence;
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  for (const std::string_view line : lines_of(text)) {
    const std::string pieces = broken(line, width, 0);
    for (const std::string_view piece : lines_of(pieces)) lines.emplace_back(piece);
  }
  return lines;
}

std::string fitted(std::string_view text, std::size_t columns) {
  if (columns == kOneLine) return std::string(text);
  std::string result;
  for (const std::string_view line : lines_of(text)) result += fitted_line(line, columns) + "\n";
  result.pop_back();
  return result;
}

std::string refilled(std::string_view prose, std::size_t columns) {
  if (columns == kOneLine) return std::string(prose);
  std::string result, paragraph;
  const std::vector<std::string_view> lines = lines_of(prose);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    paragraph += lines[i];
    if (i + 1 < lines.size() && flows_on(lines[i], lines[i + 1])) {
      paragraph += ' ';
      continue;
    }
    result += paragraph.starts_with(' ') ? fitted_line(paragraph, columns) : broken(paragraph, columns, 0);
    if (i + 1 < lines.size()) result += "\n";
    paragraph.clear();
  }
  return result;
}

std::vector<std::size_t> TextTable::widths(bool with_head) const {
  std::vector<std::size_t> widths(alignment_.size(), 0);
  const auto widen = [&](const std::vector<std::string>& row) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], display_width(row[i]));
  };
  if (with_head) widen(head_);
  for (const auto& row : rows_) widen(row);
  return widths;
}

std::size_t TextTable::width(std::size_t indent) const {
  std::size_t sum = indent;
  for (const std::size_t width : widths()) sum += width + kGap;
  return sum - kGap;
}

std::string TextTable::to_text(std::size_t indent, std::size_t most, const TextStyle& style) const {
  const std::vector<std::size_t> widths = this->widths();
  const std::size_t before_last = width(indent) - widths.back();
  const bool wraps = alignment_.back() == 'l';
  const std::size_t narrowest = wraps ? std::min(widths.back(), style.columns / 2) : widths.back();
  if (before_last + narrowest > style.columns) return folded(indent, style.columns);
  if (wraps && before_last > most) return folded(indent, most);
  const std::size_t width = std::min(most, style.columns);
  const std::size_t room = std::min(std::max(kNarrowest, width - std::min(width, before_last)), style.columns - before_last);

  std::string text;
  const auto append = [&](const std::vector<std::string>& row) {
    std::string line = spaces(indent);
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i + 1 < row.size() || !wraps) {
        line += padded(row[i], widths[i], alignment_[i]) + spaces(kGap);
        continue;
      }
      const std::vector<std::string> pieces = wrapped(row[i], room);
      line += pieces.front();
      for (std::size_t k = 1; k < pieces.size(); ++k) line += "\n" + spaces(before_last) + pieces[k];
    }
    trim_right(line);
    text += line + "\n";
  };
  if (!head_.empty()) append(head_);
  for (const auto& row : rows_) append(row);
  return text;
}

std::string TextTable::folded(std::size_t indent, std::size_t columns) const {
  const std::vector<std::size_t> widths = this->widths();
  std::size_t names = 1;  // columns that say what a row is about
  if (!head_.empty()) names = std::max(names, std::min(alignment_.find('r'), alignment_.size()));
  std::size_t numbers = 0;
  for (std::size_t i = names; i < widths.size(); ++i) numbers += widths[i] + kGap;
  const bool is_columns = !head_.empty() && indent + numbers <= columns;
  const std::size_t begin = is_columns ? columns - numbers : 0;  // of the columns that are left

  std::string text;
  const auto append = [&](const std::vector<std::string>& row, bool is_head) {
    std::string name = spaces(indent) + row.front();
    for (std::size_t i = 1; i < names; ++i) name += spaces(kGap) + row[i];
    trim_right(name);
    const bool stays = is_columns && display_width(name) <= begin;
    if (!name.empty()) text += broken(name, columns, indent + 2 * kStep) + (stays ? "" : "\n");
    if (is_columns) {
      std::string line = spaces(stays ? begin - display_width(name) : begin);
      for (std::size_t i = names; i < row.size(); ++i) line += spaces(kGap) + padded(row[i], widths[i], alignment_[i]);
      trim_right(line);
      text += line + "\n";
    } else if (!is_head) {
      text += cells_below(row, names, indent + kStep, columns);
    }
  };
  if (!head_.empty()) append(head_, true);
  for (const auto& row : rows_) append(row, false);
  return text;
}

/// As many beside each other as have room: "rod  >= 0", or where the columns have names "stored:  2 J  supplied:  3 J".
std::string TextTable::cells_below(const std::vector<std::string>& row, std::size_t first, std::size_t indent, std::size_t columns) const {
  const std::vector<std::size_t> widths = this->widths(false);
  std::size_t name_width = 0, cell_width = 0;
  for (std::size_t i = first; i < head_.size(); ++i) {
    name_width = std::max(name_width, display_width(head_[i]) + 2);
    cell_width = std::max(cell_width, widths[i]);
  }
  std::string text, line;
  const auto end_line = [&] {
    trim_right(line);
    if (!line.empty()) text += broken(spaces(indent) + line, columns, indent) + "\n";
    line.clear();
  };
  for (std::size_t i = first; i < row.size(); ++i) {
    if (row[i].empty()) continue;
    const std::string cell = head_.empty() ? row[i] : padded(head_[i] + ": ", name_width, 'l') + padded(row[i], cell_width, alignment_[i]);
    if (!line.empty() && indent + display_width(line) + kGap + display_width(cell) > columns) end_line();
    line += (line.empty() ? "" : spaces(kGap)) + cell;
  }
  end_line();
  return text;
}

}  // namespace stribeck
