#pragma once
// A shared library as a plugin: what it says of itself, and what is said where it is none.
#include <string>

#include "component/registry.h"

namespace stribeck {

/// Throws Failure plugin.unusable.
[[noreturn]] void refuse_plugin(const std::string& file, std::string message, std::string because = {}, std::string remedy = {});
/// Loads the library. Throws Failure plugin.unusable.
stribeck_library_function entry_of(const std::string& file);
/// What the plugin says of itself, as far as it can be read and `registry` can take it. Throws Failure plugin.unusable.
const stribeck_library& checked_library(const std::string& file, const stribeck_library* library, const Registry& registry);

}  // namespace stribeck
