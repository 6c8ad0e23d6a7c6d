#pragma once
// Pages of plots as pictures, drawn by gnuplot.
#include <cstdint>
#include <string>
#include <vector>

#include "drawing/plot.h"

namespace stribeck {

enum class PictureFormat : std::uint8_t { svg, png, pdf };

/// What gnuplot is told. The same page gives the same text.
std::string gnuplot_script(const PlotPage& page, PictureFormat format);
/// The bytes of the picture. Throws Failure tool.missing or tool.failed.
std::string draw(const PlotPage& page, PictureFormat format);
/// Several pages as SVG by one run of gnuplot, most of whose time its beginning takes.
std::vector<std::string> draw_svgs(const std::vector<PlotPage>& pages);

/// Throws what draw() would where there is no gnuplot: better before a long run than after it.
void require_gnuplot();

}  // namespace stribeck
