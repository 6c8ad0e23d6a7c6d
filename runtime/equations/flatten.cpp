#include <algorithm>
#include <map>
#include <memory>

#include "base/format.h"
#include "equations/alias.h"
#include "equations/displacement_equations.h"
#include "equations/flat_system.h"
#include "equations/locked_loops.h"
#include "equations/record_forms.h"
#include "expression/evaluate.h"
#include "expression/substitute.h"

namespace stribeck {

namespace {

enum class Nature : std::uint8_t { velocity, force, other };

/// Nodes of the flat pool for each node of a record, once structure and program have added theirs: what is reserved. Measured on chains.
constexpr double kNodesGrow = 1.3;

Nature nature_of(const Dimension& dimension) {
  static const Dimension kSpeed = parse_unit("m/s")->dimension, kRate = parse_unit("1/s")->dimension;
  static const Dimension kForce = parse_unit("N")->dimension, kTorque = parse_unit("N*m")->dimension;
  if (dimension == kSpeed || dimension == kRate) return Nature::velocity;
  if (dimension == kForce || dimension == kTorque) return Nature::force;
  return Nature::other;
}

class Flattener {
 public:
  Flattener(const Assembly& assembly, ExprPool& pool, const std::vector<FrictionCarrier>& carriers)
      : assembly_(assembly), diagram_(*assembly.diagram), pool_(pool), carriers_(carriers), differentiator_(pool) {
    system_.assembly = &assembly;
    system_.pool = &pool;
  }

  FlatSystem run() {
    number_parameters();
    number_variables();
    eliminate_aliases();
    give_symbols();
    DisplacementEquations displacements(system_, pool_);
    displacements.define([&](std::int32_t i, ExprId value) {
      const ComponentRecord& record = *diagram_.instances[at(i)].record;
      return parameter_image(record.pool, i, record, value);
    });
    write_relations();
    write_node_sums();
    write_displacements(displacements);
    return std::move(system_);
  }

 private:
  using Kind = DisplacementDeclaration::Kind;
  using Role = DisplacementRequest::Role;
  static std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

  void number_parameters() {
    std::size_t nodes = 0;
    for (const Instance& instance : diagram_.instances) nodes += at(instance.record->pool.size());
    pool_.reserve(static_cast<std::size_t>(kNodesGrow * static_cast<double>(nodes)));
    system_.time = system_.new_symbol(pool_, SymbolKind::time, 0, kTime);
    system_.first_parameter.push_back(0);
    for (const Instance& instance : diagram_.instances)
      system_.first_parameter.push_back(system_.first_parameter.back() + static_cast<std::int32_t>(instance.parameters.size()));
    for (std::int32_t p = 0; p < system_.first_parameter.back(); ++p)
      parameter_symbols_.push_back(system_.new_symbol(pool_, SymbolKind::parameter, p, kParameter));
  }

  std::int32_t new_variable(VariableKind kind, std::int32_t owner, std::int32_t index = -1) {
    system_.variables.push_back({.kind = kind, .owner = owner, .index = index});
    return static_cast<std::int32_t>(system_.variables.size()) - 1;
  }

  void number_variables() {
    for (std::size_t i = 0; i < diagram_.instances.size(); ++i) {
      system_.first_variable.push_back(static_cast<std::int32_t>(system_.variables.size()));
      for (std::size_t v = 0; v < diagram_.instances[i].record->variables.size(); ++v)
        new_variable(VariableKind::variable, static_cast<std::int32_t>(i), static_cast<std::int32_t>(v));
    }
    system_.through_variable.assign(at(assembly_.first_connector.back()), -1);
    for (std::size_t n = 0; n < assembly_.nodes.size(); ++n) {
      const NetworkNode& node = assembly_.nodes[n];
      system_.node_variable.push_back(
          new_variable(node.domain < 0 ? VariableKind::signal : VariableKind::across, static_cast<std::int32_t>(n)));
      if (node.domain < 0) continue;
      for (const std::int32_t member : node.members) system_.through_variable[at(member)] = new_variable(VariableKind::through, member);
    }
    for (std::size_t r = 0; r < assembly_.requests.size(); ++r) {
      const DisplacementRequest& request = assembly_.requests[r];
      if (request.declaration < 0) {
        system_.position_variable.push_back(new_variable(VariableKind::position, static_cast<std::int32_t>(r)));
        continue;
      }
      const auto& displacement = diagram_.instances[at(request.instance)].record->displacements[at(request.declaration)];
      system_.position_variable.push_back(system_.first_variable[at(request.instance)] + displacement.variable);
    }
    is_displacement_.assign(system_.variables.size(), false);
    for (const std::int32_t v : system_.position_variable) is_displacement_[at(v)] = true;
    for (std::size_t p = 0; p < assembly_.potentials.size(); ++p)
      system_.place_variable.push_back(new_variable(VariableKind::potential, static_cast<std::int32_t>(p)));
  }

  const RecordForms& forms_of(const ComponentRecord* record) {
    auto& forms = forms_[record];
    if (forms == nullptr) forms = std::make_unique<RecordForms>(linear_forms(*record));
    return *forms;
  }

  /// The variable that a symbol of an instance's record stands for, -1 if it is none.
  std::int32_t variable_of_symbol(std::int32_t instance, const RecordSymbol& symbol) const {
    switch (symbol.kind) {
      case SymbolKind::variable:
        return system_.first_variable[at(instance)] + symbol.index;
      case SymbolKind::across:
        return system_.node_variable[at(assembly_.node_of[at(assembly_.connector(instance, symbol.index))])];
      case SymbolKind::through:
        return system_.through_variable[at(assembly_.connector(instance, symbol.index))];
      case SymbolKind::signal: {
        const std::int32_t node = assembly_.node_of[at(assembly_.connector(instance, symbol.index))];
        return assembly_.nodes[at(node)].driver >= 0 ? system_.node_variable[at(node)] : -1;
      }
      default:
        return -1;
    }
  }

  ExprId parameter_image(const ExprPool& pool, std::int32_t instance, const ComponentRecord& record, ExprId expression) {
    if (pool.is_constant(expression)) return pool_.constant(pool.constant_value(expression));
    images_.resize(std::max(images_.size(), at(pool.size())));
    for (const std::int32_t i : walker_.below(pool, expression)) {
      const Node n = pool.node(i);
      const auto image = [&](std::int32_t operand) { return operand < 0 ? ExprId::none : images_[at(operand)]; };
      if (n.op == Operator::constant)
        images_[at(i)] = pool_.constant(pool.constant_value(static_cast<ExprId>(i)));
      else if (n.op == Operator::symbol)
        images_[at(i)] = parameter_symbols_[at(system_.first_parameter[at(instance)] + record.symbols[at(n.a)].index)];
      else
        images_[at(i)] = pool_.apply(n.op, image(n.a), image(n.b), image(n.c));
    }
    return images_[at(index(expression))];
  }
  Nature nature(std::int32_t v) const {
    const FlatVariable& variable = system_.variable(v);
    switch (variable.kind) {
      case VariableKind::across:
        return Nature::velocity;
      case VariableKind::through:
        return Nature::force;
      case VariableKind::variable:
        return nature_of(diagram_.instances[at(variable.owner)].record->variables[at(variable.index)].dimension);
      default:
        return Nature::other;
    }
  }

  void eliminate_aliases() {
    AliasSystem aliases(pool_, system_.variables.size());
    std::vector<LinearTerm> terms;
    for (std::size_t i = 0; i < diagram_.instances.size(); ++i) {
      const ComponentRecord& record = *diagram_.instances[i].record;
      const RecordForms& forms = forms_of(&record);
      first_relation_.push_back(candidate_of_relation_.size());
      for (const RelationForm& form : forms.relations) {
        terms.clear();
        bool usable = form.linear;
        for (const RelationForm::Term& term : form.terms) {
          const auto instance = static_cast<std::int32_t>(i);
          const std::int32_t v = variable_of_symbol(instance, record.symbols[at(term.symbol)]);
          usable = usable && v >= 0 && !is_displacement_[at(v)];
          if (!usable) break;
          const ExprId coefficient = parameter_image(forms.pool, instance, record, term.coefficient);
          terms.push_back({v, coefficient, parameter_value(system_, coefficient)});
        }
        candidate_of_relation_.push_back(usable ? aliases.add(terms) : -1);
      }
    }
    for (const NetworkNode& node : assembly_.nodes) {
      terms.clear();
      for (const std::int32_t member : node.members)
        if (node.domain >= 0) terms.push_back({system_.through_variable[at(member)], pool_.one(), 1.0});
      candidate_of_node_.push_back(node.domain < 0 ? -1 : aliases.add(terms));
    }
    for (const DisplacementRequest& request : assembly_.requests) {
      terms.clear();
      const auto end = [&](std::int32_t vertex, double sign) {
        if (at(vertex) < assembly_.nodes.size()) terms.push_back({system_.node_variable[at(vertex)], pool_.constant(sign), sign});
      };
      end(request.r, 1), end(request.c, -1);
      candidate_of_request_.push_back(request.kind == Kind::fixed ? aliases.add(terms) : -1);
    }
    aliases.eliminate([&](std::int32_t a, std::int32_t b) { return nature(a) == nature(b) && nature(a) != Nature::other; });
    std::vector<std::int32_t> velocities;
    for (const std::int32_t candidate : candidate_of_relation_)
      if (candidate >= 0 && aliases.all_terms(candidate, [&](std::int32_t v) { return nature(v) == Nature::velocity; }))
        velocities.push_back(candidate);
    refuse_locked_loops(system_, aliases, velocities, first_relation_, candidate_of_relation_);
    aliases.drop_dependent(velocities);
    take_fates(aliases);
  }

  void take_fates(AliasSystem& aliases) {
    using Fate = AliasSystem::Fate;
    const auto take = [&](std::int32_t& candidate) {
      if (candidate < 0) return;
      const Fate fate = aliases.fate(candidate);
      candidate = fate == Fate::kept ? -1 : candidate;  // from here on: >= 0 means done with
    };
    for (std::int32_t& candidate : candidate_of_relation_) take(candidate);
    for (std::int32_t& candidate : candidate_of_node_) take(candidate);
    for (std::int32_t& candidate : candidate_of_request_) take(candidate);
    for (std::size_t v = 0; v < system_.variables.size(); ++v) {
      const AliasSystem::Alias alias = aliases.alias_of(static_cast<std::int32_t>(v));
      FlatVariable& variable = system_.variables[v];
      if (alias.root == static_cast<std::int32_t>(v)) continue;
      variable.alias_of = alias.root < 0 ? -2 : alias.root;
      variable.value = alias.coefficient;  // completed when roots have symbols
      if (alias.root >= 0 && alias.value == 1) prefer_name(alias.root, static_cast<std::int32_t>(v));
    }
  }

  /// People know a class of equal variables by a component's own variable, rather than by a node or a port.
  void prefer_name(std::int32_t root, std::int32_t member) {
    const auto rank = [&](std::int32_t v) {
      const FlatVariable& variable = system_.variable(v);
      if (variable.kind != VariableKind::variable) return 2;
      return diagram_.instances[at(variable.owner)].record->stored != ExprId::none ? 0 : 1;
    };
    std::int32_t& shown = system_.variable(root).shown_as;
    const std::int32_t current = shown < 0 ? root : shown;
    if (rank(member) < rank(current)) shown = member;
  }

  void give_symbols() {
    for (std::size_t v = 0; v < system_.variables.size(); ++v) {
      FlatVariable& variable = system_.variables[v];
      if (variable.alias_of != -1 || variable.kind == VariableKind::potential || is_displacement_[v]) continue;
      if (variable.kind == VariableKind::signal && assembly_.nodes[at(variable.owner)].driver < 0) continue;  // an open input: its fallback
      variable.value = system_.new_symbol(pool_, SymbolKind::variable, static_cast<std::int32_t>(v), kUnknown);
    }
    for (FlatVariable& variable : system_.variables) {
      if (variable.alias_of == -2) variable.value = pool_.zero();
      if (variable.alias_of >= 0) variable.value = pool_.mul(variable.value, system_.variable(variable.alias_of).value);
    }
  }

  std::int32_t flat_table(std::int32_t instance, std::int32_t number) {
    const Instance& owner = diagram_.instances[at(instance)];
    const TableDeclaration& table = owner.record->tables[at(number)];
    if (table.is_past()) {  // what it is of has no image yet: take_pasts() completes it
      system_.tables.push_back({instance, number, {TableMethod::linear, TableEnds::hold, {}, {}}, {}});
      return static_cast<std::int32_t>(system_.tables.size()) - 1;
    }
    const std::span<const double> x = owner.lists[at(table.abscissae)], y = owner.lists[at(table.ordinates)];
    system_.tables.push_back({instance, number, {table.method, table.ends, x, y.subspan(at(table.row) * x.size(), x.size())}, {}});
    return static_cast<std::int32_t>(system_.tables.size()) - 1;
  }

  ExprId symbol_image(std::int32_t instance, const ComponentRecord& record, const RecordSymbol& symbol, const Substitution& substitution) {
    if (symbol.kind == SymbolKind::time) return system_.time;
    if (symbol.kind == SymbolKind::parameter) return parameter_symbols_[at(system_.first_parameter[at(instance)] + symbol.index)];
    if (symbol.kind == SymbolKind::mode) {
      const auto first = static_cast<std::int32_t>(kModeInputs * system_.frictions.size());
      return system_.new_symbol(pool_, SymbolKind::mode, first + symbol.index, kMode);
    }
    if (symbol.kind == SymbolKind::discrete)
      return system_.new_symbol(pool_, SymbolKind::discrete, static_cast<std::int32_t>(system_.discretes.size()) + symbol.index, kMode);
    const std::int32_t v = variable_of_symbol(instance, symbol);
    if (v >= 0) return system_.variable(v).value;
    const std::int32_t node = assembly_.node_of[at(assembly_.connector(instance, symbol.index))];
    const ExprId fallback = substitution.image(record.connectors[at(symbol.index)].fallback);
    system_.set_known(system_.node_variable[at(node)], fallback);
    return fallback;
  }

  void write_relations() {
    for (std::size_t i = 0; i < diagram_.instances.size(); ++i) {
      const ComponentRecord& record = *diagram_.instances[i].record;
      const auto instance = static_cast<std::int32_t>(i);
      Substitution& substitution = substitution_of(record);
      std::vector<std::int32_t> tables(record.tables.size(), -1);
      const auto fill = [&] {
        substitution.fill([&](ExprId operand) { return time_derivative(system_, differentiator_, operand); },
                          [&](std::int32_t t) { return tables[at(t)] < 0 ? tables[at(t)] = flat_table(instance, t) : tables[at(t)]; });
      };
      forget_rates(record, substitution);
      // Parameters first: an open input's fallback is an expression in them.
      bool parameters_filled = false;
      for (const std::int32_t n : forms_of(&record).symbols) {
        const RecordSymbol& symbol = record.symbols[at(record.pool.node(n).a)];
        if (symbol.kind == SymbolKind::signal && !std::exchange(parameters_filled, true) && has_open_input(instance, record)) fill();
        substitution.set(static_cast<ExprId>(n), symbol_image(instance, record, symbol, substitution));
      }
      fill();
      take_pasts(record, tables, substitution);
      take_instance(instance, record, substitution);
    }
  }
  /// A friction that inertia does not carry has no use for the acceleration in its relation, and what is without inertia need not have one.
  /// Where the component has the acceleration in another law too, it stays.
  void forget_rates(const ComponentRecord& record, Substitution& substitution) {
    if (carriers_.empty()) return;
    for (std::size_t k = 0; k < record.frictions.size(); ++k)
      if (carriers_[system_.frictions.size() + k] != FrictionCarrier::inertia && !is_rate_read_elsewhere(record, record.frictions[k]))
        substitution.set(record.frictions[k].rate, pool_.zero());
  }
  /// Without images; one for all instances of a record.
  Substitution& substitution_of(const ComponentRecord& record) {
    auto& substitution = substitutions_[&record];
    if (substitution == nullptr)
      substitution = std::make_unique<Substitution>(record.pool, pool_);
    else
      substitution->clear();
    return *substitution;
  }
  bool has_open_input(std::int32_t instance, const ComponentRecord& record) const {
    for (std::size_t k = 0; k < record.connectors.size(); ++k)
      if (record.connectors[k].kind == ConnectorKind::input &&
          assembly_.nodes[at(assembly_.node_of[at(assembly_.connector(instance, static_cast<std::int32_t>(k)))])].driver < 0)
        return true;
    return false;
  }

  static auto images_of(const Substitution& substitution) {
    return [&](ExprId id) { return substitution.image(id); };
  }
  void take_pasts(const ComponentRecord& record, const std::vector<std::int32_t>& tables, const Substitution& substitution) {
    for (std::size_t t = 0; t < tables.size(); ++t) {
      if (tables[t] >= 0) translate(record.tables[t].past, system_.tables[at(tables[t])].past, images_of(substitution));
    }
  }

  void take_frictions(std::int32_t instance, const ComponentRecord& record, const Substitution& substitution) {
    for (std::size_t k = 0; k < record.frictions.size(); ++k) {
      const FrictionDeclaration& declared = record.frictions[k];
      FlatFriction friction;
      friction.instance = instance, friction.number = static_cast<std::int32_t>(k);
      translate<Friction<ExprId>>(declared, friction, images_of(substitution));
      friction.contact.law = declared.contact.law;
      if (declared.guard != ExprId::none) friction.guard = substitution.image(declared.guard);
      const auto first = candidate_of_relation_.begin() + static_cast<std::ptrdiff_t>(first_relation_[at(instance)]);
      const auto before = std::count_if(first, first + declared.relation, [](std::int32_t candidate) { return candidate < 0; });
      friction.equation = static_cast<std::int32_t>(system_.equations.size()) + static_cast<std::int32_t>(before);
      friction.creeps = declared.guard == ExprId::none;
      if (!carriers_.empty()) friction.carrier = carriers_[system_.frictions.size()];
      if (friction.carrier != FrictionCarrier::inertia) {
        friction.rate = friction.velocity;
        residuals_[friction.equation] = carried_friction(system_, differentiator_, friction, substitution.image(declared.transmitted));
        if (friction.carrier == FrictionCarrier::none && !friction.creeps) friction.guard = guard_of_given_motion(pool_, friction);
      }
      system_.frictions.push_back(friction);
    }
  }

  void take_events(std::int32_t instance, const ComponentRecord& record, const Substitution& substitution) {
    const auto take = [&]<template <typename> typename Primitive>(const auto& declared, std::vector<OfInstance<Primitive>>& list) {
      for (std::size_t k = 0; k < declared.size(); ++k) {
        OfInstance<Primitive>& flat = list.emplace_back();
        flat.instance = instance, flat.number = static_cast<std::int32_t>(k);
        translate<Primitive<ExprId>>(declared[k], flat, images_of(substitution));
      }
    };
    take(record.discretes, system_.discretes);
    take(record.whens, system_.whens);
    take(record.constraints, system_.constraints);
  }

  void take_instance(std::int32_t instance, const ComponentRecord& record, const Substitution& substitution) {
    take_frictions(instance, record, substitution);
    take_events(instance, record, substitution);
    for (std::size_t k = 0; k < record.relations.size(); ++k) {
      if (candidate_of_relation_[first_relation_[at(instance)] + k] >= 0) continue;
      const auto carried = residuals_.find(static_cast<std::int32_t>(system_.equations.size()));
      const ExprId residual = carried != residuals_.end()
                                  ? carried->second
                                  : pool_.sub(substitution.image(record.relations[k].left), substitution.image(record.relations[k].right));
      system_.equations.push_back({EquationKind::relation, instance, static_cast<std::int32_t>(k), residual});
    }
    const auto image = [&](ExprId id) { return id == ExprId::none ? id : substitution.image(id); };
    for (std::int32_t n = 0; n < record.pool.size(); ++n) {
      if (!is_held(record.pool.node(n))) continue;
      const ExprId condition = image(static_cast<ExprId>(n));
      if (condition != ExprId::none)
        system_.condition_origins.try_emplace(index(condition), ConditionOrigin{instance, static_cast<ExprId>(n)});
    }
    EnergyTerms terms{instance, image(record.stored), image(record.dissipated), image(record.supplied)};
    if (terms.stored != ExprId::none || terms.dissipated != ExprId::none || terms.supplied != ExprId::none) system_.energy.push_back(terms);
    for (const DisplacementDeclaration& displacement : record.displacements)
      if (displacement.kind == Kind::prescribed) prescribed_[{instance, displacement.value}] = image(displacement.value);
  }

  void write_node_sums() {
    for (std::size_t n = 0; n < assembly_.nodes.size(); ++n) {
      if (assembly_.nodes[n].domain < 0 || candidate_of_node_[n] >= 0) continue;
      ExprId sum = pool_.zero();
      for (const std::int32_t member : assembly_.nodes[n].members)
        sum = pool_.add(sum, system_.variable(system_.through_variable[at(member)]).value);
      system_.equations.push_back({EquationKind::node_sum, static_cast<std::int32_t>(n), -1, sum});
    }
  }

  void write_displacements(DisplacementEquations& displacements) {
    std::vector<bool> implied;
    for (const std::int32_t candidate : candidate_of_request_) implied.push_back(candidate >= 0);
    displacements.write([&](std::int32_t i, ExprId value) { return prescribed_.at({i, value}); }, implied);
  }

  const Assembly& assembly_;
  const Diagram& diagram_;
  ExprPool& pool_;
  const std::vector<FrictionCarrier>& carriers_;
  FlatSystem system_;
  Differentiator differentiator_;
  Walker walker_;
  std::vector<ExprId> images_;  // scratch, by node of a record's pool
  std::vector<ExprId> parameter_symbols_;
  std::map<const ComponentRecord*, std::unique_ptr<const RecordForms>> forms_;
  std::map<const ComponentRecord*, std::unique_ptr<Substitution>> substitutions_;
  std::vector<std::size_t> first_relation_;  // of each instance in candidate_of_relation_
  std::vector<std::int32_t> candidate_of_relation_, candidate_of_node_, candidate_of_request_;
  std::map<std::int32_t, ExprId> residuals_;                      // by equation, where they are not the record's
  std::map<std::pair<std::int32_t, ExprId>, ExprId> prescribed_;  // the images of what displacements follow
  std::vector<bool> is_displacement_;                             // by variable: the displacement service defines it
};

}  // namespace

FlatSystem flatten(const Assembly& assembly, ExprPool& pool, const std::vector<FrictionCarrier>& carriers) {
  return Flattener(assembly, pool, carriers).run();
}

}  // namespace stribeck
