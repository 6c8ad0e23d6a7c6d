#pragma once
// Text inside XML and HTML, and drawings put together.
#include <string>
#include <string_view>
#include <vector>

namespace stribeck {

/// With &, <, > and quotes written as entities, and control characters, which XML does not allow, as question marks.
std::string escaped(std::string_view text);

/// Drawings in SVG one below the other, each with a width and a height in its first tag.
std::string stacked(const std::vector<std::string>& drawings);

}  // namespace stribeck
