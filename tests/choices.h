#pragma once
// What a component may be: the combinations of its options.
#include <vector>

#include "component/record.h"

namespace stribeck::test {

/// Every combination of the choices of a type's options.
inline std::vector<std::vector<int>> all_choices(const ComponentRecord& record) {
  std::vector<std::vector<int>> result{{}};
  for (const OptionDeclaration& option : record.options) {
    std::vector<std::vector<int>> longer;
    for (const std::vector<int>& begun : result)
      for (int choice = 0; choice < static_cast<int>(option.choices.size()); ++choice) {
        longer.push_back(begun);
        longer.back().push_back(choice);
      }
    result = longer;
  }
  return result;
}

}  // namespace stribeck::test
