#pragma once
// Libraries that are installed with this code, to be loaded or copied when somebody asks for them.
#include <optional>
#include <string>
#include <string_view>

namespace stribeck {

/// The file libexec/stribeck/NAME beside or above what this code is part of: program, library, extension module or test, installed or
/// where it was built. Nothing where there is none.
std::optional<std::string> own_file(std::string_view name);

}  // namespace stribeck
