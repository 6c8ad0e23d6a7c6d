#pragma once
// The point of a polyhedron that comes nearest to each of several wishes, in order of priority. Functions of numbers alone.
#include <Eigen/Dense>
#include <optional>
#include <vector>

namespace stribeck {

/// The polyhedron: all z with equal * z = equal_to and least * z >= at_least.
struct NearestProblem {
  Eigen::MatrixXd equal, least;
  Eigen::VectorXd equal_to, at_least;
  Eigen::VectorXd equal_rounding, least_rounding;  ///< rounding errors of the right sides
  /// matrix * z is to be as near to value as possible, in the least squares; a wish counts only where those before it leave a choice.
  struct Wish {
    Eigen::MatrixXd matrix;
    Eigen::VectorXd value;
  };
  std::vector<Wish> wishes;
};

struct NearestPoint {
  Eigen::VectorXd z;
  Eigen::MatrixXd free;  ///< orthogonal directions, in columns, along which the equations stay fulfilled
};

/// Nothing if there is no such z. `rounding`: how far the entries of `equal` are known against the largest of their row.
std::optional<NearestPoint> nearest_point(const NearestProblem& problem, double rounding);

}  // namespace stribeck
