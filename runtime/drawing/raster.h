#pragma once
// Drawings as images of pixels.
#include <string>

namespace stribeck {

/// A PNG of an SVG whose longer side has so many pixels. Throws Failure tool.missing or tool.failed.
std::string png_of(const std::string& svg, int pixels);

}  // namespace stribeck
