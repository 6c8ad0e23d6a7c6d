#include "base/external_function.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/diagnostic.h"
#include "base/format.h"
#include "base/index.h"
#include "base/text.h"
#include "base/wrong_derivative.h"

namespace stribeck {

CallResult call(const ExternalFunction& function, std::span<const double> arguments) {
  const auto is_finite = [](double x) { return std::isfinite(x); };
  if (!std::all_of(arguments.begin(), arguments.end(), is_finite)) return {.value = std::numeric_limits<double>::quiet_NaN(), .why = {}};
  CallNotes::note(function, arguments);
  const char* why = nullptr;
  const double value = function.value(function.data, arguments.data(), &why);
  if (why == nullptr && std::isfinite(value)) return {.value = value, .why = {}};
  return {.value = std::numeric_limits<double>::quiet_NaN(),
          .failed = why != nullptr || function.memory == nullptr,
          .why = why != nullptr      ? why
                 : std::isnan(value) ? "it returned what is not a number"
                                     : "it returned infinity"};
}

std::string failure_of_call(const ExternalFunction& function, std::span<const double> arguments, const CallResult& result) {
  std::string given;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    given += fmt::format("{}{} = {:.9g}", i > 0 ? ", " : "", function.arguments[i], arguments[i]);
  return fmt::format("the function {} of the component type {} has no value at {}: {}", in_quotes(function.name), function.owner, given,
                     result.why);
}

const std::shared_ptr<const ExternalFunction>& derivative_of(const ExternalFunction& function, int argument) {
  const auto& derivative = function.derivatives[at(argument)];
  if (derivative != nullptr) return derivative;
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::function_no_derivative;
  if (function.memory != nullptr) {
    diagnostic.message = fmt::format("derivatives of what {} does are asked for that no FMU gives", function.owner);
    diagnostic.because = "sensitivities, orbits, surveys and fits by derivatives need those of the whole motion";
    diagnostic.remedy =
        "compare runs instead: --set, or a study; where an equation was differentiated, connect the FMU to a mass or inertia";
    throw Failure(std::move(diagnostic));
  }
  diagnostic.message = fmt::format("the equations need the derivative of {} by its argument {}, which the component type {} does not give",
                                   in_quotes(function.name), in_quotes(function.arguments[at(argument)]), function.owner);
  diagnostic.because = "an equation with it was differentiated to find the states, or a derivative is part of the equations themselves";
  diagnostic.remedy = "give the function that derivative, too; or connect the component so that its force acts on a mass or inertia";
  throw Failure(std::move(diagnostic));
}

}  // namespace stribeck
