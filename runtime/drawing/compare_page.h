#pragma once
// Curves of the same variables from several runs, on the same axes.
#include <string>
#include <vector>

#include "drawing/plot.h"
#include "results/trajectory.h"

namespace stribeck {

struct ComparedRun {
  std::string label;
  const Trajectory* rows = nullptr;
};

/// A panel for each column of the first run, which the others have in the same order, over time; a colour for each run. The first column is
/// a velocity and the second the force that depends on it: behind them that stands over that.
PlotPage compare_page(const std::string& title, const std::vector<ComparedRun>& runs);

}  // namespace stribeck
