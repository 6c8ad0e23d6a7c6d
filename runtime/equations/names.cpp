// Names and texts of the flat system, made only when a person is to read them.
#include <algorithm>
#include <map>
#include <utility>

#include "base/index.h"
#include "component/table_name.h"
#include "equations/flat_system.h"
#include "equations/table_name.h"
#include "expression/print.h"

namespace stribeck {

namespace {

constexpr std::size_t kLongestEquation = 2000;  // characters a side: shared subexpressions written out can grow without bound
constexpr std::size_t kLongestCondition = 120;  // characters; a label, not a listing
constexpr std::size_t kLongestInstant = 60;     // of a condition that time alone makes true: its formula tells less than the time itself

const Instance& instance_at(const FlatSystem& system, std::int32_t instance) {
  return system.diagram().instances[static_cast<std::size_t>(instance)];
}

const Domain& domain_of_node(const FlatSystem& system, std::int32_t node) {
  return domains()[static_cast<std::size_t>(system.assembly->nodes[static_cast<std::size_t>(node)].domain)];
}

std::string own_name(const FlatSystem& system, std::int32_t v) {
  const FlatVariable& variable = system.variable(v);
  const Assembly& assembly = *system.assembly;
  const auto owner = static_cast<std::size_t>(variable.owner);
  switch (variable.kind) {
    case VariableKind::across: {
      const NetworkNode& node = assembly.nodes[owner];
      return assembly.quantity_name(node.members[0], domain_of_node(system, variable.owner).across);
    }
    case VariableKind::through: {
      const std::int32_t node = assembly.node_of[owner];
      return assembly.quantity_name(variable.owner, domain_of_node(system, node).through);
    }
    case VariableKind::signal: {
      const NetworkNode& node = assembly.nodes[owner];
      return assembly.connector_name(node.driver >= 0 ? node.driver : node.members[0]);
    }
    case VariableKind::variable: {
      const Instance& instance = instance_at(system, variable.owner);
      return instance.name + "." + instance.record->variables[static_cast<std::size_t>(variable.index)].name;
    }
    case VariableKind::position:
      return assembly.connector_name(assembly.requests[owner].connector) + ".position";
    case VariableKind::potential: {
      const std::int32_t vertex = assembly.potentials[owner].vertex;
      if (static_cast<std::size_t>(vertex) >= assembly.nodes.size()) return "origin";
      return "position(" + assembly.connector_name(assembly.nodes[static_cast<std::size_t>(vertex)].members[0]) + ")";
    }
    case VariableKind::derivative:
      return "der(" + variable_name(system, variable.owner) + ")";
  }
  return "?";
}

}  // namespace

std::string variable_name(const FlatSystem& system, std::int32_t v) {
  const std::int32_t shown = system.variable(v).shown_as;
  return own_name(system, shown >= 0 ? shown : v);
}

std::int32_t instance_of_equation(const FlatSystem& system, std::int32_t equation) {
  const FlatEquation* e = &system.equations[static_cast<std::size_t>(equation)];
  while (e->kind == EquationKind::derivative) e = &system.equations[static_cast<std::size_t>(e->owner)];
  if (e->kind == EquationKind::relation) return e->owner;
  if (e->kind == EquationKind::displacement) return system.assembly->requests[static_cast<std::size_t>(e->owner)].instance;
  return -1;
}

std::string equation_name(const FlatSystem& system, std::int32_t equation) {
  const FlatEquation& e = system.equations[static_cast<std::size_t>(equation)];
  switch (e.kind) {
    case EquationKind::relation: {
      const Instance& instance = instance_at(system, e.owner);
      return instance.name + ": " + instance.record->relations[static_cast<std::size_t>(e.index)].label;
    }
    case EquationKind::node_sum: {
      std::string text = "sum of " + std::string(domain_of_node(system, e.owner).through) + " at";
      for (const std::int32_t member : system.assembly->nodes[static_cast<std::size_t>(e.owner)].members)
        text += " " + system.assembly->connector_name(member);
      return text;
    }
    case EquationKind::displacement:
      return (e.index == 0 ? "velocity along " : "position of ") +
             own_name(system, system.position_variable[static_cast<std::size_t>(e.owner)]);
    case EquationKind::potential:
      return "velocity along the network";
    case EquationKind::force_split:
      return "split of least norm";
    case EquationKind::derivative:
      return "d/dt of " + equation_name(system, e.owner);
  }
  return "?";
}

std::string friction_name(const FlatSystem& system, std::int32_t friction) {
  const FlatFriction& f = system.frictions[static_cast<std::size_t>(friction)];
  const Instance& instance = instance_at(system, f.instance);
  const std::vector<FrictionDeclaration>& all = instance.record->frictions;
  return all.size() == 1 ? instance.name : instance.name + ": " + all[static_cast<std::size_t>(f.number)].label;
}

std::string friction_words(const FlatSystem& system, std::int32_t friction) {
  const FlatFriction& f = system.frictions[static_cast<std::size_t>(friction)];
  return (f.is_contact() ? "the contact " : f.creeps ? "the friction of " : "the dry friction ") + friction_name(system, friction);
}

namespace {
std::string mode_input_name(const FlatSystem& system, std::int32_t index) {
  const FlatFriction& f = system.frictions[static_cast<std::size_t>(index / kModeInputs)];
  const Instance& instance = instance_at(system, f.instance);
  const ExprId input = instance.record->frictions[static_cast<std::size_t>(f.number)].inputs[static_cast<std::size_t>(index % kModeInputs)];
  return instance.name + "." + symbol_name(*instance.record, instance.record->pool[input].a);
}

/// Of a contact, 1 while it rests: whether it sticks or shares what another one holds. The friction's number, or -1.
std::int32_t touching_of(const FlatSystem& system, std::int32_t node) {
  const auto input_of = [&](std::int32_t n) {
    const Node& own = system.pool->node(n);
    const FlatSymbol* const symbol = own.op == Operator::symbol ? system.symbol(n) : nullptr;
    if (symbol == nullptr || symbol->kind != SymbolKind::mode) return std::pair(-1, ModeInput::stuck);
    const std::int32_t number = symbol->index;
    return std::pair(number / kModeInputs, static_cast<ModeInput>(number % kModeInputs));
  };
  const Node& sum = system.pool->node(node);
  if (sum.op != Operator::add) return -1;
  const Node& size = system.pool->node(sum.b);
  if (size.op != Operator::abs) return -1;
  const auto [friction, first] = input_of(sum.a);
  if (friction < 0 || first != ModeInput::stuck || input_of(size.a) != std::pair(friction, ModeInput::share)) return -1;
  return system.frictions[at(friction)].is_contact() ? friction : -1;
}

std::string touching_name(const FlatSystem& system, std::int32_t friction) {
  const FlatFriction& own = system.frictions[at(friction)];
  const Instance& instance = instance_at(system, own.instance);
  const std::vector<FrictionDeclaration>& all = instance.record->frictions;
  return instance.name + ".touches" + (all.size() == 1 ? "" : "_" + all[at(own.number)].label);
}

std::string discrete_name(const FlatSystem& system, std::int32_t discrete) {
  const FlatDiscrete& d = system.discretes[static_cast<std::size_t>(discrete)];
  const Instance& instance = instance_at(system, d.instance);
  const std::int32_t shown = instance.record->discretes[static_cast<std::size_t>(d.number)].variable;
  return instance.name + "." + instance.record->variables[static_cast<std::size_t>(shown)].name;
}
}  // namespace

std::string table_name(const FlatSystem& system, std::int32_t table) {
  const FlatTable& own = system.tables[static_cast<std::size_t>(table)];
  const Instance& instance = instance_at(system, own.instance);
  return instance.name + "." + table_name(*instance.record, own.number);
}

std::string expression_text(const FlatSystem& system, ExprId expression, std::size_t limit) {
  const auto name = [&](std::int32_t symbol) -> std::string {
    if (symbol < 0) return "its floor";  // the only symbols of a program's own that are shown: what a floor is while it is held
    const FlatSymbol& s = system.symbols[static_cast<std::size_t>(symbol)];
    if (s.kind == SymbolKind::time) return "time";
    if (s.kind == SymbolKind::variable) return variable_name(system, s.index);
    if (s.kind == SymbolKind::mode) return mode_input_name(system, s.index);
    if (s.kind == SymbolKind::discrete) return discrete_name(system, s.index);
    const auto i = at(system.owner_of_parameter(s.index));
    const Instance& instance = system.diagram().instances[i];
    return instance.name + "." + instance.record->parameters[static_cast<std::size_t>(s.index - system.first_parameter[i])].name;
  };
  const auto table = [&](std::int32_t number) { return table_name(system, number); };
  if (std::none_of(system.frictions.begin(), system.frictions.end(), [](const FlatFriction& own) { return own.is_contact(); }))
    return to_text(*system.pool, expression, name, limit, {}, table);
  if (const std::int32_t own = touching_of(system, index(expression)); own >= 0) return touching_name(system, own);
  std::map<std::int32_t, std::string> touching;  // by node
  const auto node_name = [&](std::int32_t node) -> const std::string* {
    const std::int32_t own = touching_of(system, node);
    return own < 0 ? nullptr : &touching.try_emplace(node, touching_name(system, own)).first->second;
  };
  return to_text(*system.pool, expression, name, limit, node_name, table);
}

namespace {
/// "x = x", as a discrete variable and the variable that shows it have one name.
bool shows_discrete(const FlatSystem& system, const Node& residual) {
  if (residual.op != Operator::sub) return false;
  const Node &left = system.pool->node(residual.a), &right = system.pool->node(residual.b);
  if (left.op != Operator::symbol || right.op != Operator::symbol) return false;
  const FlatSymbol *const shown = system.symbol(residual.a), *const own = system.symbol(residual.b);
  return shown != nullptr && own != nullptr && shown->kind == SymbolKind::variable && own->kind == SymbolKind::discrete &&
         variable_name(system, shown->index) == discrete_name(system, own->index);
}
}  // namespace

std::string equation_text(const FlatSystem& system, std::int32_t equation) {
  const ExprId residual = system.equations[static_cast<std::size_t>(equation)].residual;
  const Node& n = (*system.pool)[residual];
  const auto side = [&](std::int32_t node) { return expression_text(system, static_cast<ExprId>(node), kLongestEquation); };
  if (n.op == Operator::sub) {  // both sides may choose by one condition, as what sticks or slips does
    const Node &left = system.pool->node(n.a), &right = system.pool->node(n.b);
    if (left.op == Operator::select && right.op == Operator::select && left.a == right.a)
      return "if " + side(left.a) + ": " + side(left.b) + " = " + side(right.b) + "; otherwise: " + side(left.c) + " = " + side(right.c);
  }
  if (shows_discrete(system, n)) return side(n.a) + " keeps its value between events";
  if (n.op == Operator::sub)
    return expression_text(system, static_cast<ExprId>(n.a), kLongestEquation) + " = " +
           expression_text(system, static_cast<ExprId>(n.b), kLongestEquation);
  return expression_text(system, residual, kLongestEquation) + " = 0";
}

Where where_of_instance(const FlatSystem& system, std::int32_t instance) {
  if (instance >= 0) return where_of(system.diagram(), instance_at(system, instance));
  Where where;
  where.file = system.diagram().file;
  return where;
}

std::string instance_words(const FlatSystem& system, std::int32_t instance) { return described(instance_at(system, instance)); }

Where where_of_equation(const FlatSystem& system, std::int32_t equation) {
  Where where = where_of_instance(system, instance_of_equation(system, equation));
  where.relation = equation_name(system, equation);
  return where;
}

std::string condition_name(const FlatSystem& system, ExprId condition, const ConditionOrigin* origin) {
  if (origin == nullptr) return expression_text(system, condition, kLongestCondition);
  const Instance& instance = instance_at(system, origin->instance);
  const auto name = [&](std::int32_t symbol) { return symbol_name(*instance.record, symbol); };
  if (const Node& node = instance.record->pool[origin->in_record]; is_table(node.op))
    return instance.name + ": passes one of its " + instance.record->lists[at(instance.record->tables[at(node.a)].abscissae)].name;
  const ExprPool& pool = instance.record->pool;
  const std::string text = to_text(pool, origin->in_record, name, kLongestCondition, {},
                                   [&](std::int32_t table) { return table_name(*instance.record, table); });
  const bool is_known_beforehand = (pool.content(origin->in_record) & (kUnknown | kMode | kDerivative)) == 0;
  if (is_known_beforehand && text.size() > kLongestInstant) return instance.name + ": the next part of its course begins";
  return instance.name + ": " + text;
}

std::string to_text(const FlatSystem& system) {
  std::string text = std::to_string(system.equations.size()) + " equations\n";
  for (std::size_t e = 0; e < system.equations.size(); ++e) {
    const auto number = static_cast<std::int32_t>(e);
    text += "  " + equation_text(system, number) + "    [" + equation_name(system, number) + "]\n";
  }
  text += "eliminated\n";
  for (std::size_t v = 0; v < system.variables.size(); ++v) {
    const FlatVariable& variable = system.variables[v];
    if (variable.alias_of == -1) continue;
    text += "  " + own_name(system, static_cast<std::int32_t>(v)) + " = " + expression_text(system, variable.value) + "\n";
  }
  return text;
}

}  // namespace stribeck
