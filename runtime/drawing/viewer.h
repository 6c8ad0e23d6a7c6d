#pragma once
// Curves inside a page, to zoom, read and pick.
#include <string>

#include "drawing/plot.h"

namespace stribeck {

/// What the page must contain: description, arrays and script; `others` can be picked, `remark` receives a sentence if rows had to be left
/// out. The whole stays under 20 MB.
std::string viewer_html(const PlotPage& page, const PlotPage& others, std::string& remark);
/// The beginning of a page that looks like all of ours, up to and including its body tag.
std::string page_head(const std::string& title);

}  // namespace stribeck
