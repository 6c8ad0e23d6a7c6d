#include "drawing/raster.h"

#include <cstdlib>

#include "drawing/child_process.h"

namespace stribeck {

namespace {

double attribute_of(const std::string& svg, const std::string& name) {
  const std::size_t end = svg.find('>');
  const std::size_t begin = svg.find(" " + name + "=\"");
  return begin == std::string::npos || begin > end ? 0 : std::strtod(svg.c_str() + begin + name.size() + 3, nullptr);
}

}  // namespace

std::string png_of(const std::string& svg, int pixels) {
  static const Tool kConvert{"rsvg-convert", "librsvg2-bin", "draws images of pixels"};
  const DrawingSize size = size_of_drawing(svg);
  return run_tool(kConvert, {"--keep-aspect-ratio", (size.height > size.width ? "--height=" : "--width=") + std::to_string(pixels)}, svg);
}

DrawingSize size_of_drawing(const std::string& svg) { return {attribute_of(svg, "width"), attribute_of(svg, "height")}; }

}  // namespace stribeck
