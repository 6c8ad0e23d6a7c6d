#pragma once
// What both Graphviz writers need.
#include <string>
#include <string_view>

namespace stribeck {

/// The text as a quoted DOT string; a line feed in it becomes a line break of the label.
std::string dot_quoted(std::string_view text);

}  // namespace stribeck
