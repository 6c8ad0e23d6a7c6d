#pragma once
// Nonlinear least squares with bounds and robust losses: Ceres Solver (Agarwal, Mierle and others, ceres-solver.org), in a library that is
// loaded when it is needed.
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/linear_model.h"

namespace stribeck {

/// What one residual r (in standard deviations) costs: r^2, or less where it is larger than `scale`.
struct RobustLoss {
  enum class Kind : std::uint8_t { plain, huber, cauchy, soft_l1 } kind = Kind::plain;
  double scale = 1;
  /// d loss / d r / 2, and the derivative of that by r.
  double influence(double residual) const;
  double influence_slope(double residual) const;
};
struct RobustLossName {
  std::string_view name, doc;
  RobustLoss loss;  ///< with the scale that is 95 % as efficient as squares on normal noise
};
const std::vector<RobustLossName>& robust_losses();

struct LeastSquares {
  std::size_t residuals = 0;
  std::vector<double> low, high;  ///< bounds of the parameters
  RobustLoss loss;
  int most_iterations = 100;
  /// Residuals at `x` and, unless null, their derivatives; false: there are none.
  std::function<bool(const std::vector<double>& x, std::vector<double>& residuals, Matrix* jacobian)> evaluate;
};
struct LeastSquaresEnd {
  std::vector<double> x;
  double cost = 0;  ///< half the sum of the losses
  int iterations = 0;
  enum class How : std::uint8_t { converged, limit, failed } how = How::failed;
  std::string why;
};
/// Levenberg and Marquardt's method from `start`. Throws Failure tool.missing where the library of Ceres cannot be loaded.
LeastSquaresEnd solve(const LeastSquares& problem, std::vector<double> start);

}  // namespace stribeck
