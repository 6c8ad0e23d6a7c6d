#include "diagram/tapped_variable.h"

#include <memory>

#include "component/derived_variables.h"
#include "diagram/requested_variable.h"

namespace stribeck {
namespace {

/// What an output is to show; value none: there is nothing of that name.
struct Tapped {
  std::string unit, doc;
  Dimension dimension;
  ExprId value = ExprId::none;
};

Tapped quantity_of_port(const ConnectorDeclaration& port, std::string_view quantity) {
  const Domain& domain = domains()[static_cast<std::size_t>(port.domain)];
  const auto tapped = [&](std::string_view unit, ExprId value) {
    return Tapped{std::string(unit), port.doc, parse_unit(unit)->dimension, value};
  };
  if (quantity == domain.across) return tapped(domain.across_unit, port.symbol);
  if (quantity == domain.through) return tapped(domain.through_unit, port.through);
  return {};
}

Tapped find_tapped(const ComponentRecord& record, std::string_view name) {
  if (const int v = record.find_variable(name); v >= 0) {
    const VariableDeclaration& own = record.variables[static_cast<std::size_t>(v)];
    return {own.unit, own.doc, own.dimension, own.symbol};
  }
  for (const DerivedVariable& derived : derived_variables(record))
    if (derived.kind == DerivedVariable::Kind::loss && derived.name == name)
      return {std::string(derived.unit), std::string(derived.doc), parse_unit(derived.unit)->dimension, record.dissipated};
  const std::size_t dot = name.find('.');
  const int k = dot == std::string_view::npos ? -1 : record.find_connector(name.substr(0, dot));
  if (k < 0 || record.connectors[static_cast<std::size_t>(k)].kind != ConnectorKind::port) return {};
  const ConnectorDeclaration& port = record.connectors[static_cast<std::size_t>(k)];
  Tapped found = quantity_of_port(port, name.substr(dot + 1));
  for (const ConnectorDeclaration& part : record.parts_of(port)) {
    if (found.value != ExprId::none) break;
    if (part.kind == ConnectorKind::port)
      found = quantity_of_port(part, name.substr(dot + 1));
    else if (part.name == name)
      found = {part.unit, part.doc, part.dimension, part.symbol};
  }
  return found;
}

}  // namespace

std::int32_t tap_variable(Reading& reading, std::int32_t instance, std::string_view name) {
  const ComponentRecord*& own = reading.diagram.instances[static_cast<std::size_t>(instance)].record;
  request_variable(reading, own, name);
  const Tapped tapped = find_tapped(*own, name);
  if (tapped.value == ExprId::none) return -1;
  const auto number = static_cast<std::int32_t>(own->named_connectors().size());
  const ComponentRecord*& with_output = reading.tapped[{own, std::string(name)}];
  if (with_output == nullptr) {
    const auto record = std::make_shared<ComponentRecord>(*own);
    const ExprId symbol = record->pool.symbol(static_cast<std::int32_t>(record->symbols.size()), kUnknown);
    record->insert_named({.name = std::string(name),
                          .kind = ConnectorKind::output,
                          .doc = tapped.doc,
                          .unit = tapped.unit,
                          .dimension = tapped.dimension,
                          .symbol = symbol});
    record->symbols.push_back({SymbolKind::signal, number});
    record->relations.push_back({std::string(name) + " as a signal", symbol, tapped.value});
    with_output = reading.diagram.own_records.emplace_back(record).get();
  }
  own = with_output;
  return number;
}

}  // namespace stribeck
