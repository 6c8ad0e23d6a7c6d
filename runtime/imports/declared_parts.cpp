#include "imports/declared_parts.h"

#include <algorithm>
#include <cmath>

#include "base/format.h"
#include "base/index.h"
#include "base/text.h"
#include "base/units.h"

namespace stribeck::imports {

double in_si(const FmuVariable& variable, double value) { return value * variable.si.factor + variable.si.offset; }
double in_its_unit(const FmuVariable& variable, double si) { return (si - variable.si.offset) / variable.si.factor; }

DeclaredParts::DeclaredParts(const FmuComponent& component, const stribeck_interface* api, stribeck_recorder* recorder)
    : component_(component), description_(*component.description), recording_{api, recorder}, c_(api, recorder) {
  recorder->place = component.where;
}

TimelineOrder DeclaredParts::order() const {
  TimelineOrder order{component_.archive, component_.description, component_.instance, component_.where, component_.starts, {},
                      component_.isolate, component_.time_limit_s};
  for (std::size_t i = 0; i < description_.variables.size(); ++i)
    if (const FmuVariable& variable = description_.variables[i]; variable.causality == "output" && variable.is_number())
      order.reads.push_back(static_cast<std::uint32_t>(i));
  return order;
}

bool DeclaredParts::is_input(std::size_t number) const {
  const FmuVariable& variable = description_.variables[number];
  return variable.is_number() && (variable.causality == "input" ||
                                  std::find(component_.signals.begin(), component_.signals.end(), number) != component_.signals.end());
}

Expression DeclaredParts::in(const std::string& unit, double value) {
  return {recording_, recording_.api->constant(recording_.recorder, value, unit.c_str())};
}

double DeclaredParts::in_declared_unit(const FmuVariable& variable, double value) const {
  const auto unit = parse_unit(variable.unit);
  if (!unit || (unit->factor == variable.si.factor && unit->offset == variable.si.offset)) return value;
  return (in_si(variable, value) - unit->offset) / unit->factor;
}

std::string DeclaredParts::doc_of(const FmuVariable& variable) const {
  std::string doc = variable.doc.empty() ? "variable " + variable.name + " of the FMU" : variable.doc;
  if (variable.key != variable.name && !variable.doc.empty()) doc += " (" + variable.name + ")";
  if (!is_parameter(variable) && variable.si.factor != 1) doc += ", in the FMU in " + variable.fmu_unit;
  if (variable.items.empty()) return doc;
  std::string items;
  for (const EnumerationItem& item : variable.items) items += fmt::format("{}{} {}", items.empty() ? "" : ", ", item.value, item.name);
  return doc + ": " + items;
}

Function DeclaredParts::function(const char* name, const std::vector<const char*>& arguments, const char* last_unit, const char* unit,
                                 stribeck_function value, const std::shared_ptr<ExternalMemory>& memory) {
  std::vector<const char*> units(arguments.size(), "1");
  units.back() = last_unit;
  const int32_t id = recording_.api->function(recording_.recorder, name, unit, "a simulation by the FMU", arguments.data(), units.data(),
                                              static_cast<int32_t>(arguments.size()), value, memory.get());
  if (id >= 0) {
    FunctionDeclaration& declared = recording_.recorder->record.functions[at(id)];
    declared.is_sampled = true;
    declared.function->memory = memory;
  }
  return {recording_, id};
}

ExternalFunction& DeclaredParts::external(const char* name) {
  for (FunctionDeclaration& declared : recording_.recorder->record.functions)
    if (declared.name == name) return *declared.function;
  throw FmuFault("declares no such function");
}

Expression DeclaredParts::parameter(std::size_t i) {
  const FmuVariable& variable = description_.variables[i];
  if (const std::vector<std::string> words = choices_of(variable); !words.empty()) return option(variable, words);
  const double start = variable.start ? in_declared_unit(variable, *variable.start) : required;
  auto declared = c_.parameter(variable.key.c_str(), start, variable.unit.c_str(), doc_of(variable).c_str());
  if (variable.low) declared.at_least(in(variable.unit, in_declared_unit(variable, *variable.low)));
  if (variable.high) declared.at_most(in(variable.unit, in_declared_unit(variable, *variable.high)));
  return declared;
}

Expression DeclaredParts::option(const FmuVariable& variable, const std::vector<std::string>& words) {
  std::string choices;
  for (const std::string& word : words) choices += (choices.empty() ? "" : "|") + word;
  const int chosen = c_.option(variable.key.c_str(), choices.c_str(), doc_of(variable).c_str());
  const std::string& word = words[static_cast<std::size_t>(std::clamp(chosen, 0, static_cast<int>(words.size()) - 1))];
  if (variable.type == ValueType::boolean) return word == "true" ? 1 : 0;
  for (const EnumerationItem& item : variable.items)
    if (item.name == word) return static_cast<double>(item.value);
  return 0;
}

Expression DeclaredParts::input(std::size_t i) {
  const FmuVariable& variable = description_.variables[i];
  std::optional<double> start = variable.start;
  for (const Setting& setting : component_.starts)
    if (setting.variable == i) start = setting.value;
  const std::string doc = doc_of(variable);
  const char* unit = variable.signal_unit.c_str();
  if (!start) return c_.input(variable.key.c_str(), unit, doc.c_str());
  return c_.input(variable.key.c_str(), unit, doc.c_str(), in(variable.unit, in_declared_unit(variable, *start)));
}

void DeclaredParts::show(std::size_t i, const Expression& value) {
  const FmuVariable& variable = description_.variables[i];
  if (!variable.is_number() || is_input(i) || is_parameter(variable) || variable.causality == "independent") return;
  const std::string doc = doc_of(variable);
  if (variable.causality != "output") return c_.on_request(variable.key.c_str(), variable.signal_unit.c_str(), doc.c_str(), value);
  c_.relation(variable.key.c_str(), c_.output(variable.key.c_str(), variable.signal_unit.c_str(), doc.c_str()) == value);
}

}  // namespace stribeck::imports
