#include "verification/relations.h"

#include <algorithm>

#include "base/index.h"
#include "component/table_name.h"
#include "expression/print.h"
#include "expression/substitute.h"

namespace stribeck {

namespace {

constexpr std::size_t kLongestCondition = 120;  // characters

/// The flat system's expression for a symbol of an instance; none for time and parameters, which the lane knows itself.
ExprId image_of_symbol(const FlatSystem& flat, std::int32_t instance, const RecordSymbol& symbol) {
  const auto node_value = [&](std::int32_t connector) {
    return flat.variable(flat.node_variable[at(flat.assembly->node_of[at(connector)])]).value;
  };
  switch (symbol.kind) {
    case SymbolKind::time:
      return flat.time;
    case SymbolKind::variable:
      return flat.variable(flat.first_variable[at(instance)] + symbol.index).value;
    case SymbolKind::through:
      return flat.variable(flat.through_variable[at(flat.assembly->connector(instance, symbol.index))]).value;
    case SymbolKind::across:
    case SymbolKind::signal:
      return node_value(flat.assembly->connector(instance, symbol.index));
    case SymbolKind::parameter:
    case SymbolKind::discrete:
    case SymbolKind::mode:
      break;
  }
  return ExprId::none;
}

/// The friction whose law a relation is, or null.
const FrictionDeclaration* friction_of(const ComponentRecord& record, std::size_t relation) {
  const auto found = std::find_if(record.frictions.begin(), record.frictions.end(),
                                  [&](const FrictionDeclaration& friction) { return at(friction.relation) == relation; });
  return found == record.frictions.end() ? nullptr : &*found;
}

/// The least that terms of the law of a friction count as. While dry friction sticks its relation says that an acceleration is zero, which
/// is the difference of two that are not at hand here: what counts as zero is measured absolutely. Friction that creeps is found together
/// with what presses it: it is known to the rounding of the forces that meet there, also where its own are nothing.
double least_terms(const FrictionDeclaration& friction, double strongest_of_all) {
  return (friction.creep == ExprId::none ? kNewtonFloor : kRoundingOfSums * strongest_of_all) / kVerifiedResidual;
}

/// The domain whose forces the two sides are, -1 if it is something else.
std::int32_t domain_of_forces(const ComponentRecord& record, const RelationDeclaration& relation) {
  for (const ExprId side : {relation.left, relation.right}) {
    const Node& node = record.pool[side];
    if (node.op != Operator::symbol) continue;
    const RecordSymbol& symbol = record.symbols[at(node.a)];
    if (symbol.kind == SymbolKind::through) return record.connectors[at(symbol.index)].domain;
    for (std::size_t d = 0; d < domains().size() && symbol.kind == SymbolKind::variable; ++d)
      if (record.variables[at(symbol.index)].unit == domains()[d].through_unit) return static_cast<std::int32_t>(d);
  }
  return -1;
}

/// Of a relation of a component with frames, the unit of a symbol that it consists of on one side; empty: of another component, or none is.
std::string_view unit_in_space(const ComponentRecord& record, const RelationDeclaration& relation) {
  if (record.connectors.empty() || !record.connectors.back().is_part()) return {};
  for (const ExprId side : {relation.left, relation.right}) {
    const Node& node = record.pool[side];
    if (node.op != Operator::symbol) continue;
    const RecordSymbol& symbol = record.symbols[at(node.a)];
    if (symbol.kind == SymbolKind::variable) return record.variables[at(symbol.index)].unit;
    if (symbol.kind == SymbolKind::signal) return record.connectors[at(symbol.index)].unit;
    if (symbol.kind == SymbolKind::across) return domains()[at(record.connectors[at(symbol.index)].domain)].across_unit;
    if (symbol.kind == SymbolKind::through) return domains()[at(record.connectors[at(symbol.index)].domain)].through_unit;
  }
  return record.constraints.empty() ? std::string_view() : "m/s^2";  // accelerations apart, of a closed loop
}

/// A friction between given motions rests, but sticks to nothing: its law is that of slip, always.
ExprId image_of_mode(const FlatSystem& flat, std::size_t first_friction, std::int32_t index) {
  const FlatFriction& friction = flat.frictions[first_friction + at(index / kModeInputs)];
  const auto which = at(index % kModeInputs);
  const bool never = friction.carrier == FrictionCarrier::none && which == static_cast<std::size_t>(ModeInput::stuck);
  return never ? flat.pool->zero() : friction.inputs[which];
}

/// Numbers of the flat pool's parameter symbols, by parameter.
std::vector<ExprId> parameter_symbols(const FlatSystem& flat) {
  std::vector<ExprId> symbols(at(flat.first_parameter.back()), ExprId::none);
  for (std::int32_t n = 0; n < flat.pool->size(); ++n) {
    const Node& node = flat.pool->node(n);
    if (node.op == Operator::symbol && flat.symbol(n) != nullptr && flat.symbol(n)->kind == SymbolKind::parameter)
      symbols[at(flat.symbol(n)->index)] = static_cast<ExprId>(n);
  }
  return symbols;
}

/// Flattening numbered the tables that each instance uses: here by instance and number in its record.
std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> table_numbers(const FlatSystem& flat) {
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> numbers;
  for (std::size_t t = 0; t < flat.tables.size(); ++t)
    numbers[{flat.tables[t].instance, flat.tables[t].number}] = static_cast<std::int32_t>(t);
  return numbers;
}

}  // namespace

RelationChecks::RelationChecks(const FlatSystem& flat, WantedValues& wanted, const ConditionSlack& slack) : flat_(flat), slack_(slack) {
  const std::vector<ExprId> parameters = parameter_symbols(flat);
  const auto tables = table_numbers(flat);
  std::size_t checks = 0, first_friction = 0, first_discrete = 0;
  for (std::size_t i = 0; i < flat.diagram().instances.size(); ++i) {
    const Instance& instance = flat.diagram().instances[i];
    const ComponentRecord& record = *instance.record;
    auto& values = records_[&record];
    if (values == nullptr) values = std::make_unique<RecordValues>(record);
    Substitution images(record.pool, wanted.pool());
    for (std::int32_t n = 0; n < record.pool.size(); ++n) {
      const Node& node = record.pool.node(n);
      if (node.op != Operator::symbol) continue;
      const RecordSymbol& symbol = record.symbols[at(node.a)];
      if (symbol.kind == SymbolKind::mode)
        images.set(static_cast<ExprId>(n), image_of_mode(flat, first_friction, symbol.index));
      else if (symbol.kind == SymbolKind::discrete)
        images.set(static_cast<ExprId>(n), flat.discretes[first_discrete + at(symbol.index)].value);
      else
        images.set(static_cast<ExprId>(n), symbol.kind == SymbolKind::parameter
                                               ? parameters[at(flat.first_parameter[i] + symbol.index)]
                                               : image_of_symbol(flat, static_cast<std::int32_t>(i), symbol));
    }
    images.fill([&](ExprId operand) { return wanted.known_rate(operand); },
                [&](std::int32_t t) {
                  return tables.at({static_cast<std::int32_t>(i), t});
                });
    InstanceChecks& own = instances_.emplace_back(InstanceChecks{values.get(), {}, {}, {}, checks});
    for (const std::int32_t leaf : values->leaves()) own.leaves.push_back(wanted.want(images.image(static_cast<ExprId>(leaf))));
    for (const std::int32_t node : values->conditions()) own.held.push_back(wanted.want(images.image(static_cast<ExprId>(node))));
    own.comparisons.resize(own.held.size());
    for (const RelationDeclaration& relation : record.relations) {
      domains_.push_back(domain_of_forces(record, relation));
      const std::string_view unit = unit_in_space(record, relation);
      largest_in_space_.push_back(unit.empty() ? nullptr : &largest_by_unit_[std::string(unit)]);
    }
    checks += record.relations.size();
    first_friction += record.frictions.size();
    first_discrete += record.discretes.size();
  }
  checks_.resize(checks);
}

void RelationChecks::check(double time_s, const double* values, const std::vector<double>& strongest) {
  const double strongest_of_all = *std::max_element(strongest.begin(), strongest.end());
  for (std::size_t i = 0; i < instances_.size(); ++i) {
    InstanceChecks& own = instances_[i];
    const Instance& instance = flat_.diagram().instances[i];
    const auto take = [&](const std::vector<std::int32_t>& columns, std::vector<double>& taken) {
      taken.clear();
      for (const std::int32_t column : columns) taken.push_back(column < 0 ? 0 : values[column]);
    };
    take(own.leaves, leaves_), take(own.held, held_);
    own.record->evaluate(instance, time_s, leaves_, held_, own.comparisons);
    bool is_off = false;
    for (const RelationDeclaration& relation : instance.record->relations) {
      const Measured left = own.record->of(relation.left), right = own.record->of(relation.right);
      is_off = is_off || !(std::fabs(left.value - right.value) <= kVerifiedResidual * std::max(left.magnitude, right.magnitude));
    }
    if (is_off) own.record->take_sizes_of_terms(instance);
    for (std::size_t k = 0; k < instance.record->relations.size(); ++k) {
      const RelationDeclaration& relation = instance.record->relations[k];
      const Measured left = own.record->of(relation.left), right = own.record->of(relation.right);
      double terms = std::max(left.magnitude, right.magnitude);
      if (const FrictionDeclaration* const friction = friction_of(*instance.record, k); friction != nullptr)
        terms = std::max(terms, least_terms(*friction, strongest_of_all));
      Check& check = checks_[own.first_check + k];
      if (const std::int32_t domain = domains_[own.first_check + k]; domain >= 0) check.peak = std::max(check.peak, strongest[at(domain)]);
      double* const largest = largest_in_space_[own.first_check + k];
      if (largest == nullptr) {
        check.note(time_s, left.value - right.value, terms);
        continue;
      }
      *largest = std::max(*largest, terms);
      in_space_.push_back({own.first_check + k, left.value - right.value, terms});
    }
    if (own.record->any_otherwise()) {
      own.record->take_sizes_of_terms(instance);
      own.record->take_peaks(own.comparisons);
    }
    const RecordValues::WrongStep& wrong = own.record->wrong_step();
    if (wrong.node < 0 || wrong.relative <= std::max(step_.worst, slack_.share)) continue;
    step_ = {wrong.relative, time_s, 1};
    step_instance_ = static_cast<std::int32_t>(i);
    step_node_ = wrong.node;
  }
  check_in_space(time_s);
}

/// Accelerations and reactions of a mechanism in space are found together: one that is next to nothing is known to the rounding of others,
/// of which a closed loop sums up many.
void RelationChecks::check_in_space(double time_s) {
  for (const InSpace& one : in_space_) {
    Check& check = checks_[one.check];
    check.peak = std::max(check.peak, *largest_in_space_[one.check]);
    check.note(time_s, one.residual, one.terms, kRoundingOfTrains / kVerifiedResidual);
  }
  in_space_.clear();
}

void RelationChecks::find_worst(Finding& worst) const {
  for (std::size_t i = 0; i < instances_.size(); ++i) {
    const Instance& instance = flat_.diagram().instances[i];
    for (std::size_t k = 0; k < instance.record->relations.size(); ++k) {
      const Check& check = checks_[instances_[i].first_check + k];
      if (check.worst > worst.residual)
        worst = {check.worst, check.time_s, instance.name + ": " + instance.record->relations[k].label, static_cast<std::int32_t>(i)};
    }
  }
  for (std::size_t i = 0; i < instances_.size(); ++i) find_worst_held(i, worst);
  if (step_.worst > worst.residual) worst = {step_.worst, step_.time_s, held_otherwise(at(step_instance_), step_node_), step_instance_};
}

void RelationChecks::find_worst_held(std::size_t i, Finding& worst) const {
  const InstanceChecks& own = instances_[i];
  for (std::size_t c = 0; c < own.comparisons.size(); ++c) {
    const RecordValues::Comparison& comparison = own.comparisons[c];
    if (comparison.apart <= std::max(slack_.share * comparison.peak, slack_.least) || comparison.apart <= worst.residual * comparison.peak)
      continue;
    worst = {comparison.apart / comparison.peak, comparison.time_s, held_otherwise(i, own.record->conditions()[c]),
             static_cast<std::int32_t>(i)};
  }
}

std::string RelationChecks::held_otherwise(std::size_t i, std::int32_t node) const {
  const Instance& instance = flat_.diagram().instances[i];
  const auto name = [&](std::int32_t symbol) { return symbol_name(*instance.record, symbol); };
  const auto table = [&](std::int32_t number) { return table_name(*instance.record, number); };
  return instance.name + ": " + to_text(instance.record->pool, static_cast<ExprId>(node), name, kLongestCondition, {}, table) +
         " (held otherwise)";
}

}  // namespace stribeck
