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
};

/// "speed=0.01..1", each with a unit if it is to have one: "speed=1 mm/s..1 m/s". Throws Failure arguments.invalid.
inline NamedRange range_of(const std::string& option, const std::string& text) {
  const auto wrong = [&] { refuse(option + " cannot be " + in_quotes(text), "write " + option + " speed=0.01..1"); };
  const std::size_t equals = text.find('='), dots = text.find("..");
  if (equals == std::string::npos || dots == std::string::npos || dots < equals) wrong();
  const auto from = parse_quantity(text.substr(equals + 1, dots - equals - 1)), to = parse_quantity(text.substr(dots + 2));
  if (!from || !to) wrong();
  return {text.substr(0, equals), from->value, to->value};
}

}  // namespace stribeck::cli
