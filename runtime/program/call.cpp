// Calls of external functions, and what becomes of one that has no value.
#include <array>

#include "base/index.h"
#include "base/text.h"
#include "expression/walk.h"
#include "program/machine.h"

namespace stribeck {

namespace {

/// Of the one component that calls functions of this type; of the diagram if there are several, which `names` then tells.
Where where_of_owner(const FlatSystem& flat, const std::string& owner, std::string& names) {
  Where where;
  Walker walker;
  for (std::size_t e = 0; e < flat.equations.size(); ++e)
    for (const std::int32_t n : walker.below(flat.pool, flat.equations[e].residual)) {
      const Operator op = flat.pool.node(n).op;
      if (!is_call(op) || flat.pool.function(op)->owner != owner) continue;
      const Where found = where_of_equation(flat, static_cast<std::int32_t>(e));
      if (found.instance == where.instance) continue;
      names += (names.empty() ? "" : ", ") + found.instance;
      if (where.instance.empty()) where = found;
    }
  if (names != where.instance) where = {.file = where.file, .pointer = {}, .instance = {}, .relation = {}};
  return where;
}

}  // namespace

void Machine::call_function(const Instruction& i) {
  const ExternalFunction& function = *program_->sorted->flat->pool.function(static_cast<Operator>(i.op));
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
                        .where = where_of_owner(*program_->sorted->flat, *failed_owner_, names),
                        .because = {},
                        .remedy = "mend the function, or keep its arguments to where it has a value",
                        .details = {}};
  if (names != diagnostic.where.instance) diagnostic.details.emplace_back("components", names);
  throw Failure(std::move(diagnostic));
}

}  // namespace stribeck
