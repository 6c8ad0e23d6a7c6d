#pragma once
// Component types by what they are called, here or in other programs.
#include <string>
#include <vector>

#include "component/registry.h"

namespace stribeck::cli {

struct ListedType {
  std::string type, summary;  ///< its name; a sentence
};

/// Those that the words are said of: by name, in the summary, or by what others call them; of no words all. Sorted by name. Throws Failure
/// arguments.invalid, with what may be meant, where there is none.
std::vector<ListedType> types_called(Registry& registry, const std::string& sought);

/// What an FMU has for diagrams, as `stribeck describe --fmu --format json` prints it. Throws Failure, as where one is a component.
std::string fmu_in_json(const std::string& file);

}  // namespace stribeck::cli
