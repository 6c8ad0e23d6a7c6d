// Warnings about parts that can do nothing as they are connected: both sides held together, or a side left open. Such a diagram runs, but
// hardly as it was meant.
#include <algorithm>
#include <map>

#include "base/format.h"
#include "base/index.h"
#include "base/pieces.h"
#include "structure/sorted_system.h"

namespace stribeck {

namespace {

constexpr std::size_t kMostWarnings = 20;  // a diagram; the first few tell what is wrong

using Kind = DisplacementDeclaration::Kind;

std::vector<std::int32_t> ports_of(const FlatSystem& flat, std::int32_t instance) {
  const auto& connectors = flat.diagram().instances[at(instance)].record->connectors;
  std::vector<std::int32_t> ports;
  for (std::size_t k = 0; k < connectors.size(); ++k)
    if (connectors[k].kind == ConnectorKind::port) ports.push_back(flat.assembly->connector(instance, static_cast<std::int32_t>(k)));
  return ports;
}

/// Nodes that rigid parts hold at a constant distance from each other. Grounds count as apart: a spring between two of them is preloaded.
class RigidPieces {
 public:
  explicit RigidPieces(const Assembly& assembly) : pieces_(assembly.nodes.size()), neighbours_(assembly.nodes.size()) {
    for (const DisplacementRequest& request : assembly.requests) {
      if (request.kind != Kind::fixed || at(request.c) >= assembly.nodes.size()) continue;
      neighbours_[at(request.r)].emplace_back(request.c, request.instance);
      neighbours_[at(request.c)].emplace_back(request.r, request.instance);
      pieces_.join(request.r, request.c);
    }
  }
  bool joined(std::int32_t a, std::int32_t b) { return pieces_.find(a) == pieces_.find(b); }
  /// The rigid parts on the way from one node to another of the same piece.
  std::vector<std::int32_t> between(std::int32_t from, std::int32_t to) const {
    std::map<std::int32_t, std::pair<std::int32_t, std::int32_t>> came_from{{to, {-1, -1}}};  // node, instance
    std::vector<std::int32_t> queue{to}, instances;
    for (std::size_t head = 0; head < queue.size() && !came_from.contains(from); ++head)
      for (const auto& [next, instance] : neighbours_[at(queue[head])])
        if (came_from.try_emplace(next, queue[head], instance).second) queue.push_back(next);
    for (std::int32_t node = from; came_from[node].first >= 0; node = came_from[node].first) instances.push_back(came_from[node].second);
    return instances;
  }

 private:
  Pieces pieces_;
  std::vector<std::vector<std::pair<std::int32_t, std::int32_t>>> neighbours_;  // node, instance
};

Diagnostic warning(const FlatSystem& flat, std::int32_t instance, std::string message, std::string because, std::string remedy) {
  return {.code = ErrorCode::connection_idle,
          .message = std::move(message),
          .where = where_of_instance(flat, instance),
          .because = std::move(because),
          .remedy = std::move(remedy),
          .severity = Severity::warning,
          .details = {}};
}

/// Springs, dampers, frictions and sources whose sides cannot move against each other. Rigid parts themselves and sensors are left alone.
void note_bridged(FlatSystem& flat, RigidPieces& rigid, std::int32_t instance, const std::vector<std::int32_t>& ports) {
  const ComponentRecord& record = *flat.diagram().instances[at(instance)].record;
  for (const ConnectorDeclaration& connector : record.connectors)
    if (connector.kind == ConnectorKind::output) return;
  for (const DisplacementDeclaration& displacement : record.displacements)
    if (displacement.kind == Kind::fixed) return;
  const Assembly& assembly = *flat.assembly;
  const auto node = [&](std::int32_t port) { return assembly.node_of[at(port)]; };
  const int domain = assembly.declaration_of(ports[0]).domain;
  bool one_node = true;
  for (const std::int32_t port : ports) {
    if (assembly.declaration_of(port).domain != domain || !rigid.joined(node(port), node(ports[0]))) return;
    one_node = one_node && node(port) == node(ports[0]);
  }
  const std::string& name = flat.diagram().instances[at(instance)].name;
  if (one_node) {
    flat.notes.push_back(warning(flat, instance, "all sides of " + name + " are connected to the same node, so it does nothing", "",
                                 "connect one of " + assembly.connector_name(ports[0]) + " and " + assembly.connector_name(ports[1]) +
                                     " to something else, or remove it"));
    return;
  }
  std::string parts;
  for (const std::int32_t part : rigid.between(node(ports[0]), node(ports[1])))
    parts += (parts.empty() ? "" : ", ") + instance_words(flat, part);
  flat.notes.push_back(warning(flat, instance, name + " does nothing: its sides cannot move against each other",
                               "they are held together by " + parts,
                               "put rigid parts, and sensors of force or torque, in series with it instead of across it"));
}

void note_open(FlatSystem& flat, std::int32_t instance, const std::vector<std::int32_t>& ports) {
  const Assembly& assembly = *flat.assembly;
  for (const std::int32_t port : ports) {
    if (assembly.nodes[at(assembly.node_of[at(port)])].members.size() > 1) continue;
    const std::string name = assembly.connector_name(port);
    const std::string through = name + "." + std::string(domains()[at(assembly.declaration_of(port).domain)].through);
    flat.notes.push_back(warning(flat, instance, fmt::format("{} is connected to nothing, so {} is zero", name, through), "",
                                 "connect it to what it should act on or hold on to: a mass or inertia, a spring, a ground"));
  }
}

/// Whether a part at a node gives it its velocity, as grounds and velocity sources do.
bool is_led(const FlatSystem& flat, const NetworkNode& node) {
  return std::any_of(node.members.begin(), node.members.end(), [&](std::int32_t member) {
    const auto& wishes = flat.diagram().instances[at(flat.assembly->instance_of(member))].record->causality;
    return std::any_of(wishes.begin(), wishes.end(), [](const auto& wish) { return wish.wish == CausalityWish::fixed_velocity_out; });
  });
}

/// A node at which nothing meets but parts that all lead to one other node: they push against one another there, and nothing holds them.
void note_dangling(FlatSystem& flat, const NetworkNode& node, std::size_t number) {
  const Assembly& assembly = *flat.assembly;
  if (node.domain < 0 || node.members.size() < 2) return;
  std::int32_t other = -1;
  std::string names;
  for (const std::int32_t member : node.members) {
    const std::vector<std::int32_t> ports = ports_of(flat, assembly.instance_of(member));
    if (ports.size() != 2) return;
    const std::int32_t across = ports[0] == member ? ports[1] : ports[0];
    const std::int32_t beyond = assembly.node_of[at(across)];
    if (assembly.declaration_of(across).domain != node.domain || beyond == static_cast<std::int32_t>(number)) return;
    if (other >= 0 && other != beyond) return;
    other = beyond;
    names += (names.empty() ? "" : ", ") + assembly.connector_name(member);
  }
  if (is_led(flat, node) || is_led(flat, assembly.nodes[at(other)])) return;  // it is driven, or what it leads to holds it
  flat.notes.push_back(warning(flat, assembly.instance_of(node.members.front()),
                               names + " are tied to each other, but to no ground and nothing that has a mass or inertia",
                               "what their parts do, they do against one another alone: all of them lead to the node of " +
                                   assembly.connector_name(assembly.nodes[at(other)].members.front()),
                               "connect them to a ground, or to what they are to hold on to"));
}

}  // namespace

void note_idle_parts(FlatSystem& flat) {
  RigidPieces rigid(*flat.assembly);
  const std::size_t before = flat.notes.size();
  for (std::size_t i = 0; i < flat.diagram().instances.size() && flat.notes.size() < before + kMostWarnings; ++i) {
    const auto instance = static_cast<std::int32_t>(i);
    const std::vector<std::int32_t> ports = ports_of(flat, instance);
    const std::vector<ConnectorDeclaration>& connectors = flat.diagram().instances[i].record->connectors;
    const bool is_spatial = !connectors.empty() && connectors.back().is_part();  // frames may end, and axes be free
    if (ports.size() < 2 || is_spatial) continue;
    note_open(flat, instance, ports);
    note_bridged(flat, rigid, instance, ports);
  }
  for (std::size_t n = 0; n < flat.assembly->nodes.size() && flat.notes.size() < before + kMostWarnings; ++n)
    note_dangling(flat, flat.assembly->nodes[n], n);
}

}  // namespace stribeck
