#pragma once
// The words of an expression.
#include <cstdint>
#include <string_view>

namespace stribeck {

enum class TokenKind : std::uint8_t { number, name, sign, end, bad };

struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;  ///< as it stands; one character (a whole UTF-8 sequence) if bad
  double number = 0;      ///< of a number; infinite if it is too large
  std::size_t offset = 0;
};

/// The token that begins at or after `offset`. Names may have dots: "load.w".
Token read_token(std::string_view text, std::size_t offset);

}  // namespace stribeck
