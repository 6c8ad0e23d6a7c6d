// Records external functions. A call is an expression of SI units; what it calls has units of its own.
#include "component/recorder_functions.h"

#include <array>

#include "base/format.h"
#include "base/index.h"
#include "base/text.h"
#include "base/unit_text.h"

namespace stribeck {

namespace {

FunctionDeclaration* declared(Recorder* r, int32_t function) {
  if (function >= 0 && function < static_cast<int32_t>(r->record.functions.size())) return &r->record.functions[at(function)];
  return nullptr;  // the fault that made it was noted
}

ExprId scaled(ExprPool& pool, ExprId value, double factor) { return factor == 1 ? value : pool.mul(value, pool.constant(factor)); }
ExprId shifted(ExprPool& pool, ExprId value, double offset) { return offset == 0 ? value : pool.add(value, pool.constant(offset)); }

int32_t add(Recorder* r, FunctionDeclaration declaration, stribeck_function value, void* data) {
  auto function = std::make_shared<ExternalFunction>();
  function->name = declaration.name;
  function->owner = r->record.type;
  function->argument_count = static_cast<int>(declaration.arguments.size());
  for (std::size_t i = 0; i < declaration.arguments.size(); ++i) function->arguments[i] = declaration.arguments[i].name;
  function->value = value;
  function->data = data;
  declaration.function = std::move(function);
  r->record.functions.push_back(std::move(declaration));
  return static_cast<int32_t>(r->record.functions.size()) - 1;
}

}  // namespace

int32_t record_function(Recorder* r, const char* name, const char* unit, const char* doc, const char* const* argument_names,
                        const char* const* argument_units, int32_t count, stribeck_function value, void* data) {
  r->claim_name(name);
  r->need_doc(name, doc);
  if (value == nullptr || count < 1 || count > kMostArguments) {
    r->fault(fmt::format("the function {} has {} arguments, but must have 1 to {}", in_quotes(name), count, kMostArguments));
    return -1;
  }
  FunctionDeclaration declaration{.name = name, .unit = unit, .doc = doc, .in = r->unit(unit, name), .arguments = {}, .function = {}};
  for (int32_t i = 0; i < count; ++i) {
    const std::string what = fmt::format("the argument {} of the function {}", in_quotes(argument_names[i]), in_quotes(name));
    declaration.arguments.push_back({argument_names[i], argument_units[i], r->unit(argument_units[i], what)});
  }
  return add(r, std::move(declaration), value, data);
}

int32_t record_function_derivative(Recorder* r, int32_t function, int32_t argument, stribeck_function value, void* data) {
  const FunctionDeclaration* of = declared(r, function);
  if (of == nullptr) return -1;
  const std::string name = of->name;
  if (value == nullptr || argument < 0 || argument >= of->function->argument_count) {
    r->fault(fmt::format("the function {} is given a derivative by its argument number {}, which it does not have", in_quotes(name),
                         argument + 1));
    return -1;
  }
  if (of->function->derivatives[at(argument)] != nullptr) {
    r->fault(fmt::format("the function {} is given two derivatives by {}", in_quotes(name), in_quotes(of->arguments[at(argument)].name)));
    return -1;
  }
  const FunctionDeclaration::Argument& by = of->arguments[at(argument)];
  FunctionDeclaration declaration{.name = "d " + (of->is_derivative ? "(" + name + ")" : name) + "/d " + by.name,
                                  .unit = "(" + of->unit + ")/(" + by.unit + ")",
                                  .doc = of->doc,
                                  .in = {quotient(of->in.dimension, by.in.dimension), of->in.factor / by.in.factor, 0},
                                  .arguments = of->arguments,
                                  .function = {},
                                  .is_derivative = true};
  const int32_t number = add(r, std::move(declaration), value, data);
  r->record.functions[at(function)].function->derivatives[at(argument)] = r->record.functions[at(number)].function;
  return number;
}

stribeck_expression record_call(Recorder* r, int32_t function, const stribeck_expression* arguments, int32_t count) {
  FunctionDeclaration* called = declared(r, function);
  if (called == nullptr) return -1;
  if (count != called->function->argument_count) {
    r->fault(fmt::format("the function {} is called with {} arguments, but has {}", in_quotes(called->name), count,
                         called->function->argument_count));
    return -1;
  }
  ExprPool& pool = r->record.pool;
  std::array<ExprId, kMostArguments> given{};
  for (std::size_t i = 0; i < at(count); ++i) {
    if (!r->valid(arguments[i])) return -1;
    const ExprId argument = expr(arguments[i]);
    const FunctionDeclaration::Argument& wanted = called->arguments[i];
    if (!agree(r->dimension_of(argument), wanted.in.dimension))
      r->fault(fmt::format("the argument {} of the function {} has the dimension {}, not {}, in  {}", in_quotes(wanted.name),
                           in_quotes(called->name), dimension_words(r->dimension_of(argument)), dimension_words(wanted.in.dimension),
                           r->text(argument)));
    if ((pool.content(argument) & ~kParameter) != 0) called->differentiated[i] = true;
    given[i] = scaled(pool, shifted(pool, argument, -wanted.in.offset), 1 / wanted.in.factor);
  }
  const ExprId value = pool.call(called->function, std::span(given).first(at(count)));
  const ExprId in_si = shifted(pool, scaled(pool, value, called->in.factor), called->in.offset);
  return handle(r->with_dimension(in_si, called->in.dimension));
}

void check_functions(Recorder& r) {
  for (const FunctionDeclaration& declaration : r.record.functions)
    for (std::size_t i = 0; i < declaration.arguments.size(); ++i)
      if (declaration.differentiated[i] && !declaration.is_sampled && declaration.function->derivatives[i] == nullptr)
        r.fault(fmt::format("the function {} has no derivative by its argument {}, which changes during a run", in_quotes(declaration.name),
                            in_quotes(declaration.arguments[i].name)));
}

}  // namespace stribeck
