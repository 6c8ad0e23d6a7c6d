#pragma once
// --over NAME=A..B and its like.
#include <string>

#include "arguments.h"
#include "base/text.h"
#include "base/units.h"

namespace stribeck::cli {

struct NamedRange {
  std::string name;
  double from = 0, to = 0;
  Quantity first{}, last{};
};

/// Refuses a value of what has this unit that is written with a unit of another kind. Throws Failure arguments.invalid.
inline void require_unit(const std::string& option, const std::string& name, const Quantity& value, const std::string& unit) {
  const auto wanted = parse_unit(unit);
  if (unit.empty() || !wanted || !value.has_unit || agree(value.dimension, wanted->dimension)) return;
  refuse(option + " gives " + name + " in " + to_text(value.dimension) + ", but it is in " + unit,
         "write the value in " + unit + " or a multiple of it");
}
inline void require_unit(const std::string& option, const NamedRange& range, const std::string& unit) {
  require_unit(option, range.name, range.first, unit), require_unit(option, range.name, range.last, unit);
}

/// "speed=0.01..1", each with a unit if it is to have one: "speed=1 mm/s..1 m/s". Throws Failure arguments.invalid.
inline NamedRange range_of(const std::string& option, const std::string& text) {
  const auto wrong = [&] { refuse(option + " cannot be " + in_quotes(text), "write " + option + " speed=0.01..1"); };
  const std::size_t equals = text.find('='), dots = text.find("..");
  if (equals == std::string::npos || dots == std::string::npos || dots < equals) wrong();
  const auto from = parse_quantity(text.substr(equals + 1, dots - equals - 1)), to = parse_quantity(text.substr(dots + 2));
  if (!from || !to) wrong();
  return {text.substr(0, equals), from->value, to->value, *from, *to};
}

}  // namespace stribeck::cli
