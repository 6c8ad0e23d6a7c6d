#include "component/derived_variables.h"

namespace stribeck {
namespace {

std::int32_t add_variable(ComponentRecord& record, const RequestDeclaration& request) {
  const auto number = static_cast<std::int32_t>(record.variables.size());
  const ExprId symbol = record.pool.symbol(static_cast<std::int32_t>(record.symbols.size()), kUnknown);
  record.symbols.push_back({SymbolKind::variable, number});
  VariableDeclaration declared{.name = request.name, .unit = request.unit, .doc = request.doc, .dimension = request.dimension};
  declared.unit_factor = parse_unit(request.unit)->factor;
  declared.output = false;
  declared.symbol = symbol;
  record.variables.push_back(std::move(declared));
  return number;
}

void add_position(ComponentRecord& record, const RequestDeclaration& request) {
  const std::int32_t variable = add_variable(record, request);
  record.displacements.push_back({.variable = variable, .port_r = request.port, .port_c = -1, .on_request = true});
}

}  // namespace

std::vector<DerivedVariable> derived_variables(const ComponentRecord& record) {
  using Kind = DerivedVariable::Kind;
  std::vector<DerivedVariable> derived;
  for (const RequestDeclaration& request : record.requests)
    derived.push_back({request.value == ExprId::none ? Kind::position : Kind::request, request.name, request.unit, request.doc});
  if (record.dissipated != ExprId::none) {
    derived.push_back({Kind::loss, "loss", "W", "power that becomes heat"});
    derived.push_back({Kind::heat, "heat", "J", "energy that has become heat since the start"});
  }
  std::erase_if(derived, [&](const DerivedVariable& d) { return record.find_variable(d.name) >= 0 || record.find_connector(d.name) >= 0; });
  return derived;
}

ShownVariable variable_shown(const ComponentRecord& record, std::string_view output) {
  const int k = record.find_connector(output);
  if (k < 0 || record.connectors[static_cast<std::size_t>(k)].kind != ConnectorKind::output) return {};
  const ExprId symbol = record.connectors[static_cast<std::size_t>(k)].symbol;
  const auto variable = [&](ExprId id) {
    const Node node = record.pool[id];
    const RecordSymbol* const meaning = node.op == Operator::symbol ? &record.symbols[static_cast<std::size_t>(node.a)] : nullptr;
    return meaning != nullptr && meaning->kind == SymbolKind::variable ? meaning->index : -1;
  };
  for (const RelationDeclaration& relation : record.relations) {
    if (relation.left != symbol) continue;
    if (const std::int32_t plain = variable(relation.right); plain >= 0) return {plain, ExprId::none};
    const Node node = record.pool[relation.right];
    if (node.op != Operator::add) continue;
    for (const auto& [own, shift] : {std::pair(ExprId(node.a), ExprId(node.b)), std::pair(ExprId(node.b), ExprId(node.a))})
      if (variable(own) >= 0 && (record.pool.content(shift) & ~kParameter) == 0) return {variable(own), shift};
  }
  return {};
}

ComponentRecord with_requested(const ComponentRecord& record, int request) {
  ComponentRecord result = record;
  const RequestDeclaration& wanted = record.requests[static_cast<std::size_t>(request)];
  if (wanted.value == ExprId::none) {
    add_position(result, wanted);
  } else {
    const ExprId symbol = result.variables[static_cast<std::size_t>(add_variable(result, wanted))].symbol;
    result.relations.push_back({wanted.name, symbol, wanted.value});
  }
  return result;
}

ComponentRecord with_all_requested(const ComponentRecord& record) {
  ComponentRecord result = record;
  for (std::size_t i = 0; i < record.requests.size(); ++i)
    if (result.find_variable(record.requests[i].name) < 0) result = with_requested(result, static_cast<int>(i));
  return result;
}

ComponentRecord with_position(const ComponentRecord& record, int port, std::string_view name, std::string_view doc) {
  const std::string unit(domains()[static_cast<std::size_t>(record.connectors[static_cast<std::size_t>(port)].domain)].position_unit);
  ComponentRecord result = record;
  add_position(result, {.name = std::string(name),
                        .unit = unit,
                        .doc = std::string(doc),
                        .dimension = parse_unit(unit)->dimension,
                        .value = ExprId::none,
                        .port = port});
  return result;
}

}  // namespace stribeck
