#pragma once
// From the plots that a diagram asks for and the rows of its run to a page that can be drawn.
#include <string>
#include <vector>

#include "diagram/diagram.h"
#include "drawing/plot.h"
#include "results/overview.h"
#include "results/result_table.h"

namespace stribeck {

/// Another result laid over the curves that it has by the same name.
struct OtherResult {
  std::string label;
  ResultTable table;
};

/// The rows of a run: those to draw against time, and those to draw one variable against another, which may be fewer (results/overview.h).
struct PlotRows {
  PlotRows(const Trajectory& all) : over_time(&all), whole(&all) {}  // NOLINT(google-explicit-constructor): all rows serve both
  explicit PlotRows(Overview& overview) : over_time(&overview.extremes()), whole(&overview.whole()), per_pair(overview.rows_per_pair()) {}
  const Trajectory *over_time, *whole;
  std::int64_t per_pair = 1;
};

/// The diagram's plots or, if it names none, default_plots(). Curves of one plot that differ in unit get a
/// panel for each unit, modes a timeline. `others` lie over the plots against time. Throws Failure file.missing or result.unreadable for a
/// file that a plot lays over its curves.
PlotPage plot_page(const Diagram& diagram, const PlotRows& rows, std::size_t asked, const std::vector<OtherResult>& others);

/// Where that file is: names start from the diagram's folder.
std::string overlay_path(const Diagram& diagram, const Overlay& overlay);

/// Panels of the curves that plot_page() leaves out, by unit; modes are left out here too.
PlotPage undrawn_curves(const Diagram& diagram, const PlotRows& rows, std::size_t asked);

/// All columns, those of one unit in one plot.
std::vector<Plot> plots_by_unit(const std::vector<OutputColumn>& columns);
/// Plots of the first `asked` columns where nobody chose any: by unit over time, without what is zero all along, of many panels
/// without those that hold constants alone, and with what is one curve drawn once; then the forces that are no straight line over the slip
/// or deflection that they depend on. What would not fit on a page is left out and said in `remarks`.
std::vector<Plot> default_plots(const Diagram& diagram, const PlotRows& rows, std::size_t asked, std::vector<std::string>& remarks);

}  // namespace stribeck
