#include "explain/bond_graph.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/index.h"
#include "explain/element_form.h"
#include "explain/port_causality.h"
#include "explain/port_ties.h"
#include "explain/storage.h"
#include "expression/walk.h"

namespace stribeck {

namespace {

constexpr double kSameModulus = 1e-12;  // of the greater one: apart by rounding alone

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
  static std::string negative(const std::string& name) {
    return name.empty() ? "" : name.starts_with(kMinusSign) ? name.substr(kMinusSign.size()) : std::string(kMinusSign) + name;
  }
  static std::string difference(const Port& one, const Port& other) { return one.flow + " " + std::string(kMinusSign) + " " + other.flow; }
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
    if (!form.shares_motion && stores) {
      const std::string letters = std::string(form.resists ? "R" : "") + (form.compliant ? "C" : "") + (form.inertial ? "I" : "");
      BondVertex field = element(letters, causality_of(form.inertial, port.sets_velocity));
      field.states = states_of(instance, true);
      for (std::string& state : states_of(instance, false)) field.states.push_back(std::move(state));
      return {field};
    }
    std::vector<BondVertex> parts;  // first the one that may set the velocity
    std::vector<std::string> held = states_of(instance, false);
    const bool losses_lead = port.sets_velocity && !form.inertial && form.compliant && form.resists && !held.empty();
    if (form.inertial)
      parts.push_back(element("I", causality_of(true, port.sets_velocity))), parts.back().states = states_of(instance, true);
    if (losses_lead) parts.push_back(element("R"));  // a force on a spring and a damper: the spring keeps its state
    if (form.compliant)
      parts.push_back(element("C", causality_of(false, port.sets_velocity && !form.inertial && !losses_lead))),
          parts.back().states = std::move(held);
    if (form.resists && !losses_lead) parts.push_back(element(is_commanded && !form.is_source && !stores ? "MR" : "R"));
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
      symbols_below(*flat_.pool, walker, terms.stored, kUnknown, symbols);
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
    } else if (!hang_on_ratios(ports, form, instance) && !tie_ratios(ports, form, own)) {
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
    between.flow = difference(ports[0], ports[1]);
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
      between.flow = difference(one->ports[0], one->ports[1]);
      add_parts(between, own, sets_velocity && one == &lead);
      element_of_[at(one->instance)] = vertex_of_;
    }
  }

  static std::vector<std::int32_t> connectors_of(const std::vector<Port>& ports) {
    std::vector<std::int32_t> connectors;
    for (const Port& port : ports) connectors.push_back(port.connector);
    return connectors;
  }
  static bool sets_velocity(const Port& port) { return port.sets_velocity; }

  /// What all ports have in common that share one force, each times a ratio: a 0-junction.
  struct Common {
    std::int32_t junction;
    int domain;
    std::string effort;
  };

  /// Their velocities add up in it, each times its ratio. A transformer turns those that differ, of which there are as few as possible.
  /// Power comes in at the first port; where the ratios have its sign, too.
  Common add_common(const std::vector<Port>& ports, const PortTie& ratios, const std::string& name) {
    const auto is_unit = [&](std::size_t k, std::size_t one) {
      return ports[k].domain == ports[one].domain &&
             std::fabs(std::fabs(ratios[k]) - std::fabs(ratios[one])) <= kSameModulus * std::fabs(ratios[one]);
    };
    std::size_t first = ports.size(), unit = 0;
    std::ptrdiff_t most = 0;
    for (std::size_t k = 0; k < ports.size(); ++k) {
      if (ratios[k] == 0) continue;
      first = std::min(first, k);
      std::ptrdiff_t alike = 0;
      for (std::size_t other = 0; other < ports.size(); ++other) alike += ratios[other] != 0 && is_unit(other, k) ? 1 : 0;
      if (alike > most) most = alike, unit = k;
    }
    const double scale = std::copysign(1 / ratios[unit], ratios[first]);
    const std::int32_t zero = add_vertex({BondVertexKind::zero_junction, "0", name, ports[unit].domain});
    Common common{zero, ports[unit].domain, scale * ratios[unit] > 0 ? ports[unit].effort : negative(ports[unit].effort)};
    for (std::size_t k = 0; k < ports.size(); ++k)
      if (ratios[k] != 0) add_branch(ports[k], common, scale * ratios[k], is_unit(k, unit));
    return common;
  }

  void add_branch(const Port& port, const Common& common, double ratio, bool is_unit) {
    const bool comes_in = ratio > 0;
    std::int32_t end = common.junction;
    if (!is_unit) {
      BondVertex turns{BondVertexKind::element, "TF", "", port.domain == common.domain ? common.domain : -1};
      turns.modulus = comes_in ? ratio : -1 / ratio;
      turns.modulus_unit = comes_in ? unit_between(port.domain, common.domain) : unit_between(common.domain, port.domain);
      end = add_vertex(std::move(turns));
      Port inside{common.junction, port.sets_velocity, common.domain, common.effort, ""};
      if (comes_in)
        add_bond(end, common.junction, port.sets_velocity, inside);
      else
        add_bond(common.junction, end, !port.sets_velocity, inside);
    }
    if (comes_in)
      add_bond(port.junction, end, port.sets_velocity, port);
    else
      add_bond(end, port.junction, !port.sets_velocity, outwards(port));
  }

  /// Of a modulus; none between flows of one kind.
  static std::string unit_between(int in, int out) {
    const auto unit = [](int domain) { return std::string(domains()[at(domain)].position_unit); };
    return unit(in) == unit(out) ? "" : unit(out) + "/" + unit(in);
  }

  /// What acts by one force on all its ports, each times a ratio, as a belt that stretches does: its elements have the one velocity that
  /// belongs to it. False, and nothing added: it does not.
  bool hang_on_ratios(const std::vector<Port>& ports, const ElementForm& form, std::int32_t instance) {
    if (form.between != ElementForm::Between::field || form.inertial || !form.shares_motion) return false;
    const Instance& own = flat_.diagram().instances[at(instance)];
    const std::vector<PortTie> ties = port_ties(*own.record, own.parameters, connectors_of(ports), PortQuantity::force);
    const auto setting = std::count_if(ports.begin(), ports.end(), sets_velocity);
    if (ties.size() + 1 != ports.size() || setting > 1) return false;
    PortTie ratios(ports.size(), 1);  // forces over that of the last port
    for (std::size_t k = 0; k < ties.size(); ++k) ratios[k] = -ties[k].back();
    if (std::any_of(ratios.begin(), ratios.end(), [](double ratio) { return ratio == 0; })) return false;
    const Common common = add_common(ports, ratios, own.name);
    Port between{common.junction, setting == 1, common.domain, common.effort, ""};
    const std::vector<BondVertex> parts = parts_of(form, instance, between);
    if (parts.size() > 1) {
      between.junction = add_vertex({BondVertexKind::one_junction, "1", "", common.domain});
      add_bond(common.junction, between.junction, between.sets_velocity, between);
    }
    add_parts(between, parts, between.sets_velocity);
    return true;
  }

  /// Velocities of more than two ports that fixed ratios tie, as those of a planetary gear: a 0-junction for each tie, whose force a port
  /// determines that follows. False, and nothing added: the ratios are not fixed.
  bool tie_ratios(std::vector<Port> ports, const ElementForm& form, const Instance& own) {
    if (form.between != ElementForm::Between::transformer || ports.size() < 3) return false;
    const bool losses_lead = form.resists && std::all_of(ports.begin(), ports.end(), sets_velocity);
    Port losses = ports[0];
    if (losses_lead) ports[0].sets_velocity = false;
    std::vector<std::size_t> order;  // of ports: first those that follow
    for (const bool follows : {true, false})
      for (std::size_t k = 0; k < ports.size(); ++k)
        if (ports[k].sets_velocity == follows) order.push_back(k);
    std::vector<std::int32_t> connectors;
    for (const std::size_t k : order) connectors.push_back(ports[k].connector);
    const std::vector<PortTie> ties = port_ties(*own.record, own.parameters, connectors, PortQuantity::velocity);
    if (static_cast<std::ptrdiff_t>(ties.size()) != std::count_if(ports.begin(), ports.end(), sets_velocity)) return false;
    for (std::size_t t = 0; t < ties.size(); ++t)
      if (ties[t][t] != 1 || std::count_if(ties[t].begin(), ties[t].end(), [](double ratio) { return ratio != 0; }) < 2) return false;
    if (ties.empty()) return false;
    if (form.resists) ports[0].effort.clear();  // the force of the port is that of both
    for (const PortTie& tie : ties) {
      PortTie ratios(ports.size(), 0);
      for (std::size_t k = 0; k < order.size(); ++k) ratios[order[k]] = tie[k];
      const Common common = add_common(ports, ratios, own.name);
      if (vertex_of_ < 0) vertex_of_ = common.junction;
    }
    if (form.resists) add_losses(losses, own, losses_lead);
    return true;
  }

  void add_losses(Port port, const Instance& own, bool lead) {
    port.effort.clear();
    tie_element(port, {BondVertexKind::element, "R", own.name + ", losses", port.domain}, lead);
  }

  /// Power comes in at the first port and leaves at the others; into a field it goes at all of them. What a transformer loses, it takes
  /// from its first port.
  void pass_through(const std::vector<Port>& ports, const ElementForm& form, const Instance& own) {
    using Between = ElementForm::Between;
    const bool is_field = form.between == Between::field;
    BondVertex vertex{BondVertexKind::element, form.letters, own.name};
    if (!is_field) vertex.letters = form.between == Between::gyrator ? "GY" : form.varies ? "MTF" : "TF";
    if (form.between == Between::transformer && ports.size() == 2) {
      const std::vector<PortTie> ties = port_ties(*own.record, own.parameters, connectors_of(ports), PortQuantity::velocity);
      if (ties.size() == 1 && ties[0][0] == 1 && ties[0][1] != 0) {
        vertex.modulus = -1 / ties[0][1];
        vertex.modulus_unit = unit_between(ports[0].domain, ports[1].domain);
      }
    }
    const bool one_domain = std::all_of(ports.begin(), ports.end(), [&](const Port& port) { return port.domain == ports[0].domain; });
    if (one_domain) vertex.domain = ports[0].domain;
    const std::int32_t element = add_vertex(std::move(vertex));
    vertex_of_ = element;
    const bool losses_lead = !is_field && form.resists && std::all_of(ports.begin(), ports.end(), sets_velocity);
    for (std::size_t k = 0; k < ports.size(); ++k)
      if (is_field || k == 0)
        add_bond(ports[k].junction, element, ports[k].sets_velocity && !losses_lead, ports[k]);
      else
        add_bond(element, ports[k].junction, !ports[k].sets_velocity, outwards(ports[k]));
    if (form.resists && !is_field) {  // the force of the port is that of both
      graph_.bonds[graph_.bonds.size() - ports.size()].effort.clear();
      add_losses(ports[0], own, losses_lead);
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

BondGraph bond_graph(const SortedSystem& sorted) { return Construction(sorted).run(); }

}  // namespace stribeck
