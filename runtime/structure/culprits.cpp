#include "structure/culprits.h"

#include <algorithm>
#include <set>

#include "base/index.h"

namespace stribeck {

namespace {

constexpr std::size_t kMostListed = 8;

std::int32_t representative(const FlatSystem& flat, std::int32_t v) {
  const std::int32_t alias = flat.variable(v).alias_of;
  return alias >= 0 ? alias : v;
}

}  // namespace

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < kMostListed; ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  if (names.size() > kMostListed) text += " and " + std::to_string(names.size() - kMostListed) + " more";
  return text;
}

std::string described(const FlatSystem& flat, std::int32_t instance) { return instance_words(flat, instance); }

std::string described(const FlatSystem& flat, const std::vector<std::int32_t>& instances) {
  std::vector<std::string> names;
  names.reserve(instances.size());
  for (const std::int32_t instance : instances) names.push_back(described(flat, instance));
  return listed(names);
}

std::vector<std::int32_t> carriers_of(const FlatSystem& flat, const std::vector<std::int32_t>& unknowns) {
  const std::set<std::int32_t> wanted(unknowns.begin(), unknowns.end());
  std::set<std::int32_t> found;
  for (std::size_t c = 0; c < flat.through_variable.size(); ++c) {
    const std::int32_t v = flat.through_variable[c];
    if (v >= 0 && flat.variable(v).alias_of != -2 && wanted.contains(representative(flat, v)))
      found.insert(flat.assembly->instance_of(static_cast<std::int32_t>(c)));
  }
  return {found.begin(), found.end()};
}

std::vector<std::int32_t> with_grounds(const FlatSystem& flat, const std::vector<std::int32_t>& instances) {
  const Assembly& assembly = *flat.assembly;
  const auto is_ground = [&](std::int32_t instance) {
    const auto& displacements = flat.diagram().instances[at(instance)].record->displacements;
    return std::any_of(displacements.begin(), displacements.end(),
                       [](const DisplacementDeclaration& d) { return d.kind == DisplacementDeclaration::Kind::fixed && d.port_c < 0; });
  };
  std::set<std::int32_t> found(instances.begin(), instances.end());
  for (const std::int32_t instance : instances)
    for (std::int32_t c = assembly.first_connector[at(instance)]; c < assembly.first_connector[at(instance) + 1]; ++c)
      for (const std::int32_t member : assembly.nodes[at(assembly.node_of[at(c)])].members)
        if (is_ground(assembly.instance_of(member))) found.insert(assembly.instance_of(member));
  return {found.begin(), found.end()};
}

std::vector<std::int32_t> open_ports_around(const FlatSystem& flat, std::int32_t instance) {
  const Assembly& assembly = *flat.assembly;
  std::set<std::int32_t> seen{instance};
  std::vector<std::int32_t> queue{instance}, open;
  for (std::size_t head = 0; head < queue.size() && open.size() < kMostListed; ++head)
    for (std::int32_t c = assembly.first_connector[at(queue[head])]; c < assembly.first_connector[at(queue[head]) + 1]; ++c) {
      const NetworkNode& node = assembly.nodes[at(assembly.node_of[at(c)])];
      if (node.domain < 0) continue;
      if (node.members.size() == 1) open.push_back(c);
      for (const std::int32_t member : node.members)
        if (seen.insert(assembly.instance_of(member)).second) queue.push_back(assembly.instance_of(member));
    }
  std::sort(open.begin(), open.end());
  return open;
}

std::vector<std::int32_t> signal_loop_through(const FlatSystem& flat, const std::vector<std::int32_t>& unknowns) {
  const Assembly& assembly = *flat.assembly;
  const std::set<std::int32_t> wanted(unknowns.begin(), unknowns.end());
  const auto driver_of = [&](std::int32_t node) { return assembly.nodes[at(node)].driver; };
  for (std::size_t n = 0; n < assembly.nodes.size(); ++n) {
    const auto start = static_cast<std::int32_t>(n);
    if (driver_of(start) < 0) continue;
    if (!wanted.contains(representative(flat, flat.node_variable[n]))) continue;
    // Backwards from the node, through each driver to what feeds it, until the node is met again.
    std::vector<std::int32_t> queue{start}, came_from(assembly.nodes.size(), -1);
    for (std::size_t head = 0; head < queue.size(); ++head) {
      const std::int32_t instance = assembly.instance_of(driver_of(queue[head]));
      for (std::int32_t c = assembly.first_connector[at(instance)]; c < assembly.first_connector[at(instance) + 1]; ++c) {
        const std::int32_t node = assembly.node_of[at(c)];
        if (assembly.declaration_of(c).kind != ConnectorKind::input || driver_of(node) < 0 || came_from[at(node)] >= 0) continue;
        came_from[at(node)] = queue[head];
        if (node != start) {
          queue.push_back(node);
          continue;
        }
        std::vector<std::int32_t> loop;  // came_from leads forwards along the signal
        std::int32_t next = start;
        do {
          loop.push_back(assembly.instance_of(driver_of(next)));
          next = came_from[at(next)];
        } while (next != start);
        return loop;
      }
    }
  }
  return {};
}

std::string shorted_ports(const FlatSystem& flat, std::int32_t instance) {
  const Assembly& assembly = *flat.assembly;
  for (std::int32_t a = assembly.first_connector[at(instance)]; a < assembly.first_connector[at(instance) + 1]; ++a)
    for (std::int32_t b = a + 1; b < assembly.first_connector[at(instance) + 1]; ++b)
      if (assembly.node_of[at(a)] == assembly.node_of[at(b)] && assembly.declaration_of(a).kind == ConnectorKind::port)
        return assembly.connector_name(a) + " and " + assembly.connector_name(b);
  return {};
}

}  // namespace stribeck
