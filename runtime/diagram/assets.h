#pragma once
// Files that the build makes part of the program (runtime/CMakeLists.txt).
#include <string_view>

namespace stribeck {

extern const std::string_view kOtherNames;  ///< docs/other_names.json

}  // namespace stribeck
