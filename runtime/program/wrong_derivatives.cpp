#include <algorithm>

#include "base/index.h"
#include "base/text.h"
#include "base/wrong_derivative.h"
#include "program/external_functions.h"

namespace stribeck {

namespace {

bool calls_functions(const Program& program) {
  const auto is_a_call = [](const Instruction& i) { return is_call(static_cast<Operator>(i.op)); };
  return std::any_of(program.code.begin(), program.code.end(),
                     [&](const Code& code) { return std::any_of(code.begin(), code.end(), is_a_call); }) ||
         std::any_of(program.blocks.begin(), program.blocks.end(),
                     [&](const BlockCode& block) { return std::any_of(block.evaluate.begin(), block.evaluate.end(), is_a_call); });
}

Diagnostic warning(const Labels& labels, const ExternalFunction& function, double argument, const WrongDerivative& wrong) {
  std::string names;
  const std::string& by = function.arguments[at(wrong.argument)];
  Diagnostic diagnostic{.code = ErrorCode::function_no_derivative,
                        .message = "the derivative by " + by + " that the function " + in_quotes(function.name) + " of " + function.owner +
                                   " is given is not that of its value: at " + by + " = " + short_number(argument) + " it is " +
                                   short_number(wrong.given) + ", but the value changes by " + short_number(wrong.quotient) + " per unit",
                        .where = labels.where_of_owner(function.owner, names),
                        .because = "loops and implicit solvers go by derivatives: with wrong ones they find no solution, or stop before it",
                        .remedy = "correct the derivative",
                        .severity = Severity::warning,
                        .details = {}};
  if (names != diagnostic.where.instance) diagnostic.details.emplace_back("components", names);
  return diagnostic;
}

}  // namespace

std::vector<Diagnostic> wrong_derivatives(Machine& machine) {
  std::vector<Diagnostic> found;
  if (!calls_functions(machine.program())) return found;
  Machine::Values before;
  machine.keep(before);
  CallNotes notes;
  machine.run(Section::dynamics);
  machine.run(Section::outputs);
  const std::vector<CallNotes::Call> calls = notes.take();
  machine.put_back(before);
  std::vector<const ExternalFunction*> told;
  for (const CallNotes::Call& call : calls) {
    const ExternalFunction& function = *call.function;
    if (std::find(told.begin(), told.end(), &function) != told.end()) continue;
    const auto wrong = wrong_derivative(function, std::span(call.arguments).first(static_cast<std::size_t>(function.argument_count)));
    if (!wrong) continue;
    told.push_back(&function);
    found.push_back(warning(*machine.program().labels, function, call.arguments[at(wrong->argument)], *wrong));
  }
  return found;
}

}  // namespace stribeck
