#pragma once
// How the dry frictions and contacts that are tried out at an event answer to their own forces: shared by the sources of FrictionModes.
#include <Eigen/Dense>
#include <limits>

#include "simulation/friction_modes.h"

namespace stribeck {

/// A crossing found within so many roundings of the time is one with those found at that time.
inline constexpr double kSameInstant = 64 * std::numeric_limits<double>::epsilon();

/// A gap (m or rad) this small at the start is none: initial values are met to rounding.
inline constexpr double kTouching = 1e-9;

/// Group by group; elements by their place in the list of those that are tried out.
struct FrictionModes::Network {
  struct Group {
    std::vector<std::size_t> members;  // places
    Eigen::MatrixXd matrix;            // rates = constant - matrix * forces
    double push = 0;                   // what is tried: the largest level that is bounded, as others may be next to nothing
  };
  std::vector<Group> groups;
  std::vector<double> constant;         // by place
  std::vector<StickSlipLevels> levels;  // by place
  std::vector<double> derivatives;      // of the states, without forces
};

}  // namespace stribeck
