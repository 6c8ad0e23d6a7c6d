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

std::string percent(double share) { return short_number(100 * share) + " %"; }

std::string counted(std::int64_t count, std::string_view singular, std::string_view plural) {
  std::string text = std::to_string(count) + " ";
  if (count == 1) return text.append(singular);
  return plural.empty() ? text.append(singular) + "s" : text.append(plural);
}

std::size_t display_width(std::string_view text) {
  const auto starts = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts));
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
  while (true) {
    const std::size_t newline = text.find('\n');
    std::string_view rest = text.substr(0, newline);
    while (display_width(rest) > width) {
      std::size_t cut = rest.rfind(' ', width);
      if (cut == std::string_view::npos || cut == 0) cut = rest.find(' ', width);
      if (cut == std::string_view::npos) break;
      lines.emplace_back(rest.substr(0, cut));
      rest.remove_prefix(cut + 1);
    }
    lines.emplace_back(rest);
    if (newline == std::string_view::npos) return lines;
    text.remove_prefix(newline + 1);
  }
}

std::string TextTable::to_text(std::size_t indent, std::size_t width) const {
  const std::size_t columns = alignment_.size();
  std::vector<std::size_t> widths(columns, 0);
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], display_width(row[i]));
  }
  std::size_t before_last = indent;
  for (std::size_t i = 0; i + 1 < columns; ++i) before_last += widths[i] + kGap;
  const std::size_t room = std::max(kNarrowest, width - std::min(width, before_last));

  std::string text;
  for (const auto& row : rows_) {
    std::string line(indent, ' ');
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool wraps = i + 1 == columns && alignment_[i] == 'l';
      if (!wraps) {
        line += padded(row[i], widths[i], alignment_[i]) + std::string(kGap, ' ');
        continue;
      }
      const std::vector<std::string> pieces = wrapped(row[i], room);
      line += pieces.front();
      for (std::size_t k = 1; k < pieces.size(); ++k) line += "\n" + std::string(before_last, ' ') + pieces[k];
    }
    trim_right(line);
    text += line + "\n";
  }
  return text;
}

}  // namespace stribeck
