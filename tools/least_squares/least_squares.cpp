// Nonlinear least squares with bounds and robust losses by Ceres, behind a C interface (runtime/fit/least_squares_module.h).
#include <ceres/ceres.h>
#include <glog/logging.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

#include "fit/least_squares_module.h"

namespace {

/// All residuals come from the same runs: they are made once for each point, before Ceres asks for them one by one.
class AllResiduals final : public ceres::EvaluationCallback {
 public:
  explicit AllResiduals(const StribeckLeastSquares& problem)
      : problem_(problem),
        residuals_(static_cast<std::size_t>(problem.residuals)),
        jacobian_(residuals_.size() * static_cast<std::size_t>(problem.parameters)) {}

  void PrepareForEvaluation(bool with_jacobian, bool is_new_point) override {
    if (is_new_point) has_residuals_ = has_jacobian_ = false;
    if (has_residuals_ && (has_jacobian_ || !with_jacobian)) return;
    has_residuals_ = problem_.evaluate(problem_.user, problem_.x, residuals_.data(), with_jacobian ? jacobian_.data() : nullptr) != 0;
    has_jacobian_ = has_residuals_ && with_jacobian;
    has_begun_ = has_begun_ || has_jacobian_;
  }
  bool has_begun() const { return has_begun_; }
  bool read(int row, double* residual, double* slopes) const {
    if (!has_residuals_) return false;
    *residual = residuals_[static_cast<std::size_t>(row)];
    if (slopes == nullptr) return true;
    if (!has_jacobian_) return false;
    const auto count = static_cast<std::size_t>(problem_.parameters);
    std::memcpy(slopes, jacobian_.data() + static_cast<std::size_t>(row) * count, count * sizeof(double));
    return true;
  }

 private:
  const StribeckLeastSquares& problem_;
  std::vector<double> residuals_, jacobian_;
  bool has_residuals_ = false, has_jacobian_ = false, has_begun_ = false;
};

class OneResidual final : public ceres::CostFunction {
 public:
  OneResidual(const AllResiduals& all, int row, int parameters) : all_(all), row_(row) {
    set_num_residuals(1);
    mutable_parameter_block_sizes()->push_back(parameters);
  }
  bool Evaluate(const double* const* /*parameters*/, double* residual, double** jacobians) const override {
    return all_.read(row_, residual, jacobians != nullptr ? jacobians[0] : nullptr);
  }

 private:
  const AllResiduals& all_;
  int row_;
};

std::unique_ptr<ceres::LossFunction> loss_of(const StribeckLeastSquares& problem) {
  if (problem.loss == kLossHuber) return std::make_unique<ceres::HuberLoss>(problem.loss_scale);
  if (problem.loss == kLossCauchy) return std::make_unique<ceres::CauchyLoss>(problem.loss_scale);
  if (problem.loss == kLossSoftL1) return std::make_unique<ceres::SoftLOneLoss>(problem.loss_scale);
  return nullptr;
}

ceres::Solver::Options options_of(const StribeckLeastSquares& problem) {
  ceres::Solver::Options options;
  options.linear_solver_type = ceres::DENSE_QR;
  options.logging_type = ceres::SILENT;
  options.num_threads = 1;
  options.max_num_iterations = problem.most_iterations;
  // Of the cost: at its least, steps of a thousandth of a standard error change it by less than that.
  options.function_tolerance = 1e-12;
  options.parameter_tolerance = 1e-11;
  options.gradient_tolerance = 0;  // which would depend on the unit of the residuals
  options.max_num_consecutive_invalid_steps = 12;
  return options;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) void stribeck_solve_least_squares_1(StribeckLeastSquares* problem) {
  FLAGS_minloglevel = google::GLOG_FATAL;
  AllResiduals all(*problem);
  const std::unique_ptr<ceres::LossFunction> loss = loss_of(*problem);
  ceres::Problem::Options ownership;
  ownership.loss_function_ownership = ceres::DO_NOT_TAKE_OWNERSHIP;
  ownership.evaluation_callback = &all;
  ceres::Problem ceres_problem(ownership);
  ceres_problem.AddParameterBlock(problem->x, problem->parameters);
  for (int row = 0; row < problem->residuals; ++row)
    ceres_problem.AddResidualBlock(new OneResidual(all, row, problem->parameters), loss.get(), problem->x);  // Ceres owns it
  for (int p = 0; p < problem->parameters; ++p) {
    if (std::isfinite(problem->lower[p])) ceres_problem.SetParameterLowerBound(problem->x, p, problem->lower[p]);
    if (std::isfinite(problem->upper[p])) ceres_problem.SetParameterUpperBound(problem->x, p, problem->upper[p]);
  }
  ceres::Solver::Summary summary;
  ceres::Solve(options_of(*problem), &ceres_problem, &summary);
  problem->cost = summary.final_cost;
  problem->iterations = static_cast<int>(summary.iterations.size());
  problem->end = summary.termination_type == ceres::CONVERGENCE ? kEndConverged : all.has_begun() ? kEndLimit : kEndFailed;
  std::strncpy(problem->why, summary.message.c_str(), sizeof problem->why - 1);
  problem->why[sizeof problem->why - 1] = '\0';
}
