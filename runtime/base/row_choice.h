#pragma once
// Which rows of a run are written.
#include <optional>
#include <vector>

namespace stribeck {

/// Which rows of a run its files get. The run is the same whatever they are.
struct RowChoice {
  std::optional<double> from_s, to_s;  ///< none: from the start, to the end
  std::vector<double> at_s;            ///< rows at these instants alone, ascending
  bool at_steps = false;               ///< rows where the solver's steps end, instead of those of the interval
  bool is_all() const { return !from_s && !to_s && at_s.empty() && !at_steps; }
};

}  // namespace stribeck
