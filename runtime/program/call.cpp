// Calls of external functions, and what becomes of one that has no value.
#include <array>

#include "base/index.h"
#include "base/text.h"
#include "program/machine.h"

namespace stribeck {

void Machine::call_function(const Instruction& i) {
  const ExternalFunction& function = *program_->functions[i.op - kFirstCall];
  std::array<double, kMostArguments> all{};
  std::size_t count = 0;
  for (const Register r : {i.a, i.b, i.c})
    if (r >= 0) all[count++] = value(r);
  const std::span<const double> arguments = std::span(all).first(count);
  const CallResult result = call(function, arguments);
  set(i.result, result.value);
  if (!result.failed) return;
  failed_owner_ = &function.owner;
  failed_call_ = failure_of_call(function, arguments, result);
  if (!searches_) fail_call();
}

void Machine::fail_call() const {
  std::string names;
  Diagnostic diagnostic{.code = ErrorCode::function_failed,
                        .message = failed_call_ + ", at t = " + short_number(value(program_->time)) + " s",
                        .where = program_->labels->where_of_owner(*failed_owner_, names),
                        .because = {},
                        .remedy = "mend the function, or keep its arguments to where it has a value",
                        .details = {}};
  if (names != diagnostic.where.instance) diagnostic.details.emplace_back("components", names);
  throw Failure(std::move(diagnostic));
}

}  // namespace stribeck
