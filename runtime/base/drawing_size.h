#pragma once
// How large a drawing of this program is.
#include <cstdlib>
#include <string>

namespace stribeck {

/// In the drawing's own units; zeros if it does not say.
struct DrawingSize {
  double width = 0, height = 0;
};

/// Of an SVG, by the attributes of its first element.
inline DrawingSize size_of_drawing(const std::string& svg) {
  const auto attribute = [&](const std::string& begin) {
    const std::size_t found = svg.find(begin);
    return found == std::string::npos || found > svg.find('>') ? 0 : std::strtod(svg.c_str() + found + begin.size(), nullptr);
  };
  return {attribute(" width=\""), attribute(" height=\"")};
}

}  // namespace stribeck
