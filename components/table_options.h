#pragma once
// What every component with a table of points lets the diagram choose.
#include "stribeck/component.hpp"

namespace stribeck::partial {

/// The options `method` and `ends`. A linear table may jump.
inline Table table_options(ComponentBuilder& c) {
  static constexpr std::array kMethods = {"linear", "akima", "monotone"};
  static constexpr std::array kEnds = {"hold", "extend", "repeat"};
  const int method =
      c.option("method", "linear|akima|monotone",
               "between the points: straight lines; a smooth curve by Akima, which does not ring; or one that nowhere leaves "
               "the range of its two neighbours (Fritsch, Butland)");
  const int ends = c.option(
      "ends", "hold|extend|repeat",
      "outside the points: the value of the last one; the line on which the curve leaves it; or the same again and again, the last point "
      "being the first of the next period");
  return {.method = kMethods[static_cast<std::size_t>(method)], .ends = kEnds[static_cast<std::size_t>(ends)]};
}

}  // namespace stribeck::partial
