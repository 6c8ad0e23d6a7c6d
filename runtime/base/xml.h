#pragma once
// Text inside XML and HTML.
#include <string>
#include <string_view>

namespace stribeck {

/// With &, <, > and quotes written as entities, and control characters, which XML does not allow, as question marks.
std::string escaped(std::string_view text);

/// JSON as a script of a page holds it, with no < that could begin a tag.
std::string in_script(std::string json);

}  // namespace stribeck
