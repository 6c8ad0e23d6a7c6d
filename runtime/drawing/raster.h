#pragma once
// Drawings as images of pixels.
#include <string>

namespace stribeck {

/// A PNG of an SVG whose longer side has so many pixels. Throws Failure tool.missing or tool.failed.
std::string png_of(const std::string& svg, int pixels);

/// Width and height of an SVG that this program has drawn, in its own units; zeros if it does not say.
struct DrawingSize {
  double width = 0, height = 0;
};
DrawingSize size_of_drawing(const std::string& svg);

}  // namespace stribeck
