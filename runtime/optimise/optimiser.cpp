#include "optimise/optimiser.h"

#include <algorithm>
#include <exception>

#include "base/diagnostic.h"
#include "base/own_files.h"
#include "optimise/optimiser_module.h"

namespace stribeck {
namespace {

constexpr const char* kOptimiser = "libstribeck_optimiser.so";

[[noreturn]] void refuse_without_optimiser(const std::string& because) {
  throw Failure(Diagnostic{.code = ErrorCode::tool_missing,
                           .message = "the optimiser cannot be loaded",
                           .where = {},
                           .because = because,
                           .remedy = "install the package libnlopt0, or where stribeck was built without it libnlopt-dev, and build again",
                           .details = {}});
}

StribeckSearchFor optimiser() {
  static const StribeckSearchFor found = [] {
    std::string why_not;
    void* const function = own_function(kOptimiser, STRIBECK_SEARCH, why_not);
    if (function == nullptr) refuse_without_optimiser(why_not);
    return reinterpret_cast<StribeckSearchFor>(function);
  }();
  return found;
}

/// What the evaluation needs behind the C interface.
struct Evaluator {
  const Search& asked;
  std::size_t variables;
  std::exception_ptr fault;

  static int evaluate(void* user, const double* u, double* objective, double* gradient, double* constraints, double* jacobian) {
    auto& own = *static_cast<Evaluator*>(user);
    try {
      SearchedValue value;
      if (!own.asked.evaluate(std::vector<double>(u, u + own.variables), gradient != nullptr, value)) return 0;
      *objective = value.objective;
      std::copy(value.constraints.begin(), value.constraints.end(), constraints);
      if (gradient != nullptr) std::copy(value.gradient.begin(), value.gradient.end(), gradient);
      if (jacobian != nullptr) std::copy(value.jacobian.begin(), value.jacobian.end(), jacobian);
      return 1;
    } catch (...) {  // which must not pass through NLopt
      own.fault = std::current_exception();
      return 0;
    }
  }
};

}  // namespace

SearchEnd search(const Search& asked, std::vector<double> start) {
  static_assert(static_cast<int>(SearchMethod::slsqp) == kMethodSlsqp && static_cast<int>(SearchMethod::bobyqa) == kMethodBobyqa &&
                static_cast<int>(SearchMethod::cobyla) == kMethodCobyla && static_cast<int>(SearchMethod::crs2) == kMethodCrs2);
  static_assert(static_cast<int>(SearchEnd::How::failed) == kSearchFailed && static_cast<int>(SearchEnd::How::stopped) == kSearchStopped);
  Evaluator evaluator{asked, start.size(), nullptr};
  StribeckSearch task{};
  task.method = static_cast<int>(asked.method);
  task.variables = static_cast<int>(start.size()), task.constraints = static_cast<int>(asked.constraints);
  task.tolerance = asked.tolerance, task.first_step = asked.first_step;
  task.most_evaluations = static_cast<int>(asked.most_evaluations);
  task.seed = static_cast<unsigned long>(asked.seed);
  task.evaluate = Evaluator::evaluate, task.user = &evaluator;
  task.u = start.data();
  optimiser()(&task);
  if (evaluator.fault) std::rethrow_exception(evaluator.fault);
  return {std::move(start), static_cast<SearchEnd::How>(task.end), task.why};
}

}  // namespace stribeck
