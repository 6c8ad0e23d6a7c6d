#pragma once
// A definition is added to a file that has others, whose order, comments and spelling stay.
#include <string>

#include "component/registry.h"

namespace stribeck::cli {

/// The text of `file` with `member` (its key and its value) behind the other "definitions", laid out as `stribeck format` does if the text
/// was laid out so before. Throws Failure if the file cannot be read, is a diagram, or knows the type already.
std::string with_definition(const std::string& file, const std::string& type, const std::string& member, const Registry& registry);

}  // namespace stribeck::cli
