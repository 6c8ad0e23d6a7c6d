#include "diagram/observables.h"

#include <algorithm>

#include "base/format.h"
#include "base/pattern.h"
#include "base/text.h"
#include "component/derived_variables.h"
#include "diagram/requested_variable.h"

namespace stribeck {
namespace {

Observable measured_in(std::string_view unit) { return {std::string(unit), parse_unit(unit).value_or(Unit{}).dimension}; }

std::optional<Observable> find_at_port(const ConnectorDeclaration& port, std::string_view name) {
  const Domain& domain = domains()[static_cast<std::size_t>(port.domain)];
  if (name == domain.across) return measured_in(domain.across_unit);
  if (name == domain.through) return measured_in(domain.through_unit);
  if (name == "position" && !domain.position.empty()) return measured_in(domain.position_unit);
  return std::nullopt;
}

/// Of a frame: what its parts are the signals or ports of.
std::optional<Observable> find_of_frame(const ComponentRecord& record, const ConnectorDeclaration& frame, std::string_view name) {
  const auto of_signal = [&](const ConnectorDeclaration& part) {
    return std::string_view(part.name).substr(frame.name.size() + 1) == name;
  };
  if (auto own = find_at_port(frame, name)) return own;
  for (const ConnectorDeclaration& part : record.parts_of(frame)) {
    if (part.kind != ConnectorKind::port && of_signal(part)) return Observable{part.unit, part.dimension};
    if (part.kind == ConnectorKind::port)
      if (auto own = find_at_port(part, name)) return own;
  }
  return std::nullopt;
}

/// Such a position may take a state, which a pattern does not mean to ask for.
bool is_position_on_request(const ComponentRecord& record, std::string_view name) {
  const int request = record.find_request(name);
  return request >= 0 && record.requests[static_cast<std::size_t>(request)].value == ExprId::none && record.find_variable(name) < 0;
}

}  // namespace

std::optional<Observable> find_observable(const ComponentRecord& record, std::string_view name) {
  if (const int variable = record.find_variable(name); variable >= 0) {
    const VariableDeclaration& declared = record.variables[static_cast<std::size_t>(variable)];
    return Observable{declared.unit, declared.dimension};
  }
  for (const DerivedVariable& derived : derived_variables(record))
    if (derived.name == name) return measured_in(derived.unit);
  const std::size_t dot = name.find('.');
  const int found = record.find_connector(name.substr(0, dot));
  if (found < 0) return std::nullopt;
  const ConnectorDeclaration& connector = record.connectors[static_cast<std::size_t>(found)];
  if (connector.is_frame() && dot != std::string_view::npos) return find_of_frame(record, connector, name.substr(dot + 1));
  const bool signal = connector.kind != ConnectorKind::port;
  if (signal != (dot == std::string_view::npos)) return std::nullopt;
  return signal ? Observable{connector.unit, connector.dimension} : find_at_port(connector, name.substr(dot + 1));
}

std::vector<std::string> observable_names(const ComponentRecord& record) {
  std::vector<std::string> result;
  for (const VariableDeclaration& variable : record.variables) result.push_back(variable.name);
  for (const DerivedVariable& derived : derived_variables(record)) result.emplace_back(derived.name);
  for (const ConnectorDeclaration& connector : record.connectors) {
    if (connector.kind != ConnectorKind::port) {
      result.push_back(connector.name);
      continue;
    }
    const Domain& domain = domains()[static_cast<std::size_t>(connector.domain)];
    result.push_back(port_quantity(record, connector, domain.across));
    result.push_back(port_quantity(record, connector, domain.through));
    if (!domain.position.empty()) result.push_back(connector.name + ".position");
  }
  return result;
}

std::vector<std::string> matching_names(const Instance& instance, std::string_view pattern) {
  const std::size_t plain = std::min(std::min(pattern.find('*'), pattern.size()), instance.name.size());
  if (pattern.substr(0, plain) != std::string_view(instance.name).substr(0, plain)) return {};  // most instances, at little cost
  std::vector<std::string> names = observable_names(*instance.record);
  std::erase_if(names, [&](const std::string& own) {
    return !matches_pattern(pattern, instance.name + "." + own) || is_position_on_request(*instance.record, own);
  });
  return names;
}

std::vector<std::string> take_matching(Reading& reading, Instance& instance, std::string_view pattern) {
  std::vector<std::string> names = matching_names(instance, pattern);
  for (const std::string& name : names)
    if (instance.record->find_request(name) >= 0) request_variable(reading, instance.record, name);
  return names;
}

std::optional<ResolvedObservable> resolve_observable(Reading& reading, std::string_view name, const Place& place) {
  if (name == "time") return ResolvedObservable{measured_in("s"), "time"};
  const Found component = find_component(reading, name, place);
  const Instance* instance = component.instance;
  if (instance == nullptr) return std::nullopt;
  const std::string_view rest = component.rest;
  if (instance->record->find_request(rest) >= 0 || !find_observable(*instance->record, rest))
    request_variable(reading, reading.diagram.instances[static_cast<std::size_t>(component.number)].record, rest);
  if (const auto found = find_observable(*instance->record, rest)) return ResolvedObservable{*found, component.name(), {component.number}};
  const std::vector<std::string> names = observable_names(*instance->record);
  std::string remedy = did_you_mean(rest, names);
  if (remedy.empty()) remedy = fmt::format("it has {}", fmt::join(names, ", "));
  const std::string what = rest.empty()
                               ? fmt::format("{} names a component, but none of its variables", in_quotes(name))
                               : fmt::format("{} ({}) has no variable {}", instance->name, instance->record->type, in_quotes(rest));
  reading.report.error(ErrorCode::diagram_unknown_variable, place.where(), what, {}, remedy);
  return std::nullopt;
}

}  // namespace stribeck
