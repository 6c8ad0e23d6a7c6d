#include "expression/token.h"

#include <array>
#include <charconv>
#include <string>

#include "base/text.h"

namespace stribeck {
namespace {

constexpr std::array<std::string_view, 17> kSigns{"<=", ">=", "==", "!=", "&&", "||", "!", "<", ">",
                                                  "+",  "-",  "*",  "/",  "^",  "(",  ")", ","};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// "[12]" before a dot, as in "line.cell[12].w": an element of an array.
std::size_t index_length(std::string_view text) {
  std::size_t length = 1;
  while (length < text.size() && is_digit(text[length])) ++length;
  return text[0] == '[' && length > 1 && text.substr(length).starts_with("].") ? length + 1 : 0;
}

std::size_t name_length(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size()) {
    if (const std::size_t index = index_length(text.substr(length)); index > 0) {
      length += index;
      continue;
    }
    const bool dot = text[length] == '.' && length + 1 < text.size() && begins_name(text[length + 1]);
    if (!dot && !begins_name(text[length]) && !is_digit(text[length])) break;
    ++length;
  }
  return length;
}

Token read_number(std::string_view rest, std::size_t offset) {
  Token token{TokenKind::bad, rest.substr(0, 1), 0, offset};
  const auto [end, problem] = std::from_chars(rest.data(), rest.data() + rest.size(), token.number);
  if (problem == std::errc::invalid_argument) return token;
  token.kind = TokenKind::number;
  token.text = rest.substr(0, static_cast<std::size_t>(end - rest.data()));
  if (problem == std::errc::result_out_of_range) token.number = beyond_doubles(token.text);
  return token;
}

std::size_t character_length(std::string_view rest) {
  std::size_t length = 1;
  while (length < rest.size() && (static_cast<unsigned char>(rest[length]) & 0xC0U) == 0x80U) ++length;
  return length;
}

}  // namespace

Token read_token(std::string_view text, std::size_t offset) {
  offset = text.find_first_not_of(" \t\r\n", offset);
  if (offset == std::string_view::npos) return {TokenKind::end, {}, 0, text.size()};
  const std::string_view rest = text.substr(offset);
  if (is_digit(rest[0]) || rest[0] == '.') return read_number(rest, offset);
  if (begins_name(rest[0])) return {TokenKind::name, rest.substr(0, name_length(rest)), 0, offset};
  for (const std::string_view sign : kSigns) {
    if (rest.starts_with(sign)) return {TokenKind::sign, rest.substr(0, sign.size()), 0, offset};
  }
  return {TokenKind::bad, rest.substr(0, character_length(rest)), 0, offset};
}

}  // namespace stribeck
