#include "fit/least_squares.h"

#include <array>
#include <cmath>
#include <exception>
#include <string>

#include "base/diagnostic.h"
#include "base/own_files.h"
#include "fit/least_squares_module.h"

namespace stribeck {
namespace {

constexpr const char* kSolver = "libstribeck_least_squares.so";

[[noreturn]] void refuse_without_solver(const std::string& because) {
  throw Failure(Diagnostic{.code = ErrorCode::tool_missing,
                           .message = "the solver of least squares cannot be loaded",
                           .where = {},
                           .because = because,
                           .remedy = "install the package libceres3, or where stribeck was built without it libceres-dev, and build again",
                           .details = {}});
}

StribeckSolveLeastSquares solver() {
  static const StribeckSolveLeastSquares found = [] {
    std::string why_not;
    void* const function = own_function(kSolver, STRIBECK_SOLVE_LEAST_SQUARES, why_not);
    if (function == nullptr) refuse_without_solver(why_not);
    return reinterpret_cast<StribeckSolveLeastSquares>(function);
  }();
  return found;
}

/// What the evaluation of a problem needs behind the C interface.
struct Evaluator {
  const LeastSquares& problem;
  std::vector<double> x, residuals;
  Matrix jacobian;
  std::exception_ptr fault;

  static int evaluate(void* user, const double* x, double* residuals, double* jacobian) {
    auto& own = *static_cast<Evaluator*>(user);
    if (own.fault) return 0;
    try {
      own.x.assign(x, x + own.problem.low.size());
      if (!own.problem.evaluate(own.x, own.residuals, jacobian != nullptr ? &own.jacobian : nullptr)) return 0;
    } catch (...) {  // which must not pass through Ceres
      own.fault = std::current_exception();
      return 0;
    }
    std::copy(own.residuals.begin(), own.residuals.end(), residuals);
    if (jacobian != nullptr) std::copy(own.jacobian.values.begin(), own.jacobian.values.end(), jacobian);
    return 1;
  }
};

}  // namespace

double RobustLoss::influence(double residual) const {
  const double u = residual / scale;
  switch (kind) {
    case Kind::plain:
      return residual;
    case Kind::huber:
      return std::fabs(u) <= 1 ? residual : std::copysign(scale, residual);
    case Kind::cauchy:
      return residual / (1 + u * u);
    case Kind::soft_l1:
      break;
  }
  return residual / std::sqrt(1 + u * u);
}

double RobustLoss::influence_slope(double residual) const {
  const double u = residual / scale, root = std::sqrt(1 + u * u);
  switch (kind) {
    case Kind::plain:
      return 1;
    case Kind::huber:
      return std::fabs(u) <= 1 ? 1 : 0;
    case Kind::cauchy:
      return (1 - u * u) / ((1 + u * u) * (1 + u * u));
    case Kind::soft_l1:
      break;
  }
  return 1 / (root * root * root);
}

const std::vector<RobustLossName>& robust_losses() {
  using Kind = RobustLoss::Kind;
  static const std::vector<RobustLossName> all{
      {"huber", "squares up to the scale, straight beyond", {Kind::huber, 1.345}},
      {"cauchy", "the logarithm of 1 + r^2/scale^2: what is far out hardly counts", {Kind::cauchy, 2.385}},
      {"soft_l1", "2 (sqrt(1 + r^2/scale^2) - 1): as huber, but smooth", {Kind::soft_l1, 1.345}}};
  return all;
}

LeastSquaresEnd solve(const LeastSquares& problem, std::vector<double> start) {
  Evaluator evaluator{problem, {}, std::vector<double>(problem.residuals), Matrix(problem.residuals, start.size()), nullptr};
  StribeckLeastSquares asked{};
  asked.parameters = static_cast<int>(start.size());
  asked.residuals = static_cast<int>(problem.residuals);
  asked.lower = problem.low.data(), asked.upper = problem.high.data();
  asked.loss = static_cast<int>(problem.loss.kind), asked.loss_scale = problem.loss.scale;
  static_assert(static_cast<int>(RobustLoss::Kind::huber) == kLossHuber && static_cast<int>(RobustLoss::Kind::cauchy) == kLossCauchy &&
                static_cast<int>(RobustLoss::Kind::soft_l1) == kLossSoftL1);
  asked.most_iterations = problem.most_iterations;
  asked.evaluate = Evaluator::evaluate, asked.user = &evaluator;
  asked.x = start.data();
  solver()(&asked);
  if (evaluator.fault) std::rethrow_exception(evaluator.fault);
  LeastSquaresEnd end{std::move(start), asked.cost, asked.iterations, LeastSquaresEnd::How::failed, asked.why};
  if (asked.end == kEndConverged) end.how = LeastSquaresEnd::How::converged;
  if (asked.end == kEndLimit) end.how = LeastSquaresEnd::How::limit;
  return end;
}

}  // namespace stribeck
