#include <algorithm>
#include <map>

#include "drawing/modes.h"
#include "drawing/plot_page.h"
#include "results/layout.h"

namespace stribeck {
namespace {

constexpr std::size_t kMostPlots = 8;   // a page
constexpr std::size_t kMostCurves = 7;  // as many as there are colours that can be told apart

}  // namespace

std::vector<Plot> plots_by_unit(const std::vector<OutputColumn>& columns) {
  std::vector<Plot> plots;
  std::map<std::string, std::size_t> plot_of;  // by what is drawn together
  for (const OutputColumn& column : columns) {
    const bool is_mode = !mode_words(column.doc).empty();
    const auto [found, is_new] = plot_of.try_emplace(is_mode ? "mode" : column.unit, plots.size());
    if (is_new) plots.emplace_back();
    plots[found->second].y.push_back(column.name);
    plots[found->second].labels.emplace_back();
  }
  return plots;
}

std::vector<Plot> default_plots(const std::vector<OutputColumn>& columns, std::vector<std::string>& remarks) {
  std::vector<Plot> plots = plots_by_unit(columns);
  std::size_t shown = 0;
  plots.resize(std::min(plots.size(), kMostPlots));
  for (Plot& plot : plots) {
    plot.y.resize(std::min(plot.y.size(), kMostCurves));
    plot.labels.resize(plot.y.size());
    shown += plot.y.size();
  }
  if (shown < columns.size())
    remarks.push_back("the page has no room for " + counted(static_cast<std::int64_t>(columns.size() - shown), "further output") +
                      ": the key \"plots\" of the diagram chooses");
  return plots;
}

}  // namespace stribeck
