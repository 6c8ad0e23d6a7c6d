#include "simulation/outputs.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/decimal.h"
#include "base/index.h"
#include "base/pattern.h"
#include "component/derived_variables.h"

namespace stribeck {

namespace {

struct Nameable {
  OutputColumn column;
  ExprId expression;
  bool by_default;
  std::int32_t heated = -1;  ///< the instance whose heat it is
};

/// An output that a connection made of a variable or of a port's quantity, which are there under the same name.
bool is_tapped(const ComponentRecord& record, const ConnectorDeclaration& declaration) {
  return record.find_variable(declaration.name) >= 0 || declaration.name.find('.') != std::string::npos;
}

/// Every name that an output may have, instance by instance in the order of the diagram.
class Names {
 public:
  explicit Names(const FlatSystem& flat) : flat_(flat), signal_units_(flat.assembly->nodes.size()) {
    const Assembly& assembly = *flat.assembly;
    for (std::size_t n = 0; n < assembly.nodes.size(); ++n)
      for (const std::int32_t member : assembly.nodes[n].members)
        if (const ConnectorDeclaration& own = assembly.declaration_of(member);
            own.kind != ConnectorKind::port && signal_units_[n].empty() && !is_any(own))
          signal_units_[n] = own.unit;
  }

  void of_instance(std::int32_t i, std::vector<Nameable>& names) const {
    const Assembly& assembly = *flat_.assembly;
    const Instance& instance = flat_.diagram().instances[at(i)];
    for (std::size_t v = 0; v < instance.record->variables.size(); ++v) {
      const VariableDeclaration& declaration = instance.record->variables[v];
      const ExprId value = flat_.variable(flat_.first_variable[at(i)] + static_cast<std::int32_t>(v)).value;
      names.push_back({{instance.name + "." + declaration.name, declaration.unit, declaration.doc}, value, declaration.output});
    }
    for (const DerivedVariable& derived : derived_variables(*instance.record)) {
      const bool is_heat = derived.kind == DerivedVariable::Kind::heat;
      names.push_back({{instance.name + "." + std::string(derived.name), std::string(derived.unit), std::string(derived.doc)},
                       is_heat ? flat_.pool.zero() : loss_of(i),
                       false,
                       is_heat ? i : -1});
    }
    for (std::size_t k = 0; k < instance.record->connectors.size(); ++k) {
      const ConnectorDeclaration& declaration = instance.record->connectors[k];
      if (is_tapped(*instance.record, declaration)) continue;
      const std::int32_t connector = assembly.connector(i, static_cast<std::int32_t>(k));
      const std::int32_t node = assembly.node_of[at(connector)];
      const ExprId value = flat_.variable(flat_.node_variable[at(node)]).value;
      const std::string name = instance.name + "." + declaration.name;
      if (declaration.kind != ConnectorKind::port) {
        names.push_back({{name, is_any(declaration) ? signal_units_[at(node)] : declaration.unit, declaration.doc},
                         value,
                         declaration.kind == ConnectorKind::output});
        continue;
      }
      const Domain& domain = domains()[at(declaration.domain)];
      const ExprId through = flat_.variable(flat_.through_variable[at(connector)]).value;
      names.push_back({{name + "." + std::string(domain.across), std::string(domain.across_unit), "at port " + name}, value, false});
      names.push_back({{name + "." + std::string(domain.through), std::string(domain.through_unit), "into port " + name}, through, false});
    }
  }

  void positions(std::vector<Nameable>& names) const {
    const Assembly& assembly = *flat_.assembly;
    for (std::size_t r = 0; r < assembly.requests.size(); ++r) {
      const DisplacementRequest& request = assembly.requests[r];
      if (request.declaration >= 0) continue;
      const Domain& domain = domains()[at(assembly.declaration_of(request.connector).domain)];
      names.push_back(
          {{assembly.connector_name(request.connector) + ".position", std::string(domain.position_unit), "position from the origin"},
           flat_.variable(flat_.position_variable[r]).value,
           false});
    }
  }

 private:
  ExprId loss_of(std::int32_t instance) const {
    const std::vector<EnergyTerms>& energy = flat_.energy;
    return std::lower_bound(energy.begin(), energy.end(), instance,
                            [](const EnergyTerms& terms, std::int32_t i) { return terms.instance < i; })
        ->dissipated;
  }
  static bool is_any(const ConnectorDeclaration& declaration) { return declaration.unit.starts_with("any"); }

  const FlatSystem& flat_;
  std::vector<std::string> signal_units_;  // by node: what a connector that takes any unit carries, if another one there tells
};

bool measures(const std::string& unit, const OutputColumn& column) {
  const auto asked = unit.empty() ? std::nullopt : parse_unit(unit), own = parse_unit(column.unit);
  return asked && (!own || agree(asked->dimension, own->dimension));
}

/// The units in which the user wrote values of a variable: of a plot's axis, or of an initial value. Of the latter only those that are more
/// than a prefix, which the size of a number decides.
void take_written_units(const Diagram& diagram, std::vector<OutputColumn>& columns) {
  std::unordered_map<std::string_view, OutputColumn*> open;
  for (OutputColumn& column : columns)
    if (column.shown.empty()) open.emplace(column.name, &column);
  const auto offer = [&](std::string_view name, const std::string& unit) {
    const auto found = open.find(name);
    if (found != open.end() && found->second->shown.empty() && measures(unit, *found->second)) found->second->shown = unit;
  };
  for (const Plot& plot : diagram.plots) {
    for (const std::string& y : plot.y) offer(y, plot.y_unit);
    offer(plot.x, plot.x_unit);
  }
  for (const Instance& instance : diagram.instances)
    for (const Target& target : instance.targets) {
      const auto unit = target.unit.empty() ? std::nullopt : parse_unit(target.unit);
      if (!unit || is_power_of_ten(unit->factor)) continue;
      const std::string name = instance.name + "." + instance.record->variables[at(target.variable)].name;
      offer(name, target.unit);
    }
}

/// Names are made as they are asked for: of one instance, or of all in turn, never all at once.
class Selector {
 public:
  explicit Selector(const FlatSystem& flat) : flat_(flat), names_(flat) {
    const std::vector<Instance>& instances = flat.diagram().instances;
    for (std::size_t i = 0; i < instances.size(); ++i) instance_of_.emplace(instances[i].name, static_cast<std::int32_t>(i));
    names_.positions(positions_);
    for (std::size_t p = 0; p < positions_.size(); ++p) position_of_.emplace(positions_[p].column.name, p);
  }

  void take_defaults() {
    for_each([&](const Nameable& nameable) {
      if (nameable.by_default) take(nameable);
    });
  }
  void take_pattern(const std::string& pattern, const Position& position, const std::string& unit = {}) {
    bool any = false;
    const auto take_match = [&](const Nameable& nameable) {
      if (matches_pattern(pattern, nameable.column.name)) any = true, take(nameable, unit);
    };
    if (pattern.find('*') != std::string::npos) {
      for_each(take_match);
    } else if (const auto found = position_of_.find(pattern); found != position_of_.end()) {
      take_match(positions_[found->second]);
    } else if (const auto instance = instance_of_.find(instance_in(pattern)); instance != instance_of_.end()) {
      for (const Nameable& nameable : of_instance(instance->second)) take_match(nameable);
    }
    if (!any) refuse(pattern, position);
  }

  OutputSelection result;
  Diagnostics diagnostics;

 private:
  std::string_view instance_in(std::string_view name) const {
    const std::size_t end = end_of_instance(name, [this](std::string_view known) { return instance_of_.contains(known); });
    return name.substr(0, end == std::string_view::npos ? name.find('.') : end);
  }
  const std::vector<Nameable>& of_instance(std::int32_t i) {
    own_.clear();
    names_.of_instance(i, own_);
    return own_;
  }
  template <typename Visit>
  void for_each(Visit visit) {
    for (std::size_t i = 0; i < flat_.diagram().instances.size(); ++i)
      for (const Nameable& nameable : of_instance(static_cast<std::int32_t>(i))) visit(nameable);
    for (const Nameable& nameable : positions_) visit(nameable);
  }
  void take(const Nameable& nameable, const std::string& unit = {}) {
    if (!taken_.insert(nameable.column.name).second) return;
    result.columns.push_back(nameable.column);
    if (measures(unit, nameable.column)) result.columns.back().shown = unit;
    result.expressions.push_back(nameable.expression);
    if (nameable.heated >= 0) result.heats.push_back({result.columns.size() - 1, nameable.heated});
    result.asked = result.columns.size();
  }
  void refuse(const std::string& name, const Position& position) {
    std::vector<std::string> candidates;
    const std::string instance(instance_in(name));
    std::string own;
    for_each([&](const Nameable& nameable) {
      candidates.push_back(nameable.column.name);
      if (nameable.by_default && nameable.column.name.starts_with(instance + ".")) own += (own.empty() ? "" : ", ") + nameable.column.name;
    });
    Diagnostic diagnostic{.code = ErrorCode::diagram_unknown_variable,
                          .message = "no variable is called \"" + name + "\"",
                          .where = {.file = file_of(flat_.diagram(), position),
                                    .line = static_cast<int>(position.line),
                                    .column = static_cast<int>(position.column),
                                    .pointer = {},
                                    .instance = {},
                                    .relation = {}},
                          .because = own.empty() ? "" : "\"" + instance + "\" has " + own,
                          .remedy = did_you_mean(name, candidates),
                          .details = {}};
    diagnostics.add(std::move(diagnostic));
  }

  const FlatSystem& flat_;
  Names names_;
  std::unordered_map<std::string_view, std::int32_t> instance_of_;
  std::vector<Nameable> positions_, own_;
  std::unordered_map<std::string, std::size_t> position_of_;
  std::unordered_set<std::string> taken_;
};

}  // namespace

OutputSelection select_outputs(const FlatSystem& flat, ColumnsFor purpose) {
  const Diagram& diagram = flat.diagram();
  Selector selector(flat);
  if (diagram.outputs.empty()) selector.take_defaults();
  for (const OutputPattern& output : diagram.outputs) selector.take_pattern(output.text, output.position, output.unit);
  OutputSelection outputs = selector.result;
  for (const Plot& plot : diagram.plots) {  // checked even when nothing is drawn
    for (const std::string& y : plot.y) selector.take_pattern(y, plot.position);
    for (const std::string& mode : plot.modes) selector.take_pattern(mode, plot.position);
    if (plot.x != "time") selector.take_pattern(plot.x, plot.position);
  }
  const OutputSelection plots = selector.result;
  for (const ExpectedValue& value : diagram.expect.at) selector.take_pattern(value.variable, value.position);
  for (const ExpectedValue& value : diagram.expect.exact) selector.take_pattern(value.variable, value.position);
  selector.diagnostics.throw_if_errors();
  OutputSelection selection = purpose == ColumnsFor::outputs ? outputs : purpose == ColumnsFor::plots ? plots : selector.result;
  selection.asked = outputs.columns.size();
  take_written_units(diagram, selection.columns);
  return selection;
}

}  // namespace stribeck
