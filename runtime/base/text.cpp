#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <limits>

namespace stribeck {
namespace {

constexpr std::size_t kLongestQuoted = 80;

bool continues_utf8(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

}  // namespace

std::string in_quotes(std::string_view text) {
  if (text.size() <= kLongestQuoted) return std::string(1, '"').append(text).append(1, '"');  // asked for by every value that is read
  std::size_t end = kLongestQuoted;
  while (end > 0 && continues_utf8(text[end])) --end;
  return fmt::format("\"{}...\"", text.substr(0, end));
}

std::string shell_word(const std::string& word) {
  const auto plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || std::string_view("-_./=+,:").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), plain)) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

std::string printable(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F) {
      result += fmt::format("\\x{:02X}", byte);
    } else if (byte == 0xC2 && next >= 0x80 && next < 0xA0) {  // U+0080 to U+009F, in UTF-8
      result += fmt::format("\\x{:02X}", next);
      ++i;
    } else {
      result += text[i];
    }
  }
  return result;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kWhite = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kWhite);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kWhite) - first + 1);
}

std::string joined(const std::vector<std::string>& words, const std::string& separator) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : separator) + word;
  return text;
}

std::string number_text(double value) { return fmt::format("{}", value); }

double beyond_doubles(std::string_view number) {
  const double value = std::strtod(std::string(number).c_str(), nullptr);
  return value == 0 ? std::numeric_limits<double>::quiet_NaN() : value;
}

std::string nine_digits(double value) { return fmt::format("{:.9g}", value); }

std::string short_number(double value) { return fmt::format("{:.6g}", value); }

}  // namespace stribeck
