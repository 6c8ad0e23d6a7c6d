#pragma once
// Text inside XML and HTML.
#include <string>
#include <string_view>

namespace stribeck {

/// With &, <, > and quotes written as entities, and control characters, which XML does not allow, as question marks.
std::string escaped(std::string_view text);

}  // namespace stribeck
