#pragma once
// Words on a schematic, and how much of it is shown.
#include <complex>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "diagram/diagram.h"
#include "results/trajectory.h"
#include "simulation/run.h"

namespace stribeck {

/// Lines to stand below the parts, by instance: "w = 3.2 rad/s".
using Captions = std::map<std::string, std::vector<std::string>>;

inline constexpr std::int32_t kAllLevels = std::numeric_limits<std::int32_t>::max();

struct SchematicView {
  Captions captions{};
  std::string when{};  ///< what captions and arrows belong to: "at t = 1.5 s"
  /// Motions of nodes, by the first port there: an arrow beside each, as long as the root of its size (1: the largest)
  /// and turned by its phase from the right, where it points for 0.
  std::map<std::string, std::complex<double>> phasors{};
  std::int32_t open_levels = 0;  ///< subsystems and arrays that are drawn as what they are made of: so many levels, from the outside
};

/// The last row of a run, below the parts that its columns belong to. What is zero but for rounding is shown as zero.
void add_last_values(SchematicView& view, const Diagram& diagram, const Trajectory& trajectory, const RunSummary& summary);

}  // namespace stribeck
