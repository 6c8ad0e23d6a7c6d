#pragma once
// The linear complementarity problem with bounds, forces against accelerations, that decides which contacts stick. Functions of numbers
// alone.
#include <cstdint>
#include <vector>

namespace stribeck {

/// gamma = matrix * lambda + constant, low <= lambda <= high.
struct BoxProblem {
  std::vector<double> matrix;  ///< n * n, column by column; symmetric and positive semidefinite if gamma answers to forces by inertia
  std::vector<double> constant, low, high;  ///< low <= high; either may be infinite
};

/// Where lambda is in its box.
enum class BoxSide : std::int8_t { low = -1, inside = 0, high = 1 };

struct BoxSolution {
  bool solved = false;
  std::vector<double> lambda, gamma;
  /// inside: gamma = 0. low: lambda is at its lower bound, and gamma >= 0. high: lambda is at its upper bound, and gamma <= 0. An element
  /// that shares a load may be at a bound with gamma = 0; its side is then low or high.
  std::vector<BoxSide> side;
  /// Elements whose lambda is not unique. The load that they carry together is unique; of all solutions in the boxes, lambda has the least
  /// Euclidean norm.
  std::vector<bool> shared;
};

/// gamma is unique for every symmetric positive semidefinite matrix; a solution exists if all bounds are finite, or if the matrix is
/// positive definite on the elements with infinite bounds (Cottle, Pang, Stone 1992, The Linear Complementarity Problem, section 3.1). For
/// other matrices there may be no solution, or several; what is returned is one if `solved` says so. The order of the elements does not
/// matter. Each connected component of the matrix is solved by itself: first by pivoting all violators at once (Judice, Pires 1992,
/// Optimization 25), and if that does not end, one at a time, so that lambda' (matrix lambda / 2 + constant) falls.
BoxSolution solve_box(const BoxProblem& problem);

}  // namespace stribeck
