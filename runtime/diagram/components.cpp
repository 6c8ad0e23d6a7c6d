#include <algorithm>
#include <iterator>

#include "base/format.h"
#include "base/text.h"
#include "component/derived_variables.h"
#include "diagram/fmu_component.h"
#include "diagram/library_search.h"
#include "diagram/other_names.h"
#include "diagram/reading.h"
#include "diagram/requested_variable.h"
#include "diagram/values.h"
#include "expression/evaluate.h"

namespace stribeck {
namespace {

std::vector<std::string> type_names(const Reading& reading) {
  std::vector<std::string> names = reading.registry.types();
  std::ranges::copy(reading.own.types(), std::back_inserter(names));
  for (const Definition& definition : reading.definitions.all())
    if (definition.is_subsystem) names.emplace_back(definition.name());
  return names;
}

/// Where a library has the name that the type begins with: how to take it.
std::string library_remedy(const Reading& reading, std::string_view type) {
  const std::string_view name = type.substr(0, type.find('.'));
  if (!is_library_name(name)) return "";
  Report unread;  // what is wrong with a stribeck.json is no matter here
  Sources sources;
  const std::string file = LibrarySearch(unread, sources, reading.diagram.file).find(name);
  return file.empty() ? "" : fmt::format("{} is the library {}: take it by \"libraries\": [{}]", file, in_quotes(name), in_quotes(name));
}

/// The record of a type with its default options; null after an error.
const ComponentRecord* find_record(Reading& reading, Json type) {
  if (!is_kind(reading.report, type, JsonKind::string, "\"type\"")) return nullptr;
  Definition* own = reading.definitions.find(type.text());
  if (own != nullptr && own->is_bad) return nullptr;
  const bool is_known = reading.registry.contains(type.text());
  if (!is_known && !reading.own.contains(type.text())) {
    std::string remedy = remedy_by_meaning(type.text(), true);
    if (remedy.empty()) remedy = did_you_mean(type.text(), type_names(reading));
    if (remedy.empty()) remedy = library_remedy(reading, type.text());
    if (remedy.empty()) remedy = remedy_by_meaning(type.text(), false);
    if (remedy.empty()) remedy = "\"stribeck list\" names every component type";
    reading.report.error(ErrorCode::diagram_unknown_type, type.where(),
                         fmt::format("there is no component type {}", in_quotes(type.text())), {}, remedy);
    return nullptr;
  }
  try {
    return &(is_known ? reading.registry : reading.own).record(type.text());
  } catch (const Failure& failure) {
    reading.report.add(failure);
    if (own != nullptr) own->is_bad = true;
    return nullptr;
  }
}

std::optional<Priority> read_priority(Report& report, Json word) {
  if (!is_kind(report, word, JsonKind::string, "\"priority\"")) return std::nullopt;
  if (word.text() == "high") return Priority::high;
  if (word.text() == "low") return Priority::low;
  if (word.text() == "none") return Priority::none;
  report.error(ErrorCode::value_bad_choice, word.where(), fmt::format("{} is no priority", in_quotes(word.text())), {},
               "priorities are high, low and none");
  return std::nullopt;
}

std::vector<std::string> variable_names(const ComponentRecord& record) {
  std::vector<std::string> result;
  for (const VariableDeclaration& variable : record.variables) result.push_back(variable.name);
  for (const RequestDeclaration& request : record.requests)
    if (record.find_variable(request.name) < 0) result.push_back(request.name);
  for (const ConnectorDeclaration& connector : record.connectors)
    if (connector.kind == ConnectorKind::output && variable_shown(record, connector.name).variable >= 0) result.push_back(connector.name);
  return result;
}

/// Of an expression of the instance's parameters; none is zero.
double value_of(const Instance& instance, ExprId expression) {
  if (expression == ExprId::none) return 0;
  return evaluate(instance.record->pool, expression, [&](std::int32_t symbol) {
    return instance.parameters[static_cast<std::size_t>(instance.record->symbols[static_cast<std::size_t>(symbol)].index)];
  });
}

/// `name` stands at `place`; `member` is the value, or an object with it.
void read_target(Reading& reading, const Scope& scope, Instance& instance, std::string_view name, Json member, const Place& place) {
  Target target;
  target.variable = request_variable(reading, instance.record, name);
  double shift = 0;
  if (target.variable < 0) {
    const ShownVariable shown = variable_shown(*instance.record, name);
    target.variable = shown.variable, shift = value_of(instance, shown.shift);
  }
  target.position = place.at_key ? member.key_position() : Position{};
  if (target.variable < 0) {
    const std::vector<std::string> names = variable_names(*instance.record);
    std::string remedy = did_you_mean(name, names);
    if (remedy.empty()) remedy = names.empty() ? "this type has no variables" : fmt::format("its variables are {}", fmt::join(names, ", "));
    reading.report.error(ErrorCode::diagram_unknown_variable, place.where(),
                         fmt::format("{} has no variable {}", instance.record->type, in_quotes(name)), {}, remedy);
    return;
  }
  Json value = member;
  if (member.is(JsonKind::object)) {
    check_keys(reading.report, member, {"value", "priority"}, "an initial target");
    value = member.find("value");
    if (const Json word = member.find("priority")) target.priority = read_priority(reading.report, word).value_or(Priority::high);
    if (!value) {
      reading.report.error(ErrorCode::diagram_missing_key, member.where(),
                           fmt::format("the initial target of {} has no \"value\"", in_quotes(name)));
      return;
    }
  }
  const VariableDeclaration& variable = instance.record->variables[static_cast<std::size_t>(target.variable)];
  const auto found =
      read_value(reading.report, *scope.parameters, value, {in_quotes(variable.name), variable.unit, variable.dimension, variable.doc});
  if (!found) return;
  target.value = found->si - shift;
  if (const std::string_view unit = scope.parameters->unit_of(*found); unit != variable.unit) target.unit = unit;
  const auto known = std::find_if(instance.targets.begin(), instance.targets.end(),
                                  [&](const Target& other) { return other.variable == target.variable; });
  if (known == instance.targets.end()) {
    instance.targets.push_back(target);
  } else {
    known->value = target.value, known->unit = target.unit;  // of the command line, which leaves the priority alone
  }
}

/// "initial", and what the command line says of it: --set spring.initial.x=...
void read_targets(Reading& reading, const Scope& scope, Instance& instance, Json member) {
  const Json initial = member.find("initial");
  if (initial && is_kind(reading.report, initial, JsonKind::object, "\"initial\""))
    for (const Json target : initial) read_target(reading, scope, instance, target.key(), target, {target, true});
  if (reading.given.empty()) return;
  const auto given = reading.given.find(instance.name + ".initial");
  if (given == reading.given.end()) return;
  for (const Given& target : given->second) read_target(reading, scope, instance, target.parameter, target.value, {target.value});
}

}  // namespace

bool read_component(Reading& reading, const Scope& scope, Json member, Instance& instance) {
  const Json type = member.find("type");
  const Report::About about(reading.report, instance.name, type && type.is(JsonKind::string) ? type.text() : std::string_view{},
                            scope.used);
  const bool is_fmu = type && type.is(JsonKind::string) && type.text() == kFmuType;
  if (is_fmu)
    check_keys(reading.report, member, kFmuKeys, "an FMU");
  else
    check_keys(reading.report, member, {"type", "count", "parameters", "initial"}, "a component");
  if (!type) {
    reading.report.error(ErrorCode::diagram_missing_key, member.where(),
                         fmt::format("the component {} has no \"type\"", in_quotes(member.key())));
    return false;
  }
  instance.record = is_fmu ? read_fmu(reading, scope, member, instance) : find_record(reading, type);
  if (instance.record == nullptr) return false;
  read_instance_parameters(reading, scope, instance, member);
  if (!is_fmu) read_targets(reading, scope, instance, member);
  return true;
}

}  // namespace stribeck
