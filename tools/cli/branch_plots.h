#pragma once
// Branches of steady and of periodic motions as pictures: an output over the parameter.
#include <string>
#include <vector>

#include "analysis/branch.h"
#include "drawing/plot.h"

namespace stribeck::cli {

/// A branch that was saved, to be drawn beside another one.
struct SavedCurve {
  struct Point {
    double parameter = 0, least = 0, most = 0;
    bool is_stable = false;
  };
  std::string label;
  std::vector<Point> points;
};
/// Of orbits, from what stribeck continue --format json has written; of the output of that name. Throws Failure arguments.invalid.
SavedCurve saved_curve(const std::string& path, const std::string& output);

/// Of orbits the extremes: full where the motion is stable, dashed where it is not, what is marked as points of a kind.
PlotPage page_of_branch(const OrbitBranch& branch, std::size_t output, const std::vector<SavedCurve>& others);

}  // namespace stribeck::cli
