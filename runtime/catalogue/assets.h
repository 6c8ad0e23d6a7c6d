#pragma once
// Files that the build makes part of the program (runtime/CMakeLists.txt).
#include <string_view>

namespace stribeck {

extern const std::string_view kSearchScript;    ///< page/search.js
extern const std::string_view kCatalogueStyle;  ///< page/catalogue.css
extern const std::string_view kPurposes;        ///< docs/purposes.json
extern const std::string_view kWhichFriction;   ///< docs/which_friction.md

}  // namespace stribeck
