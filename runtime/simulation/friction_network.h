#pragma once
// How the dry frictions and contacts that are tried out at an event answer to their own forces: shared by the sources of FrictionModes.
#include <limits>
#include <vector>

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
    std::vector<double> matrix;        // rates = constant - matrix * forces; column by column
    double push = 0;                   // what is tried: the largest level that is bounded, as others may be next to nothing
    double& answer(std::size_t row, std::size_t column) { return matrix[column * members.size() + row]; }
    double answer(std::size_t row, std::size_t column) const { return matrix[column * members.size() + row]; }
    /// Whether any force moves it; both sides of one that does not are held by something else, which takes what would be shared.
    bool is_moved(std::size_t row) const {
      for (std::size_t column = 0; column < members.size(); ++column)
        if (answer(row, column) != 0) return true;
      return false;
    }
    /// Sets, by place, the least impulses of `some` of the members that take these velocities from them; false if they do not move.
    bool stop(const std::vector<std::size_t>& some, const std::vector<double>& velocities, std::vector<double>& impulses) const;
  };
  std::vector<Group> groups;
  std::vector<double> constant;         // by place
  std::vector<StickSlipLevels> levels;  // by place
  std::vector<double> derivatives;      // of the states, without forces
};

}  // namespace stribeck
