#include "explain/bond_graph.h"

#include <map>

#include "base/index.h"
#include "explain/dot.h"
#include "explain/element_form.h"
#include "explain/port_causality.h"

namespace stribeck {

namespace {

class Construction {
 public:
  explicit Construction(const SortedSystem& sorted)
      : flat_(*sorted.flat), assembly_(*flat_.assembly), sides_(port_causality(sorted)), junctions_(assembly_.nodes.size(), -1) {}

  BondGraph run() {
    const Diagram& diagram = flat_.diagram();
    graph_.title = diagram.title.empty() ? diagram.file : diagram.title;
    for (std::size_t n = 0; n < assembly_.nodes.size(); ++n) {
      const std::int32_t velocity = flat_.node_variable[n];
      const bool still = flat_.pool.is_constant(flat_.variable(velocity).value, 0);
      if (assembly_.nodes[n].domain >= 0 && !still)
        junctions_[n] = add_vertex(BondVertexKind::one_junction, "1", variable_name(flat_, velocity));
    }
    std::map<const ComponentRecord*, ElementForm> forms;
    for (std::size_t i = 0; i < diagram.instances.size(); ++i) {
      const ComponentRecord* record = diagram.instances[i].record;
      auto [form, is_new] = forms.try_emplace(record);
      if (is_new) form->second = element_form(*record);
      if (!form->second.forceless) add_instance(static_cast<std::int32_t>(i), form->second);
    }
    return std::move(graph_);
  }

 private:
  struct Port {
    std::int32_t junction;
    bool sets_velocity;
  };

  std::int32_t add_vertex(BondVertexKind kind, std::string letters, std::string name) {
    graph_.vertices.push_back({kind, std::move(letters), std::move(name)});
    return static_cast<std::int32_t>(graph_.vertices.size()) - 1;
  }
  /// Power into the element counts as positive, out of a source.
  void tie_element(std::int32_t junction, std::int32_t element, bool force_on_element, bool is_source) {
    if (is_source)
      graph_.bonds.push_back({element, junction, !force_on_element});
    else
      graph_.bonds.push_back({junction, element, force_on_element});
  }

  void add_instance(std::int32_t instance, const ElementForm& form) {
    const Instance& own = flat_.diagram().instances[at(instance)];
    std::vector<Port> ports;
    for (std::size_t k = 0; k < own.record->connectors.size(); ++k) {
      if (own.record->connectors[k].kind != ConnectorKind::port) continue;
      const std::int32_t connector = assembly_.connector(instance, static_cast<std::int32_t>(k));
      const std::int32_t junction = junctions_[at(assembly_.node_of[at(connector)])];
      if (junction >= 0) ports.push_back({junction, sides_[at(connector)] == PortSide::velocity_out});
    }
    const bool bridged = form.one_force && ports.size() == 2 && ports[0].junction == ports[1].junction;  // no relative motion, no power
    if (ports.empty() || bridged) return;
    const std::string letters = !form.letters.empty() ? form.letters : ports[0].sets_velocity ? "Sf" : "Se";
    const std::int32_t element = add_vertex(BondVertexKind::element, letters, own.name);
    if (ports.size() == 1)
      tie_element(ports[0].junction, element, ports[0].sets_velocity, form.is_source);
    else if (form.one_force)
      hang_between(ports, element, form.is_source);
    else
      pass_through(ports, element);
  }

  /// The force transmitted from the first port to the second is common to a 0-junction: exactly one of its three bonds determines it.
  void hang_between(const std::vector<Port>& ports, std::int32_t element, bool is_source) {
    const std::int32_t zero = add_vertex(BondVertexKind::zero_junction, "0", "");
    graph_.bonds.push_back({ports[0].junction, zero, ports[0].sets_velocity});
    graph_.bonds.push_back({zero, ports[1].junction, !ports[1].sets_velocity});
    tie_element(zero, element, ports[0].sets_velocity || ports[1].sets_velocity, is_source);
  }

  /// Power comes in at the first port and leaves at the others.
  void pass_through(const std::vector<Port>& ports, std::int32_t element) {
    graph_.bonds.push_back({ports[0].junction, element, ports[0].sets_velocity});
    for (std::size_t k = 1; k < ports.size(); ++k) graph_.bonds.push_back({element, ports[k].junction, !ports[k].sets_velocity});
  }

  const FlatSystem& flat_;
  const Assembly& assembly_;
  const std::vector<PortSide> sides_;
  std::vector<std::int32_t> junctions_;  // by node; -1: a signal, or never moves
  BondGraph graph_;
};

}  // namespace

BondGraph bond_graph(const SortedSystem& sorted) { return Construction(sorted).run(); }

std::string to_dot(const BondGraph& graph) {
  std::string text = "digraph bonds {\n  label=" + dot_quoted(graph.title) + ";\n  node [shape=plaintext, fontsize=12];\n";
  for (std::size_t v = 0; v < graph.vertices.size(); ++v) {
    const BondVertex& vertex = graph.vertices[v];
    const std::string label = vertex.name.empty() ? vertex.letters : vertex.letters + "\n" + vertex.name;
    text += "  v" + std::to_string(v) + " [label=" + dot_quoted(label) + "];\n";
  }
  for (const Bond& bond : graph.bonds)
    text += "  v" + std::to_string(bond.from) + " -> v" + std::to_string(bond.to) +
            (bond.stroke_at_to ? " [arrowhead=teelvee];\n" : " [dir=both, arrowhead=lvee, arrowtail=tee];\n");
  return text + "}\n";
}

}  // namespace stribeck
