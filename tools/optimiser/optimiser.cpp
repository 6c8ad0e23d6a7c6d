// Searches for the least of a function by NLopt (Johnson, nlopt.readthedocs.io), behind a C interface
// (runtime/optimise/optimiser_module.h).
#include <nlopt.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

#include "optimise/optimiser_module.h"

namespace {

/// NLopt asks for the objective and for the constraints one after the other: both come from one run.
class Search {
 public:
  explicit Search(StribeckSearch& asked)
      : asked_(asked),
        n_(static_cast<std::size_t>(asked.variables)),
        m_(static_cast<std::size_t>(asked.constraints)),
        gradient_(n_),
        constraints_(m_),
        jacobian_(m_ * n_) {}

  nlopt_opt optimiser = nullptr;

  static double objective(unsigned /*variables*/, const double* u, double* gradient, void* user) {
    auto& own = *static_cast<Search*>(user);
    own.know(u, gradient != nullptr);
    if (gradient != nullptr) std::memcpy(gradient, own.gradient_.data(), own.n_ * sizeof(double));
    return own.objective_;
  }
  static void constraints(unsigned /*constraints*/, double* result, unsigned /*variables*/, const double* u, double* gradient, void* user) {
    auto& own = *static_cast<Search*>(user);
    own.know(u, gradient != nullptr);
    std::memcpy(result, own.constraints_.data(), own.m_ * sizeof(double));
    if (gradient != nullptr) std::memcpy(gradient, own.jacobian_.data(), own.jacobian_.size() * sizeof(double));
  }

 private:
  void know(const double* u, bool with_gradient) {
    const bool is_known = at_.size() == n_ && std::memcmp(at_.data(), u, n_ * sizeof(double)) == 0 && (has_gradient_ || !with_gradient);
    if (is_known || is_over_) return;
    at_.assign(u, u + n_);
    has_gradient_ = with_gradient;
    if (asked_.evaluate(asked_.user, u, &objective_, with_gradient ? gradient_.data() : nullptr, constraints_.data(),
                        with_gradient ? jacobian_.data() : nullptr) != 0)
      return;
    is_over_ = true;
    nlopt_force_stop(optimiser);
  }

  StribeckSearch& asked_;
  std::size_t n_, m_;
  std::vector<double> at_, gradient_, constraints_, jacobian_;
  double objective_ = 0;
  bool has_gradient_ = false, is_over_ = false;
};

nlopt_algorithm algorithm_of(int method) {
  if (method == kMethodSlsqp) return NLOPT_LD_SLSQP;
  if (method == kMethodBobyqa) return NLOPT_LN_BOBYQA;
  return method == kMethodCobyla ? NLOPT_LN_COBYLA : NLOPT_GN_CRS2_LM;
}

const char* words_of(nlopt_result result) {
  switch (result) {
    case NLOPT_XTOL_REACHED:
      return "steps have become small";
    case NLOPT_FTOL_REACHED:
      return "the objective hardly changes";
    case NLOPT_MAXEVAL_REACHED:
      return "as many runs as there may be";
    case NLOPT_ROUNDOFF_LIMITED:
      return "rounding lets it go no further";
    case NLOPT_FORCED_STOP:
      return "stopped";
    case NLOPT_INVALID_ARGS:
      return "the method cannot do this";
    default:
      return result > 0 ? "converged" : "the method failed";
  }
}

}  // namespace

extern "C" __attribute__((visibility("default"))) void stribeck_search_1(StribeckSearch* asked) {
  const auto n = static_cast<std::size_t>(asked->variables), m = static_cast<std::size_t>(asked->constraints);
  Search search(*asked);
  const std::unique_ptr<nlopt_opt_s, void (*)(nlopt_opt)> optimiser(
      nlopt_create(algorithm_of(asked->method), static_cast<unsigned>(asked->variables)), nlopt_destroy);
  search.optimiser = optimiser.get();
  nlopt_set_lower_bounds1(optimiser.get(), 0);
  nlopt_set_upper_bounds1(optimiser.get(), 1);
  nlopt_set_min_objective(optimiser.get(), Search::objective, &search);
  const std::vector<double> none(m, 0.0), tolerances(n, asked->tolerance);
  nlopt_result result = NLOPT_SUCCESS;
  if (m > 0)
    result = nlopt_add_inequality_mconstraint(optimiser.get(), static_cast<unsigned>(m), Search::constraints, &search, none.data());
  nlopt_set_xtol_abs(optimiser.get(), tolerances.data());
  nlopt_set_ftol_rel(optimiser.get(), 1e-12);
  nlopt_set_maxeval(optimiser.get(), asked->most_evaluations);
  if (asked->method == kMethodBobyqa || asked->method == kMethodCobyla) nlopt_set_initial_step1(optimiser.get(), asked->first_step);
  nlopt_srand(asked->seed);
  double least = 0;
  if (result > 0) result = nlopt_optimize(optimiser.get(), asked->u, &least);
  asked->end = result == NLOPT_MAXEVAL_REACHED                  ? kSearchLimit
               : result == NLOPT_FORCED_STOP                    ? kSearchStopped
               : result > 0 || result == NLOPT_ROUNDOFF_LIMITED ? kSearchConverged
                                                                : kSearchFailed;
  std::strncpy(asked->why, words_of(result), sizeof asked->why - 1);
  asked->why[sizeof asked->why - 1] = '\0';
}
