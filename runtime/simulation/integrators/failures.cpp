#include "simulation/integrators/failures.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.h"

namespace stribeck {

namespace {

Diagnostic diagnostic(ErrorCode code, const Ode& ode, std::int32_t culprit, const char* role) {
  Diagnostic said;
  said.code = code;
  const std::string name = culprit >= 0 ? ode.state_name(culprit) : std::string();
  if (!name.empty()) said.details.emplace_back(role, name);
  return said;
}

}  // namespace

double time_resolution(double t) {
  const double magnitude = std::abs(t);
  return 16 * (std::nextafter(magnitude, std::numeric_limits<double>::infinity()) - magnitude);
}

double shortest_step(double t) {
  constexpr double kNothingHappensWithin_s = 1e-24;  // at t = 0 the unit in the last place is no measure
  return std::max(time_resolution(t), kNothingHappensWithin_s);
}

void throw_step_too_small(const Ode& ode, double t, double step_s, std::int32_t culprit, const std::string& because) {
  Diagnostic said = diagnostic(ErrorCode::run_step_too_small, ode, culprit, "largest error");
  said.message = "at t = " + number_text(t) + " s the tolerance is not met even by a step of " + short_number(step_s) + " s";
  said.because =
      because.empty() ? "a state changes faster than time can be resolved there: a jump, a pole or a chattering switch" : because;
  said.remedy = "look at what happens just before that time; if it is meant to be stiff, try the solver \"cvode\" or a larger rtol";
  throw Failure(std::move(said));
}

void throw_not_finite(const Ode& ode, double t, std::int32_t culprit) {
  Diagnostic said = diagnostic(ErrorCode::run_not_finite, ode, culprit, "not finite");
  said.message = "after t = " + number_text(t) + " s a state or its derivative is infinite or not a number, however short the step";
  said.because = "the motion grows without bound or a formula is evaluated outside its range";
  said.remedy = "look for a division by zero, a root of a negative number or an unstable feedback just before that time";
  throw Failure(std::move(said));
}

bool smaller_step_may_help(const Failure& failure) {
  if (failure.diagnostics().empty()) return false;
  const ErrorCode code = failure.diagnostics().front().code;
  return code == ErrorCode::function_failed || code == ErrorCode::run_no_solution || code == ErrorCode::run_jammed ||
         code == ErrorCode::run_loop_open || code == ErrorCode::run_loop_branch || code == ErrorCode::run_not_finite;
}

}  // namespace stribeck
