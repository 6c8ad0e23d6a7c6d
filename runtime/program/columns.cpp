#include "program/columns.h"

#include <algorithm>

namespace stribeck {

bool RowFormula::serves(std::size_t row_values, std::size_t parameters) const {
  const auto is_source = [&](std::ptrdiff_t source) {
    if (source >= 0) return static_cast<std::size_t>(source) < row_values;
    return source >= kTime || static_cast<std::size_t>(kFirstParameter - source) < parameters;
  };
  return column < row_values && sources.size() == symbols.size() && std::all_of(sources.begin(), sources.end(), is_source) &&
         formula.is_sound(symbols.size());
}

}  // namespace stribeck
