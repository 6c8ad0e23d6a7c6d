#include "program/columns.h"

#include <algorithm>

namespace stribeck {

bool RowFormula::serves(std::size_t row_values) const {
  const auto is_source = [&](std::ptrdiff_t source) {
    return source == kFixed || source == kTime || (source >= 0 && static_cast<std::size_t>(source) < row_values);
  };
  return column < row_values && sources.size() == symbols.size() && std::all_of(sources.begin(), sources.end(), is_source) &&
         formula.is_sound(symbols.size());
}

}  // namespace stribeck
