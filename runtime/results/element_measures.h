#pragma once
// What tells friction models apart: numbers of one element's velocity and force along a run.
#include <optional>

#include "results/trajectory.h"

namespace stribeck {

struct ElementMeasures {
  double peak_force = 0;  ///< greatest size, N or N*m
  double crept =
      0;  ///< m or rad: of each rest, below a hundredth of the greatest speed, its duration times its median speed; zero for what sticks
  std::optional<double> period;  ///< s: mean time from one break-away to the next, the first left out; none of fewer than three
};

/// From the columns of the element's velocity and force. A break-away is where the speed passes half its greatest value upwards, having
/// been below a tenth of it; it is found between rows along a line.
ElementMeasures measure_element(const Trajectory& run, std::size_t velocity, std::size_t force);

}  // namespace stribeck
