#include "drawing/raster.h"

#include "base/drawing_size.h"
#include "drawing/child_process.h"

namespace stribeck {

std::string png_of(const std::string& svg, int pixels) {
  static const Tool kConvert{"rsvg-convert", "librsvg2-bin", "draws images of pixels"};
  const DrawingSize size = size_of_drawing(svg);
  return run_tool(kConvert, {"--keep-aspect-ratio", (size.height > size.width ? "--height=" : "--width=") + std::to_string(pixels)}, svg);
}

}  // namespace stribeck
