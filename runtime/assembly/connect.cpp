// Connection sets: which connectors are one node, and whether they may be.
#include <algorithm>
#include <map>
#include <numeric>

#include "assembly/assembly.h"
#include "assembly/frames.h"
#include "assembly/signal_units.h"
#include "base/pieces.h"

namespace stribeck {

namespace {

Where where_of(const Diagram& diagram, const Position& position) {
  Where where;
  where.file = file_of(diagram, position);
  where.line = static_cast<int>(position.line);
  where.column = static_cast<int>(position.column);
  return where;
}

std::string domain_name(const ConnectorDeclaration& declaration) {
  if (declaration.domain < 0) return "signal";
  return std::string(domains()[static_cast<std::size_t>(declaration.domain)].name);
}

std::string described(const Assembly& assembly, std::int32_t connector) {
  return "\"" + assembly.connector_name(connector) + "\" (" + domain_name(assembly.declaration_of(connector)) + ")";
}

void number_connectors(const Diagram& diagram, Assembly& assembly) {
  std::int32_t count = 0;
  assembly.first_connector.reserve(diagram.instances.size() + 1);
  for (const Instance& instance : diagram.instances) {
    assembly.first_connector.push_back(count);
    count += static_cast<std::int32_t>(instance.record->connectors.size());
  }
  assembly.first_connector.push_back(count);
  assembly.owner.reserve(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < diagram.instances.size(); ++i)
    assembly.owner.insert(assembly.owner.end(), diagram.instances[i].record->connectors.size(), static_cast<std::int32_t>(i));
}

/// Of two frames that are one: their parts are, too.
void join_parts(const Assembly& assembly, Pieces& sets, std::int32_t one, std::int32_t other) {
  const ConnectorDeclaration &first = assembly.declaration_of(one), &second = assembly.declaration_of(other);
  if (!first.is_frame()) return;
  const auto part = [&](std::int32_t connector, const ConnectorDeclaration& frame) {
    return assembly.connector(assembly.instance_of(connector), frame.first_part);
  };
  const std::size_t parts = assembly.diagram->instances[static_cast<std::size_t>(assembly.instance_of(one))].record->parts_of(first).size();
  for (std::size_t k = 0; k < parts; ++k)
    sets.join(part(one, first) + static_cast<std::int32_t>(k), part(other, second) + static_cast<std::int32_t>(k));
}

/// Joins what each connection lists; connectors of another domain than the first are errors and stay apart.
void join_listed(const Diagram& diagram, Assembly& assembly, Pieces& sets, Diagnostics& diagnostics) {
  for (const Connection& connection : diagram.connections) {
    const ConnectorRef& head = connection.members.front();
    const std::int32_t first = assembly.connector(head.instance, head.connector);
    for (const ConnectorRef& member : connection.members) {
      const std::int32_t other = assembly.connector(member.instance, member.connector);
      if (assembly.declaration_of(first).domain == assembly.declaration_of(other).domain) {
        sets.join(first, other);
        join_parts(assembly, sets, first, other);
        continue;
      }
      diagnostics.add(
          {.code = ErrorCode::connection_mixed_domains,
           .message = described(assembly, first) + " cannot be connected to " + described(assembly, other),
           .where = where_of(diagram, member.position),
           .because = "a connection joins ports of one domain, or one signal output with signal inputs",
           .remedy = "put a component between that has both kinds of port, such as mechanisms.wheel_and_axle, a source or a sensor",
           .details = {}});
    }
  }
}

void collect_nodes(Assembly& assembly, Pieces& sets) {
  const auto count = static_cast<std::size_t>(assembly.first_connector.back());
  std::vector<std::int32_t> node_of_root(count, -1), sizes;
  assembly.node_of.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::int32_t& node = node_of_root[static_cast<std::size_t>(sets.find(static_cast<std::int32_t>(i)))];
    if (node < 0) {
      node = static_cast<std::int32_t>(sizes.size());
      sizes.push_back(0);
    }
    assembly.node_of[i] = node;
    ++sizes[static_cast<std::size_t>(node)];
  }
  std::vector<std::int32_t> next(sizes.size(), 0);
  std::exclusive_scan(sizes.begin(), sizes.end(), next.begin(), 0);
  assembly.members.resize(count);
  assembly.nodes.resize(sizes.size());
  for (std::size_t n = 0; n < sizes.size(); ++n)
    assembly.nodes[n].members = {assembly.members.data() + next[n], static_cast<std::size_t>(sizes[n])};
  for (std::size_t i = 0; i < count; ++i) {
    const auto node = static_cast<std::size_t>(assembly.node_of[i]);
    assembly.members[static_cast<std::size_t>(next[node]++)] = static_cast<std::int32_t>(i);
    assembly.nodes[node].domain = assembly.declaration_of(static_cast<std::int32_t>(i)).domain;
  }
}

void find_driver(const Diagram& diagram, Assembly& assembly, NetworkNode& node, Diagnostics& diagnostics) {
  const auto position_of = [&](std::int32_t connector) {
    return where_of(diagram, diagram.instances[static_cast<std::size_t>(assembly.instance_of(connector))].position);
  };
  for (const std::int32_t member : node.members) {
    if (assembly.declaration_of(member).kind != ConnectorKind::output) continue;
    if (node.driver >= 0)
      diagnostics.add({.code = ErrorCode::connection_two_outputs,
                       .message = "the signal outputs \"" + assembly.connector_name(node.driver) + "\" and \"" +
                                  assembly.connector_name(member) + "\" are tied together",
                       .where = position_of(member),
                       .because = "a signal has one source; two outputs would have to be equal by chance",
                       .remedy = "remove one of them, or add the two with signals.sum",
                       .details = {}});
    node.driver = member;
  }
  if (node.driver >= 0) return;
  if (node.members.size() > 1) {
    diagnostics.add({.code = ErrorCode::connection_no_output,
                     .message = "the signal inputs \"" + assembly.connector_name(node.members[0]) + "\" and \"" +
                                assembly.connector_name(node.members[1]) + "\" are joined, but no output drives them",
                     .where = position_of(node.members[0]),
                     .because = {},
                     .remedy = "add a signal output to the connection, such as that of a signals.constant",
                     .details = {}});
    return;
  }
  const ConnectorDeclaration& input = assembly.declaration_of(node.members[0]);
  if (input.fallback != ExprId::none) return;
  diagnostics.add({.code = ErrorCode::connection_open_input,
                   .message = "the signal input \"" + assembly.connector_name(node.members[0]) + "\" is left open",
                   .where = position_of(node.members[0]),
                   .because = "it has no value of its own; it is described as \"" + input.doc + "\"",
                   .remedy = "connect a signal output to it, such as that of a signals.constant",
                   .details = {}});
}

}  // namespace

void connect(const Diagram& diagram, Assembly& assembly, Diagnostics& diagnostics) {
  number_connectors(diagram, assembly);
  Pieces sets(static_cast<std::size_t>(assembly.first_connector.back()));
  join_listed(diagram, assembly, sets, diagnostics);
  collect_nodes(assembly, sets);
  check_frames(assembly, diagnostics);
  if (diagnostics.has_errors()) return;
  for (NetworkNode& node : assembly.nodes)
    if (node.domain < 0) find_driver(diagram, assembly, node, diagnostics);
  if (!diagnostics.has_errors()) find_signal_units(diagram, assembly, diagnostics);
}

}  // namespace stribeck
