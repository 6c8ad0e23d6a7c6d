#pragma once
// What every component with a table of points lets the diagram choose.
#include <string>

#include "stribeck/component.hpp"

namespace stribeck::partial {

/// An option that has a choice for each of the words.
template <std::size_t count>
const char* choose(ComponentBuilder& c, const char* name, const std::array<TableWord, count>& words, std::string doc) {
  std::string choices;
  for (std::size_t i = 0; i < count; ++i) {
    choices += (i == 0 ? "" : "|") + std::string(words[i].name);
    doc += (i == 0 ? "" : i + 1 < count ? "; " : "; or ") + std::string(words[i].doc);
  }
  return words[static_cast<std::size_t>(c.option(name, choices.c_str(), doc.c_str()))].name;
}

/// The options `method` and `ends`. A linear table may jump.
inline Table table_options(ComponentBuilder& c) {
  const char* const method = choose(c, "method", kInterpolations, "between the points: ");
  return {.method = method, .ends = choose(c, "ends", kTableEnds, "outside the points: ")};
}

}  // namespace stribeck::partial
