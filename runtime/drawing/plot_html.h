#pragma once
// Pages of plots as a web page that needs nothing but itself.
#include <string>

#include "drawing/plot.h"

namespace stribeck {

/// The plots one below the other, to zoom, read and pick.
std::string plot_html(const PlotPage& page);

}  // namespace stribeck
