#pragma once
// Searches in the unit cube: NLopt (Johnson, nlopt.readthedocs.io), in a library that is loaded when it is needed.
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace stribeck {

enum class SearchMethod : std::uint8_t { slsqp, bobyqa, cobyla, crs2 };

/// What a function gives at a point of the unit cube.
struct SearchedValue {
  double objective = 0;             ///< to be least
  std::vector<double> constraints;  ///< each to be zero or less
  std::vector<double> gradient;     ///< of the objective by the variables, where it is wanted
  std::vector<double> jacobian;     ///< of the constraints, row by row
};

struct Search {
  SearchMethod method = SearchMethod::bobyqa;
  std::size_t constraints = 0;
  double tolerance = 1e-5, first_step = 0.1;
  std::int64_t most_evaluations = 1000;
  std::uint64_t seed = 1;
  /// False: the search is to end.
  std::function<bool(const std::vector<double>& u, bool with_gradient, SearchedValue& value)> evaluate;
};
struct SearchEnd {
  std::vector<double> u;
  enum class How : std::uint8_t { converged, limit, stopped, failed } how = How::failed;
  std::string why;
};
/// From `start`. Throws Failure tool.missing where the library of NLopt cannot be loaded, and what `evaluate` throws.
SearchEnd search(const Search& asked, std::vector<double> start);

}  // namespace stribeck
