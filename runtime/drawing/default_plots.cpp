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

std::vector<Plot> default_plots(const std::vector<OutputColumn>& columns, std::vector<std::string>& remarks) {
  std::vector<Plot> plots;
  std::map<std::string, std::size_t> plot_of;  // by what is drawn together
  std::int64_t left_out = 0;
  for (const OutputColumn& column : columns) {
    const bool is_mode = !mode_words(column.doc).empty();
    const auto [found, is_new] = plot_of.try_emplace(is_mode ? "mode" : column.unit, plots.size());
    if (is_new) plots.emplace_back();
    Plot& plot = plots[found->second];
    if (found->second >= kMostPlots || plot.y.size() >= kMostCurves) {
      ++left_out;
      continue;
    }
    plot.y.push_back(column.name);
    plot.labels.emplace_back();
  }
  plots.resize(std::min(plots.size(), kMostPlots));
  if (left_out > 0)
    remarks.push_back("the page has no room for " + counted(left_out, "further output") + ": the key \"plots\" of the diagram chooses");
  return plots;
}

}  // namespace stribeck
