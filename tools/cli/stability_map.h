#pragma once
// Where the motions of a diagram change over two parameters: the marked points of a branch over the one, for each of some values of the
// other.
#include <string>
#include <vector>

#include "drawing/plot_page.h"
#include "orbit_documents.h"
#include "pipeline.h"
#include "terminal.h"

namespace stribeck::cli {

struct MapWanted {
  std::string parameter;
  double from = 0, to = 0;
  std::size_t rows = 11;
};
/// Throws Failure as continue_orbit(), and where no row has a branch that of the first.
StabilityMap stability_map(const Model& model, Registry& registry, const std::string& file, const BranchWanted& branch,
                           const MapWanted& wanted, const RunOptions& options);

std::string text_of_map(const StabilityMap& map, const TextStyle& style);
/// Curves that join the points of a kind where neighbouring rows have as many of it.
PlotPage page_of_map(const StabilityMap& map);
std::string csv_of_map(const StabilityMap& map);

}  // namespace stribeck::cli
