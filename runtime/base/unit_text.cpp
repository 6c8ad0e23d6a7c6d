#include "base/unit_text.h"

#include <algorithm>
#include <array>

namespace stribeck {

std::string_view shown_unit(std::string_view unit) { return unit == "1" || unit.starts_with("any") ? std::string_view{} : unit; }

std::string with_unit(std::string number, std::string_view unit) {
  const std::string_view shown = shown_unit(unit);
  return shown.empty() ? number : number.append(" ").append(shown);
}

bool takes_prefix(std::string_view unit) {
  constexpr std::array<std::string_view, 10> kSymbols{"m", "rad", "N", "J", "W", "Pa", "Hz", "s", "A", "V"};
  const std::string_view first = unit.substr(0, unit.find_first_of("*/^ "));
  const bool is_power = first.size() < unit.size() && unit[first.size()] == '^';
  return !is_power && std::find(kSymbols.begin(), kSymbols.end(), first) != kSymbols.end();
}

std::string dimension_words(const Dimension& dimension) { return dimension == Dimension{} ? "of a pure number" : to_text(dimension); }

}  // namespace stribeck
