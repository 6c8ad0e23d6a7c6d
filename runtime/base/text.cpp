#include "base/text.h"

#include <fmt/format.h>

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

std::string printable(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x20 && c != '\n') || byte == 0x7F) {
      result += fmt::format("\\x{:02X}", byte);
    } else {
      result += c;
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

std::string short_number(double value) { return fmt::format("{:.6g}", value); }

}  // namespace stribeck
