#pragma once
// Says in words of a person what is wrong with a text that is not JSON.
#include <cstdint>
#include <string>
#include <string_view>

namespace stribeck {

/// What the reader was doing when it stopped.
enum class JsonExpectation : std::uint8_t { document, end, key_or_close, colon, comma_in_object, value_or_close, comma_in_array };

struct JsonStop {
  std::string_view text;
  std::size_t after = 0;  ///< one past the last good token
  JsonExpectation expected = JsonExpectation::document;
  std::size_t opened = 0;    ///< offset of the innermost open bracket
  std::size_t consumed = 0;  ///< bytes that the library had read
};

struct JsonFault {
  std::size_t offset = 0;
  std::string message, remedy;
};

JsonFault explain(const JsonStop& stop);

}  // namespace stribeck
