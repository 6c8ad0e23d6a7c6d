#pragma once
// Libraries that are installed with this code, to be loaded or copied when somebody asks for them.
#include <optional>
#include <string>
#include <string_view>

namespace stribeck {

/// The file libexec/stribeck/NAME beside or above what this code is part of: program, library, extension module or test, installed or
/// where it was built. Nothing where there is none.
std::optional<std::string> own_file(std::string_view name);

/// A function of such a library, which stays loaded. Null with a reason where there is none.
void* own_function(const std::string& library, const char* function, std::string& why_not);

}  // namespace stribeck
