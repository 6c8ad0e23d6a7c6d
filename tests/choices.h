#pragma once
// What a component may be: the combinations of its options.
#include <algorithm>
#include <vector>

#include "component/record.h"

namespace stribeck::test {

/// Every combination of the choices of a type's options; where those are many, all that differ from the defaults in at most two options.
inline std::vector<std::vector<int>> all_choices(const ComponentRecord& record) {
  constexpr std::size_t kMany = 40;
  std::size_t combinations = 1;
  for (const OptionDeclaration& option : record.options) combinations *= option.choices.size();
  std::vector<std::vector<int>> result{{}};
  for (const OptionDeclaration& option : record.options) {
    std::vector<std::vector<int>> longer;
    for (const std::vector<int>& begun : result)
      for (int choice = 0; choice < static_cast<int>(option.choices.size()); ++choice) {
        longer.push_back(begun);
        longer.back().push_back(choice);
        const auto others = longer.back().end() - std::count(longer.back().begin(), longer.back().end(), 0) - longer.back().begin();
        if (combinations > kMany && others > 2) longer.pop_back();
      }
    result = longer;
  }
  return result;
}

}  // namespace stribeck::test
