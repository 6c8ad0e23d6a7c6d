#pragma once
// The point of a polyhedron that comes nearest to one wish after the other. Numbers only, no components.
#include <Eigen/Dense>
#include <optional>
#include <vector>

namespace stribeck {

/// Among all z with equal * z = equal_to and least * z >= at_least.
struct NearestProblem {
  Eigen::MatrixXd equal, least;
  Eigen::VectorXd equal_to, at_least;
  Eigen::VectorXd equal_rounding, least_rounding;  ///< what rounding may have made of the right sides
  /// matrix * z = value as closely as it can be, in the least squares; each counts only where those before it leave a choice.
  struct Wish {
    Eigen::MatrixXd matrix;
    Eigen::VectorXd value;
  };
  std::vector<Wish> wishes;
};

struct NearestPoint {
  Eigen::VectorXd z;
  Eigen::MatrixXd free;  ///< orthogonal directions, in columns, along which the equations hold on
};

/// Nothing if there is no such z. `rounding`: how far the entries of `equal` are known against the largest of their row.
std::optional<NearestPoint> nearest_point(const NearestProblem& problem, double rounding);

}  // namespace stribeck
