#pragma once
#include <string>

#include "declared.h"

namespace stribeck::cli {

/// The manual page of a command in the language of man(7), with those of its own commands in it unless it is the program itself.
std::string manual_page(const DeclaredCommand& command, const DeclaredCommand& program);
/// "stribeck-run" of "stribeck run".
std::string manual_name(const DeclaredCommand& command);

}  // namespace stribeck::cli
