#include "compile/outputs.h"

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

/// Whether an output was made by connecting a variable or a quantity of a port, which already has a column of the same name.
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
    for (std::size_t n = 0; n < assembly.nodes.size(); ++n)
      if (signal_units_[n].empty()) signal_units_[n] = assembly.signal_units[n];
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
      using Kind = DerivedVariable::Kind;
      if (derived.kind != Kind::loss && derived.kind != Kind::heat) continue;  // those with a name are variables
      const bool is_heat = derived.kind == Kind::heat;
      names.push_back({{instance.name + "." + std::string(derived.name), std::string(derived.unit), std::string(derived.doc)},
                       is_heat ? flat_.pool->zero() : loss_of(i),
                       false,
                       is_heat ? i : -1});
    }
    for (std::size_t k = 0; k < instance.record->connectors.size(); ++k) {
      const ConnectorDeclaration& declaration = instance.record->connectors[k];
      if (!declaration.is_part() && is_tapped(*instance.record, declaration)) continue;
      const std::int32_t connector = assembly.connector(i, static_cast<std::int32_t>(k));
      const std::int32_t node = assembly.node_of[at(connector)];
      const ExprId value = flat_.variable(flat_.node_variable[at(node)]).value;
      const std::string name = instance.name + "." + declaration.name;
      if (declaration.kind != ConnectorKind::port) {
        names.push_back({{name, is_any(declaration) ? signal_units_[at(node)] : declaration.unit, declaration.doc},
                         value,
                         declaration.kind == ConnectorKind::output && !declaration.is_part()});
        continue;
      }
      const Domain& domain = domains()[at(declaration.domain)];
      const ExprId through = flat_.variable(flat_.through_variable[at(connector)]).value;
      const auto add = [&](std::string_view quantity, std::string_view unit, const std::string& doc, ExprId of_port) {
        names.push_back({{assembly.quantity_name(connector, quantity), std::string(unit), doc}, of_port, false});
      };
      add(domain.across, domain.across_unit, "at port " + name, value);
      add(domain.through, domain.through_unit, "into port " + name, through);
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
  std::vector<std::string> signal_units_;  // by node: the unit of connectors that take any unit, if another connector there has one
};

bool measures(const std::string& unit, const OutputColumn& column) {
  const auto asked = unit.empty() ? std::nullopt : parse_unit(unit), own = parse_unit(column.unit);
  return asked && (!own || agree(asked->dimension, own->dimension));
}

/// Takes the units in which the user wrote values of a variable: of the axis of a plot, or of an initial value. Of an initial value a mere
/// prefix does not count, since that depends on the size of the number.
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
    const std::vector<ShownFormula>& formulas = flat_.diagram().formulas;
    const auto formula = std::find_if(formulas.begin(), formulas.end(), [&](const ShownFormula& f) { return f.text == pattern; });
    if (formula != formulas.end()) return take_formula(*formula, unit);
    if (pattern.find('*') == std::string::npos) {
      if (const Nameable* const nameable = find(pattern)) return take(*nameable, unit);
      return refuse(pattern, position);
    }
    bool any = false;
    const auto take_match = [&](const Nameable& nameable) {
      if (matches_pattern(pattern, nameable.column.name)) any = true, take(nameable, unit);
    };
    for_each(take_match);
    if (!any) refuse(pattern, position);
  }

  /// Gives those values places behind the columns that only formulas need.
  void complete(OutputSelection& selection) const {
    std::vector<std::optional<std::size_t>> places(hidden_.size());
    for (FormulaColumn& formula : selection.formulas)
      for (FormulaColumn::Operand& operand : formula.operands) {
        if (operand.kind != ShownFormula::Kind::variable) continue;
        const Nameable& value = hidden_[operand.index];
        std::optional<std::size_t>& place = places[operand.index];
        if (!place) {
          place = selection.expressions.size();
          selection.expressions.push_back(value.expression);
          if (value.heated >= 0) selection.heats.push_back({*place, value.heated});
        }
        operand.index = *place;
      }
  }

  OutputSelection result;
  Diagnostics diagnostics;

 private:
  /// Valid until the next call; null if there is none.
  const Nameable* find(const std::string& name) {
    if (const auto found = position_of_.find(name); found != position_of_.end()) return &positions_[found->second];
    const auto instance = instance_of_.find(instance_in(name));
    if (instance == instance_of_.end()) return nullptr;
    const std::vector<Nameable>& own = of_instance(instance->second);
    const auto found = std::find_if(own.begin(), own.end(), [&](const Nameable& nameable) { return nameable.column.name == name; });
    return found == own.end() ? nullptr : &*found;
  }
  void take_formula(const ShownFormula& shown, const std::string& unit) {
    if (!taken_.insert(shown.text).second) return;
    FormulaColumn column{result.columns.size(), {}, {}};
    const auto meaning = [&](std::string_view written) -> std::optional<Observable> {
      const auto name = std::find_if(shown.names.begin(), shown.names.end(), [&](const auto& n) { return n.written == written; });
      if (name == shown.names.end()) return std::nullopt;
      column.operands.push_back(operand_of(*name));
      if (name->kind != ShownFormula::Kind::variable) return Observable{name->unit, name->dimension};
      const std::string& own = hidden_[column.operands.back().index].column.unit;  // a signal may have it from what is connected
      const auto parsed = own.empty() ? std::nullopt : parse_unit(own);
      return Observable{own, parsed ? parsed->dimension : Dimension::unchecked()};
    };
    ParseError error;
    auto formula = read_formula(shown.text, meaning, error);
    if (!formula) {
      Diagnostic diagnostic = fault(code_of(error), shown.position);
      diagnostic.message = "in \"" + shown.text + "\": " + error.message, diagnostic.remedy = error.remedy;
      return diagnostics.add(std::move(diagnostic));
    }
    column.formula = std::move(formula->formula);
    result.columns.push_back({shown.text, formula->measured.unit, ""});
    if (measures(unit, result.columns.back())) result.columns.back().shown = unit;
    result.expressions.push_back(flat_.pool->zero());
    result.formulas.push_back(std::move(column));
    result.asked = result.columns.size();
  }
  FormulaColumn::Operand operand_of(const ShownFormula::Name& name) {
    using Kind = ShownFormula::Kind;
    if (name.kind == Kind::diagram_parameter) return {name.kind, 0, name.meant};
    if (name.kind == Kind::parameter) {
      const std::string_view instance = instance_in(name.meant);
      const std::int32_t i = instance_of_.at(instance);
      const int parameter =
          flat_.diagram().instances[at(i)].record->find_parameter(std::string_view(name.meant).substr(instance.size() + 1));
      return {name.kind, at(flat_.first_parameter[at(i)] + parameter), {}};
    }
    if (name.kind == Kind::variable)
      if (const Nameable* const value = find(name.meant)) {
        hidden_.push_back(*value);
        return {name.kind, hidden_.size() - 1, {}};
      }
    return {Kind::time, 0, {}};
  }
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
    Diagnostic diagnostic = fault(ErrorCode::diagram_unknown_variable, position);
    diagnostic.message = "no variable is called \"" + name + "\"";
    diagnostic.because = own.empty() ? "" : "\"" + instance + "\" has " + own;
    diagnostic.remedy = did_you_mean(name, candidates);
    diagnostics.add(std::move(diagnostic));
  }
  Diagnostic fault(ErrorCode code, const Position& position) const {
    Diagnostic diagnostic;
    diagnostic.code = code;
    diagnostic.where.file = file_of(flat_.diagram(), position);
    diagnostic.where.line = static_cast<int>(position.line), diagnostic.where.column = static_cast<int>(position.column);
    return diagnostic;
  }

  const FlatSystem& flat_;
  Names names_;
  std::unordered_map<std::string_view, std::int32_t> instance_of_;
  std::vector<Nameable> positions_, own_, hidden_;  // hidden: what formulas are in
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
  for (const Plot& plot : diagram.plots) {  // checked even if no plot is drawn
    for (const std::string& y : plot.y) selector.take_pattern(y, plot.position);
    for (const std::string& mode : plot.modes) selector.take_pattern(mode, plot.position);
    if (plot.x != "time") selector.take_pattern(plot.x, plot.position);
  }
  const OutputSelection plots = selector.result;
  for (const ExpectedValue& value : diagram.expect.at) selector.take_pattern(value.variable, value.position);
  for (const ExpectedValue& value : diagram.expect.exact) selector.take_pattern(value.variable, value.position);
  for (const BoundaryOutput& output : diagram.boundary_outputs) selector.take_pattern(output.column, output.position);
  selector.diagnostics.throw_if_errors();
  OutputSelection selection = purpose == ColumnsFor::outputs ? outputs : purpose == ColumnsFor::plots ? plots : selector.result;
  selection.asked = outputs.columns.size();
  selection.for_plots = plots.columns.size();
  take_written_units(diagram, selection.columns);
  selector.complete(selection);
  return selection;
}

std::vector<RowFormula> row_formulas(const OutputSelection& selection, const FlatSystem& flat) {
  using Kind = ShownFormula::Kind;
  std::vector<RowFormula> formulas;
  for (const FormulaColumn& column : selection.formulas) {
    RowFormula row{column.column, column.formula, {}, {}};
    for (const FormulaColumn::Operand& operand : column.operands) {
      const std::vector<DiagramParameter>& own = flat.diagram().parameters;
      const auto number = static_cast<std::ptrdiff_t>(operand.index);
      row.sources.push_back(operand.kind == Kind::diagram_parameter ? RowFormula::kFixed
                            : operand.kind == Kind::parameter       ? RowFormula::kFirstParameter - number
                            : operand.kind == Kind::time            ? RowFormula::kTime
                                                                    : number);
      row.symbols.push_back(0);
      if (operand.kind != Kind::diagram_parameter) continue;
      for (const DiagramParameter& parameter : own)
        if (parameter.name == operand.parameter) row.symbols.back() = parameter.value.value;
    }
    formulas.push_back(std::move(row));
  }
  return formulas;
}

}  // namespace stribeck
