#pragma once
// Curves inside a page, to zoom, read and pick.
#include <string>

#include "drawing/plot.h"

namespace stribeck {

/// The parts of a page with curves. All of them together stay under 20 MB.
struct Viewer {
  std::string remark;  ///< a sentence if rows had to be left out
  std::string body;    ///< description and script: shows the shape of long curves at once
  std::string arrays;  ///< for the end of the page: all of their numbers, which need some time to arrive
};

/// `others` can be picked.
Viewer viewer_of(const PlotPage& page, const PlotPage& others);
/// The beginning of a page that looks like all of ours, up to and including its body tag.
std::string page_head(const std::string& title);

}  // namespace stribeck
