#pragma once
// Translation and rotation obey the same laws in other words. A law is written once, in words in braces, and spoken in those of a domain.
#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

namespace stribeck {
// Plugins that older headers have made export things of the same names: in a namespace of their own these are found first.
inline namespace spoken {

namespace words {

struct DomainRow {
  std::string_view word, translational, rotational;
};
#define STRIBECK_WORD(word, translational, rotational) DomainRow{word, translational, rotational},
inline constexpr std::array kDomainWords = {
#include "stribeck/domain_words.def"
};
#undef STRIBECK_WORD

/// What stands between braces: one of the words, or what the two domains say, "translational|rotational".
inline std::string_view said_in(std::string_view inside, bool turns) {
  if (const std::size_t bar = inside.find('|'); bar != std::string_view::npos) {
    if (inside.find('|', bar + 1) != std::string_view::npos)
      throw std::invalid_argument("{" + std::string(inside) + "} has more than one bar");
    return turns ? inside.substr(bar + 1) : inside.substr(0, bar);
  }
  for (const DomainRow& row : kDomainWords)
    if (row.word == inside) return turns ? row.rotational : row.translational;
  throw std::invalid_argument("stribeck/domain_words.def has no word {" + std::string(inside) + "}");
}

}  // namespace words

/// One of the two domains: `in("{force} on R")` is "torque on R" in rotation, `in(100, 0.001)` is 0.001 there.
struct DomainWords {
  const char* name;
  bool turns;

  /// The text in the words of this domain. In braces stands a word of domain_words.def, or "{translational|rotational}".
  std::string operator()(std::string_view text) const {
    std::string said;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t open = text.find('{', at);
      said += text.substr(at, open - at);
      if (open == std::string_view::npos) break;
      const std::size_t close = text.find('}', open);
      if (close == std::string_view::npos) throw std::invalid_argument("a brace is not closed in: " + std::string(text));
      said += words::said_in(text.substr(open + 1, close - open - 1), turns);
      at = close + 1;
    }
    return said;
  }
  double operator()(double in_translation, double in_rotation) const { return turns ? in_rotation : in_translation; }
};
inline constexpr DomainWords kTranslational{"translational", false};
inline constexpr DomainWords kRotational{"rotational", true};

}  // namespace spoken
}  // namespace stribeck
