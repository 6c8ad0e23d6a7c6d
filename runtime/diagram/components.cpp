#include "base/format.h"
#include "base/text.h"
#include "diagram/reading.h"
#include "diagram/values.h"

namespace stribeck {
namespace {

/// The record of a type with its default options; null after an error.
const ComponentRecord* find_record(Reading& reading, Json type) {
  if (!is_kind(reading.report, type, JsonKind::string, "\"type\"")) return nullptr;
  if (!reading.registry.contains(type.text())) {
    std::string remedy = did_you_mean(type.text(), reading.registry.types());
    if (remedy.empty()) remedy = "\"stribeck list\" names every component type";
    reading.report.error(ErrorCode::diagram_unknown_type, type.where(), fmt::format("there is no component type {}", quoted(type.text())),
                         {}, remedy);
    return nullptr;
  }
  try {
    return &reading.registry.record(type.text());
  } catch (const Failure& failure) {
    reading.report.add(failure);
    return nullptr;
  }
}

std::optional<Priority> read_priority(Report& report, Json word) {
  if (!is_kind(report, word, JsonKind::string, "\"priority\"")) return std::nullopt;
  if (word.text() == "high") return Priority::high;
  if (word.text() == "low") return Priority::low;
  if (word.text() == "none") return Priority::none;
  report.error(ErrorCode::value_bad_choice, word.where(), fmt::format("{} is no priority", quoted(word.text())), {},
               "priorities are high, low and none");
  return std::nullopt;
}

std::vector<std::string> variable_names(const ComponentRecord& record) {
  std::vector<std::string> result;
  for (const VariableDeclaration& variable : record.variables) result.push_back(variable.name);
  return result;
}

void read_target(Reading& reading, Instance& instance, Json member) {
  Target target;
  target.variable = instance.record->find_variable(member.key());
  target.position = member.key_position();
  if (target.variable < 0) {
    const std::vector<std::string> names = variable_names(*instance.record);
    std::string remedy = did_you_mean(member.key(), names);
    if (remedy.empty()) remedy = names.empty() ? "this type has no variables" : fmt::format("its variables are {}", fmt::join(names, ", "));
    reading.report.error(ErrorCode::diagram_unknown_variable, member.where_key(),
                         fmt::format("{} has no variable {}", instance.record->type, quoted(member.key())), {}, remedy);
    return;
  }
  Json value = member;
  if (member.is(JsonKind::object)) {
    check_keys(reading.report, member, {"value", "priority"}, "an initial target");
    value = member.find("value");
    if (const Json word = member.find("priority")) target.priority = read_priority(reading.report, word).value_or(Priority::high);
    if (!value) {
      reading.report.error(ErrorCode::diagram_missing_key, member.where(),
                           fmt::format("the initial target of {} has no \"value\"", quoted(member.key())));
      return;
    }
  }
  const VariableDeclaration& variable = instance.record->variables[static_cast<std::size_t>(target.variable)];
  const auto found =
      read_value(reading.report, reading.parameters, value, {quoted(variable.name), variable.unit, variable.dimension, variable.doc});
  if (!found) return;
  target.value = found->si;
  instance.targets.push_back(target);
}

/// False if the instance cannot be used by the rest of the diagram.
bool read_instance(Reading& reading, Json member, Instance& instance) {
  if (!member.is(JsonKind::object))
    return is_kind(reading.report, member, JsonKind::object, fmt::format("the component {}", quoted(member.key())));
  const Json type = member.find("type");
  const Report::About about(reading.report, member.key(), type && type.is(JsonKind::string) ? type.text() : std::string_view{});
  check_keys(reading.report, member, {"type", "parameters", "initial"}, "a component");
  if (!type) {
    reading.report.error(ErrorCode::diagram_missing_key, member.where(),
                         fmt::format("the component {} has no \"type\"", quoted(member.key())));
    return false;
  }
  instance.name = member.key();
  instance.position = member.key_position();
  instance.record = find_record(reading, type);
  if (instance.record == nullptr) return false;
  read_instance_parameters(reading, instance, member);
  const Json initial = member.find("initial");
  if (initial && is_kind(reading.report, initial, JsonKind::object, "\"initial\"")) {
    for (const Json target : initial) read_target(reading, instance, target);
  }
  return true;
}

/// Instances that only the command line names.
void check_given(Reading& reading) {
  for (const auto& [instance, list] : reading.given) find_instance(reading, instance, {list.front().value});
}

}  // namespace

const Instance* find_instance(Reading& reading, std::string_view name, const Place& place, std::int32_t* index) {
  if (const std::int32_t* found = reading.instances.find(name)) {
    if (index != nullptr) *index = *found;
    return *found == kUnread ? nullptr : &reading.diagram.instances[static_cast<std::size_t>(*found)];
  }
  std::vector<std::string> names;
  for (const NameTable::Entry& known : reading.instances.entries()) names.emplace_back(known.name);
  reading.report.error(ErrorCode::diagram_unknown_instance, place.where(), fmt::format("the diagram has no component {}", quoted(name)), {},
                       did_you_mean(name, names));
  return nullptr;
}

void read_components(Reading& reading, Json components) {
  if (!is_kind(reading.report, components, JsonKind::object, "\"components\"")) return;
  const std::int32_t count = components.count();
  if (count == 0) {
    reading.report.error(ErrorCode::diagram_empty, components.where(), "the diagram has no components", {},
                         "\"stribeck list\" names the component types");
  }
  reading.instances.reserve(static_cast<std::size_t>(count));
  reading.diagram.instances.reserve(static_cast<std::size_t>(count));
  for (const Json member : components) {
    Instance instance;
    const bool good = is_identifier(reading.report, member, "a component") && read_instance(reading, member, instance);
    const auto place = good ? static_cast<std::int32_t>(reading.diagram.instances.size()) : kUnread;
    reading.instances.insert(member.key(), place);
    if (good) reading.diagram.instances.push_back(std::move(instance));
  }
  check_given(reading);
}

}  // namespace stribeck
