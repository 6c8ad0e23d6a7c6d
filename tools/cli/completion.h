#pragma once
#include <string>

#include "declared.h"

namespace stribeck::cli {

/// What a shell reads to complete commands, options and their values.
std::string bash_completion(const DeclaredCommand& program);
std::string zsh_completion(const DeclaredCommand& program);
std::string fish_completion(const DeclaredCommand& program);

}  // namespace stribeck::cli
