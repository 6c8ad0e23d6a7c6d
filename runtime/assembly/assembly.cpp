#include "assembly/assembly.h"

namespace stribeck {

const ConnectorDeclaration& Assembly::declaration_of(std::int32_t connector) const {
  const auto instance = static_cast<std::size_t>(instance_of(connector));
  return diagram->instances[instance].record->connectors[static_cast<std::size_t>(connector - first_connector[instance])];
}

std::string Assembly::connector_name(std::int32_t connector) const {
  return diagram->instances[static_cast<std::size_t>(instance_of(connector))].name + "." + declaration_of(connector).name;
}

std::string Assembly::quantity_name(std::int32_t connector, std::string_view quantity) const {
  const Instance& instance = diagram->instances[static_cast<std::size_t>(instance_of(connector))];
  return instance.name + "." + port_quantity(*instance.record, declaration_of(connector), quantity);
}

Assembly assemble(const Diagram& diagram) {
  Assembly assembly;
  assembly.diagram = &diagram;
  Diagnostics diagnostics;
  connect(diagram, assembly, diagnostics);
  diagnostics.throw_if_errors();
  span_displacements(assembly, diagnostics);
  diagnostics.throw_if_errors();
  return assembly;
}

namespace {

std::string request_name(const Assembly& assembly, const DisplacementRequest& request) {
  const Instance& instance = assembly.diagram->instances[static_cast<std::size_t>(request.instance)];
  if (request.declaration < 0) return assembly.connector_name(request.connector) + ".position";
  const auto& displacement = instance.record->displacements[static_cast<std::size_t>(request.declaration)];
  return instance.name + "." + instance.record->variables[static_cast<std::size_t>(displacement.variable)].name;
}

}  // namespace

std::string to_text(const Assembly& assembly) {
  std::string text = "nodes\n";
  for (std::size_t n = 0; n < assembly.nodes.size(); ++n) {
    const NetworkNode& node = assembly.nodes[n];
    text += "  " + std::to_string(n) + " " +
            (node.domain < 0 ? "signal" : std::string(domains()[static_cast<std::size_t>(node.domain)].name)) + ":";
    for (const std::int32_t member : node.members) text += " " + assembly.connector_name(member);
    text += "\n";
  }
  text += "displacements\n";
  for (const DisplacementRequest& request : assembly.requests) {
    using Role = DisplacementRequest::Role;
    const char* known = request.kind == DisplacementDeclaration::Kind::fixed        ? "fixed"
                        : request.kind == DisplacementDeclaration::Kind::prescribed ? "prescribed"
                                                                                    : "state";
    text += "  " + request_name(assembly, request) + ": " +
            (request.role == Role::tree   ? known
             : request.role == Role::loop ? "both ends at one node"
                                          : "sum");
    for (const auto& [edge, sign] : request.path)
      text += std::string(sign > 0 ? " + " : " - ") + request_name(assembly, assembly.requests[static_cast<std::size_t>(edge)]);
    if (request.role == Role::chord && request.path.empty()) text += " of the potentials of its ends";
    text += "\n";
  }
  return text;
}

}  // namespace stribeck
