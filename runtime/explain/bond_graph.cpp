#include "explain/bond_graph.h"

#include <algorithm>
#include <map>

#include "base/index.h"
#include "base/text.h"
#include "base/xml.h"
#include "explain/dot.h"
#include "explain/element_form.h"
#include "explain/port_causality.h"
#include "explain/storage.h"
#include "expression/walk.h"

namespace stribeck {

namespace {

class Construction {
 public:
  explicit Construction(const SortedSystem& sorted)
      : sorted_(sorted),
        flat_(*sorted.flat),
        assembly_(*flat_.assembly),
        sides_(port_causality(sorted)),
        junctions_(assembly_.nodes.size(), -1),
        element_of_(flat_.diagram().instances.size(), -1) {}

  BondGraph run() {
    const Diagram& diagram = flat_.diagram();
    graph_.title = diagram.title.empty() ? diagram.file : diagram.title;
    for (std::size_t n = 0; n < assembly_.nodes.size(); ++n)
      if (may_move(flat_, static_cast<std::int32_t>(n)))
        junctions_[n] =
            add_vertex({BondVertexKind::one_junction, "1", variable_name(flat_, flat_.node_variable[n]), assembly_.nodes[n].domain});
    std::map<const ComponentRecord*, ElementForm> forms;
    for (std::size_t i = 0; i < diagram.instances.size(); ++i) {
      const ComponentRecord* record = diagram.instances[i].record;
      auto [form, is_new] = forms.try_emplace(record);
      if (is_new) form->second = element_form(*record);
      if (!form->second.forceless) add_instance(static_cast<std::int32_t>(i), form->second);
    }
    for (const auto& [junctions, hanging] : hanging_) hang_between(hanging);
    add_signals();
    for (const std::int32_t state : sorted_.states) graph_.states.push_back(variable_name(flat_, state));
    return std::move(graph_);
  }

 private:
  using Causality = BondVertex::Causality;
  struct Port {
    std::int32_t junction;
    bool sets_velocity;
    int domain;
    std::string effort, flow;     // its force, positive into the component, and its velocity
    std::int32_t connector = -1;  // of the component
  };

  std::int32_t add_vertex(BondVertex vertex) {
    graph_.vertices.push_back(std::move(vertex));
    return static_cast<std::int32_t>(graph_.vertices.size()) - 1;
  }
  void add_bond(std::int32_t from, std::int32_t to, bool stroke_at_to, const Port& port) {
    graph_.bonds.push_back({from, to, stroke_at_to, port.domain, port.effort, port.flow});
  }
  static std::string negative(const std::string& name) { return name.empty() ? "" : name.starts_with("-") ? name.substr(1) : "-" + name; }
  /// The same port, its power counted the other way.
  static Port outwards(Port port) {
    port.effort = negative(port.effort);
    return port;
  }

  /// One element: power into it counts as positive, out of a source.
  void tie_element(const Port& port, const BondVertex& element, bool sets_velocity) {
    const bool is_source = element.letters.ends_with("Se") || element.letters.ends_with("Sf");
    const std::int32_t own = add_vertex(element);
    if (vertex_of_ < 0) vertex_of_ = own;
    if (is_source)
      add_bond(own, port.junction, !sets_velocity, outwards(port));
    else
      add_bond(port.junction, own, sets_velocity, port);
  }

  static Causality causality_of(bool is_inertial, bool sets_velocity) {
    return is_integral(is_inertial, sets_velocity) ? Causality::integral : Causality::derivative;
  }

  /// What the component does with one velocity: each of its elements, of which at most one sets it.
  std::vector<BondVertex> parts_of(const ElementForm& form, std::int32_t instance, const Port& port) const {
    const std::string& name = flat_.diagram().instances[at(instance)].name;
    const bool is_commanded = has_signal(instance);
    const auto element = [&](std::string letters, Causality causality = Causality::none) {
      return BondVertex{BondVertexKind::element, std::move(letters), name, port.domain, causality};
    };
    std::string source = !form.source.empty() ? form.source : port.sets_velocity && !form.inertial ? "Sf" : "Se";
    if (is_commanded) source.insert(0, "M");
    const bool stores = form.compliant || form.inertial;
    if (form.is_source && (!form.shares_motion || !stores)) return {element(source)};  // a motor: what it loses and stores is inside
    const bool is_field = !form.shares_motion || (port.sets_velocity && !form.inertial && form.compliant && form.resists);
    if (is_field && stores) {
      const std::string letters = std::string(form.resists ? "R" : "") + (form.compliant ? "C" : "") + (form.inertial ? "I" : "");
      BondVertex field = element(letters, causality_of(form.inertial, port.sets_velocity));
      field.states = states_of(instance, true);
      for (std::string& state : states_of(instance, false)) field.states.push_back(std::move(state));
      return {field};
    }
    std::vector<BondVertex> parts;  // first the one that may set the velocity
    if (form.inertial)
      parts.push_back(element("I", causality_of(true, port.sets_velocity))), parts.back().states = states_of(instance, true);
    if (form.compliant)
      parts.push_back(element("C", causality_of(false, port.sets_velocity && !form.inertial))),
          parts.back().states = states_of(instance, false);
    if (form.resists) parts.push_back(element(is_commanded && !form.is_source && !stores ? "MR" : "R"));
    if ((form.is_source && (is_commanded || !form.modulated)) || parts.empty()) parts.push_back(element(source));
    return parts;
  }

  /// The states that the energy of a component depends on: those that move, as velocities and momenta do, or the others.
  std::vector<std::string> states_of(std::int32_t instance, bool moving) const {
    std::vector<std::string> names;
    for (const EnergyTerms& terms : flat_.energy) {
      if (terms.instance != instance || terms.stored == ExprId::none) continue;
      Walker walker;
      std::vector<std::int32_t> symbols;
      symbols_below(flat_.pool, walker, terms.stored, kUnknown, symbols);
      for (const std::int32_t symbol : symbols) {
        const std::int32_t v = flat_.variable_of(symbol);
        if (v < 0 || !sorted_.is_state(v)) continue;
        const VariableDeclaration* declared = flat_.declaration_of(v);
        const bool is_place = declared != nullptr && (declared->unit == "m" || declared->unit == "rad");
        if (is_place != moving) names.push_back(variable_name(flat_, v));
      }
    }
    return names;
  }

  /// One of its inputs is connected.
  bool has_signal(std::int32_t instance) const {
    const std::vector<ConnectorDeclaration>& connectors = flat_.diagram().instances[at(instance)].record->connectors;
    for (std::size_t k = 0; k < connectors.size(); ++k)
      if (connectors[k].kind == ConnectorKind::input &&
          assembly_.nodes[at(assembly_.node_of[at(assembly_.connector(instance, static_cast<std::int32_t>(k)))])].driver >= 0)
        return true;
    return false;
  }

  /// Of several, no force has a name of its own.
  void add_parts(Port port, const std::vector<BondVertex>& parts, bool sets_velocity) {
    if (parts.size() > 1) port.effort.clear();
    for (std::size_t k = 0; k < parts.size(); ++k) tie_element(port, parts[k], sets_velocity && k == 0);
  }

  void add_instance(std::int32_t instance, const ElementForm& form) {
    const Instance& own = flat_.diagram().instances[at(instance)];
    vertex_of_ = -1;
    std::vector<Port> ports;
    for (std::size_t k = 0; k < own.record->connectors.size(); ++k) {
      if (own.record->connectors[k].kind != ConnectorKind::port) continue;
      const std::int32_t connector = assembly_.connector(instance, static_cast<std::int32_t>(k));
      const std::int32_t junction = junctions_[at(assembly_.node_of[at(connector)])];
      if (junction >= 0)
        ports.push_back({junction, sides_[at(connector)] == PortSide::velocity_out, own.record->connectors[k].domain,
                         variable_name(flat_, flat_.through_variable[at(connector)]), graph_.vertices[at(junction)].name,
                         static_cast<std::int32_t>(k)});
    }
    const bool bridged = form.one_force && ports.size() == 2 && ports[0].junction == ports[1].junction;  // no relative motion, no power
    if (ports.empty() || bridged) return;
    if (ports.size() == 1) {
      add_parts(ports[0], parts_of(form, instance, ports[0]), ports[0].sets_velocity);
    } else if (form.one_force) {
      auto& hanging = hanging_between(ports[0].junction, ports[1].junction);
      hanging.all.push_back({instance, &form, std::move(ports)});
      return;
    } else {
      pass_through(ports, form, own);
    }
    element_of_[at(instance)] = vertex_of_;
  }

  /// Components that each transmit one force between the same two junctions, in the order of the diagram.
  struct Hanging {
    struct One {
      std::int32_t instance;
      const ElementForm* form;
      std::vector<Port> ports;
    };
    std::vector<One> all;
  };

  Hanging& hanging_between(std::int32_t a, std::int32_t b) {
    const std::pair<std::int32_t, std::int32_t> key = std::minmax(a, b);
    auto found = std::find_if(hanging_.begin(), hanging_.end(), [&](const auto& own) { return own.first == key; });
    if (found == hanging_.end()) found = hanging_.insert(found, {key, {}});
    return found->second;
  }

  /// The force transmitted from one junction to the other is common to a 0-junction; what has the same relative velocity, to a 1-junction.
  /// Exactly one of the three bonds of the 0-junction determines its force.
  void hang_between(const Hanging& hanging) {
    const Hanging::One& lead = *std::find_if(hanging.all.begin(), hanging.all.end() - 1, [](const Hanging::One& one) {
      return one.ports[0].sets_velocity || one.ports[1].sets_velocity;
    });
    const std::vector<Port>& ports = lead.ports;
    const int domain = ports[0].domain;
    const bool is_alone = hanging.all.size() == 1, sets_velocity = ports[0].sets_velocity || ports[1].sets_velocity;
    const std::int32_t zero = add_vertex({BondVertexKind::zero_junction, "0", "", domain});
    Port first = ports[0], second = ports[1], between = ports[0];
    if (!is_alone) first.effort.clear();  // the sum of several
    second.effort = first.effort;         // what it transmits
    between.junction = zero;
    between.effort = first.effort;
    between.flow += " - " + ports[1].flow;
    add_bond(ports[0].junction, zero, ports[0].sets_velocity, first);
    add_bond(zero, ports[1].junction, !ports[1].sets_velocity, second);
    std::vector<std::pair<const Hanging::One*, std::vector<BondVertex>>> parts;  // first those that may set the velocity
    for (const Hanging::One& one : hanging.all) {
      Port own = between;
      own.sets_velocity = &one == &lead && sets_velocity;
      parts.insert(&one == &lead ? parts.begin() : parts.end(), {&one, parts_of(*one.form, one.instance, own)});
    }
    if (!is_alone || parts.front().second.size() > 1) {
      const std::int32_t relative = add_vertex({BondVertexKind::one_junction, "1", "", domain});
      add_bond(zero, relative, sets_velocity, between);
      between.junction = relative;
    }
    for (const auto& [one, own] : parts) {
      vertex_of_ = -1;
      between.effort = one->ports[0].effort;
      between.flow = one->ports[0].flow + " - " + one->ports[1].flow;
      add_parts(between, own, sets_velocity && one == &lead);
      element_of_[at(one->instance)] = vertex_of_;
    }
  }

  /// Power comes in at the first port and leaves at the others; into a field it goes at all of them. What a transformer loses, it takes
  /// from its first port.
  void pass_through(const std::vector<Port>& ports, const ElementForm& form, const Instance& own) {
    using Between = ElementForm::Between;
    const bool is_field = form.between == Between::field;
    BondVertex vertex{BondVertexKind::element, form.letters, own.name};
    if (!is_field) vertex.letters = form.between == Between::gyrator ? "GY" : form.varies ? "MTF" : "TF";
    if (form.between == Between::transformer && ports.size() == 2)
      vertex.modulus = modulus_of(*own.record, own.parameters, ports[0].connector, ports[1].connector);
    const bool one_domain = std::all_of(ports.begin(), ports.end(), [&](const Port& port) { return port.domain == ports[0].domain; });
    if (one_domain) vertex.domain = ports[0].domain;
    const std::int32_t element = add_vertex(std::move(vertex));
    vertex_of_ = element;
    const bool losses_lead =
        !is_field && form.resists && std::all_of(ports.begin(), ports.end(), [](const Port& port) { return port.sets_velocity; });
    for (std::size_t k = 0; k < ports.size(); ++k)
      if (is_field || k == 0)
        add_bond(ports[k].junction, element, ports[k].sets_velocity && !losses_lead, ports[k]);
      else
        add_bond(element, ports[k].junction, !ports[k].sets_velocity, outwards(ports[k]));
    if (form.resists && !is_field) {  // the force of the port is that of both
      graph_.bonds[graph_.bonds.size() - ports.size()].effort.clear();
      Port losses = ports[0];
      losses.effort.clear();
      tie_element(losses, {BondVertexKind::element, "R", own.name + ", losses", ports[0].domain}, losses_lead);
    }
  }

  /// Components of signals, and sensors, as boxes with what they tell one another and the elements.
  void add_signals() {
    for (std::size_t n = 0; n < assembly_.nodes.size(); ++n) {
      const NetworkNode& node = assembly_.nodes[n];
      if (node.domain >= 0 || node.driver < 0 || assembly_.is_of_part(static_cast<std::int32_t>(n))) continue;
      for (const std::int32_t member : node.members) {
        if (member == node.driver) continue;
        const std::int32_t from = box_of(assembly_.instance_of(node.driver)), to = box_of(assembly_.instance_of(member));
        const auto same = [&](const BondSignal& own) { return own.from == from && own.to == to; };
        if (std::none_of(graph_.signals.begin(), graph_.signals.end(), same)) graph_.signals.push_back({from, to});
      }
    }
  }
  /// The element that it is, or else a box, into which a sensor's velocities come.
  std::int32_t box_of(std::int32_t instance) {
    std::int32_t& own = element_of_[at(instance)];
    if (own >= 0) return own;
    const Instance& component = flat_.diagram().instances[at(instance)];
    own = add_vertex({BondVertexKind::signal, "", component.name});
    for (std::size_t k = 0; k < component.record->connectors.size(); ++k) {
      if (component.record->connectors[k].kind != ConnectorKind::port) continue;
      const std::int32_t junction = junctions_[at(assembly_.node_of[at(assembly_.connector(instance, static_cast<std::int32_t>(k)))])];
      if (junction >= 0) graph_.signals.push_back({junction, element_of_[at(instance)]});
    }
    return element_of_[at(instance)];
  }

  const SortedSystem& sorted_;
  const FlatSystem& flat_;
  const Assembly& assembly_;
  const std::vector<PortSide> sides_;
  std::vector<std::int32_t> junctions_;                                             // by node; -1: a signal, or never moves
  std::vector<std::int32_t> element_of_;                                            // by instance: its vertex, the first of several
  std::int32_t vertex_of_ = -1;                                                     // of the instance that is being added
  std::vector<std::pair<std::pair<std::int32_t, std::int32_t>, Hanging>> hanging_;  // by the two junctions
  BondGraph graph_;
};

}  // namespace

namespace {

// The colours of the schematic.
constexpr std::string_view kRotationColour = "#007A5A", kTranslationColour = "#0060A0", kSignalColour = "#8A5A00", kPlainColour = "#222222";
constexpr std::string_view kDerivativeColour = "#B00020";

constexpr std::string_view kFont = "DejaVu Sans,Verdana,sans-serif";  // of which Graphviz knows how wide it is

std::string_view colour_of(int domain) {
  if (domain < 0) return kPlainColour;
  return domains()[at(domain)].position_unit == "rad" ? kRotationColour : kTranslationColour;
}

std::string line(const std::string& text) { return "<br/><font point-size=\"10\">" + escaped(text) + "</font>"; }

/// "states: a, b", not wider than a drawing is.
std::vector<std::string> in_lines(const std::vector<std::string>& states) {
  constexpr std::size_t kWidest = 100;  // characters
  std::vector<std::string> lines{states.empty() ? "no states" : "states:"};
  for (std::size_t k = 0; k < states.size(); ++k) {
    if (lines.back().size() + states[k].size() > kWidest) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : " ") + states[k] + (k + 1 < states.size() ? "," : "");
  }
  return lines;
}

/// The letters above the name, in the colour of the domain.
std::string look_of(const BondVertex& vertex) {
  const bool is_derivative = vertex.causality == BondVertex::Causality::derivative;
  const std::string_view colour = is_derivative ? kDerivativeColour : colour_of(vertex.domain);
  if (vertex.kind == BondVertexKind::signal)
    return "shape=box, style=rounded, height=0.3, color=\"" + std::string(kSignalColour) + "\", label=" + dot_quoted(vertex.name);
  std::string label = "<b><font color=\"" + std::string(colour) + "\">" + escaped(vertex.letters) + "</font></b>";
  if (!vertex.name.empty()) label += "<br/>" + escaped(vertex.name);
  if (!is_derivative)
    for (const std::string& state : vertex.states) label += line("state " + state);
  if (vertex.modulus) label += "<br/>m = " + short_number(*vertex.modulus);
  return "label=<" + label + ">";
}

/// Effort above, flow below; what has no name of its own is left open.
std::string label_of(const Bond& bond) {
  const auto shown = [](const std::string& name) { return "&#160;" + (name.empty() ? std::string("&#8211;") : escaped(name)); };
  return ", label=<<font point-size=\"9\">" + shown(bond.effort) + "<br/>" + shown(bond.flow) + "</font>>";
}

}  // namespace

BondGraph bond_graph(const SortedSystem& sorted) { return Construction(sorted).run(); }

std::string to_dot(const BondGraph& graph, bool labelled) {
  const std::string font(kFont);
  const auto has = [&](BondVertex::Causality causality) {
    return std::any_of(graph.vertices.begin(), graph.vertices.end(), [&](const BondVertex& own) { return own.causality == causality; });
  };
  const bool has_modulus =
      std::any_of(graph.vertices.begin(), graph.vertices.end(), [](const BondVertex& own) { return own.modulus.has_value(); });
  std::string text = "digraph bonds {\n  graph [pad=0.15, labelloc=t, fontname=\"" + font + "\", label=<" + escaped(graph.title) +
                     line("half arrow: where positive power flows") + line("bar: the end on which the effort (force, torque) is imposed");
  if (labelled) text += line("at the bonds: effort, and flow below it");
  if (has_modulus) text += line("m of a transformer: flow out over flow in");
  if (has(BondVertex::Causality::derivative)) text += line("red: derivative causality, no state of its own");
  for (const std::string& states : in_lines(graph.states)) text += line(states);
  text +=
      ">];\n  node [shape=plaintext, fontname=\"" + font + "\", fontsize=12, margin=\"0.08,0.08\"];\n  edge [fontname=\"" + font + "\"];\n";
  for (std::size_t v = 0; v < graph.vertices.size(); ++v) text += "  v" + std::to_string(v) + " [" + look_of(graph.vertices[v]) + "];\n";
  for (const Bond& bond : graph.bonds)
    text += "  v" + std::to_string(bond.from) + " -> v" + std::to_string(bond.to) + " [color=\"" + std::string(colour_of(bond.domain)) +
            (bond.stroke_at_to ? "\", arrowhead=teelvee" : "\", dir=both, arrowhead=lvee, arrowtail=tee") +
            (labelled ? label_of(bond) : "") + "];\n";
  // Those into elements are written backwards: no loop of signals turns power round. So what commands an element stands below it, and they
  // take part in the order of each row: without that a signal from element to element passed the bonds between them.
  for (const BondSignal& signal : graph.signals) {
    const bool is_back = graph.vertices[at(signal.to)].kind != BondVertexKind::signal;
    text += "  v" + std::to_string(is_back ? signal.to : signal.from) + " -> v" + std::to_string(is_back ? signal.from : signal.to) +
            " [style=dashed, arrowsize=0.7, color=\"" + std::string(kSignalColour) +
            (is_back ? "\", dir=back, arrowtail=vee];\n" : "\", arrowhead=vee];\n");
  }
  return text + "}\n";
}

}  // namespace stribeck
