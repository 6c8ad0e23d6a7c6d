#pragma once
// The whole diagram as scalar equations over scalar unknowns, aliases removed.
#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "assembly/assembly.h"
#include "base/primitives.h"
#include "base/table.h"
#include "expression/derivative.h"
#include "expression/pool.h"

namespace stribeck {

enum class VariableKind : std::uint8_t {
  across,     ///< owner: node
  through,    ///< owner: global connector
  signal,     ///< owner: node
  variable,   ///< owner: instance, index: into ComponentRecord::variables
  position,   ///< owner: displacement request of a position output
  potential,  ///< owner: index into Assembly::potentials
  derivative  ///< owner: the variable it is the time derivative of
};

struct FlatVariable {
  VariableKind kind;
  std::int32_t owner = -1, index = -1;
  ExprId value = ExprId::none;   ///< its symbol, or for an eliminated variable its expression in others
  std::int32_t alias_of = -1;    ///< eliminated variables: the one that represents it; -2: known without unknowns; -1: not eliminated
  std::int32_t derivative = -1;  ///< variable that is its time derivative, if that occurs
  std::int32_t shown_as = -1;    ///< representatives: the member of the alias class by whose name people know it
};

enum class EquationKind : std::uint8_t {
  relation,      ///< owner: instance, index: into ComponentRecord::relations
  node_sum,      ///< owner: node
  displacement,  ///< owner: displacement request
  potential,     ///< owner: index into Assembly::potentials
  derivative,    ///< owner: the equation it is the time derivative of
  force_split    ///< added by structure: forces of redundant constraints, least norm
};

struct FlatEquation {
  EquationKind kind;
  std::int32_t owner = -1, index = -1;
  ExprId residual = ExprId::none;  ///< left - right
  std::int32_t derivative = -1;    ///< equation that is its time derivative, if structure made one
};

struct FlatTable {
  std::int32_t instance = -1, number = -1;  ///< number: in the record
  PointFunction function;                   ///< over lists that the diagram owns
  Past<ExprId> past;                        ///< instead
};

/// Energy terms of one instance; none where it has no such term.
struct EnergyTerms {
  std::int32_t instance;
  ExprId stored = ExprId::none, dissipated = ExprId::none, supplied = ExprId::none;
};

/// Where a condition (a relation, sign or floor in the flat pool) comes from.
struct ConditionOrigin {
  std::int32_t instance;
  ExprId in_record;  ///< the same condition in the pool of the instance's record
};

struct FlatSymbol {
  SymbolKind kind;     ///< time, parameter, variable, discrete or mode
  std::int32_t index;  ///< of the parameter, into variables or discretes; of modes: kModeInputs * number of the friction + ModeInput
};

/// What an instance declares, in the flat pool.
template <template <typename> typename Primitive>
struct OfInstance : Primitive<ExprId> {
  std::int32_t instance = -1, number = -1;  ///< number: in the record
};
struct FlatFriction : OfInstance<Friction> {
  ExprId guard = ExprId::none;
  std::int32_t equation = -1;
  FrictionCarrier carrier = FrictionCarrier::inertia;
  bool creeps = false;
};
using FlatDiscrete = OfInstance<Discrete>;
using FlatWhen = OfInstance<When>;
using FlatConstraint = OfInstance<Constraint>;

/// Constant once structure has added to it. The pool of its expressions is not its own: what adds expressions is lent the pool.
struct FlatSystem {
  const Assembly* assembly = nullptr;
  const ExprPool* pool = nullptr;
  ExprId time = ExprId::none;
  std::vector<FlatSymbol> symbols;              ///< by symbol number of the pool
  std::vector<std::int32_t> first_parameter;    ///< of each instance; at last the number of all parameters
  std::vector<std::int32_t> first_variable;     ///< of each instance among `variables`
  std::vector<std::int32_t> node_variable;      ///< across or signal variable of each node
  std::vector<std::int32_t> through_variable;   ///< of each global connector; -1 for signals
  std::vector<std::int32_t> position_variable;  ///< of each displacement request (all kinds)
  std::vector<std::int32_t> place_variable;     ///< of each of Assembly::potentials
  std::vector<FlatVariable> variables;
  std::vector<FlatEquation> equations;
  std::vector<FlatTable> tables;
  std::vector<EnergyTerms> energy;
  std::vector<FlatFriction> frictions;
  std::vector<FlatDiscrete> discretes;
  std::vector<FlatWhen> whens;
  std::vector<FlatConstraint> constraints;
  std::map<std::int32_t, ConditionOrigin> condition_origins;  ///< by node number
  std::vector<Diagnostic> notes;

  const Diagram& diagram() const { return *assembly->diagram; }
  FlatVariable& variable(std::int32_t v) { return variables[static_cast<std::size_t>(v)]; }
  const FlatVariable& variable(std::int32_t v) const { return variables[static_cast<std::size_t>(v)]; }
  /// The instance that a parameter belongs to.
  std::int32_t owner_of_parameter(std::int32_t parameter) const {
    const auto after = std::upper_bound(first_parameter.begin(), first_parameter.end(), parameter);
    return static_cast<std::int32_t>(after - first_parameter.begin()) - 1;
  }
  /// The value that a parameter has in the diagram, SI.
  double value_of_parameter(std::int32_t parameter) const {
    const auto owner = static_cast<std::size_t>(owner_of_parameter(parameter));
    return diagram().instances[owner].parameters[static_cast<std::size_t>(parameter - first_parameter[owner])];
  }
  bool eliminated(std::int32_t v) const { return variable(v).alias_of != -1; }
  /// What a variable is a derivative of, of whatever order; itself if it is none.
  std::int32_t undifferentiated(std::int32_t v) const {
    while (variable(v).kind == VariableKind::derivative) v = variable(v).owner;
    return v;
  }
  /// The member of its alias class by whose name people know a variable.
  const FlatVariable& known_as(std::int32_t v) const { return variable(v).shown_as >= 0 ? variable(variable(v).shown_as) : variable(v); }
  /// The declaration of what it is known as; null if no component declares it.
  const VariableDeclaration* declaration_of(std::int32_t v) const {
    const FlatVariable& known = known_as(v);
    if (known.kind != VariableKind::variable) return nullptr;
    return &diagram().instances[static_cast<std::size_t>(known.owner)].record->variables[static_cast<std::size_t>(known.index)];
  }
  const WhenDeclaration& declaration_of(const FlatWhen& when) const {
    const ComponentRecord& record = *diagram().instances[static_cast<std::size_t>(when.instance)].record;
    return record.whens[static_cast<std::size_t>(when.number)];
  }
  /// What a symbol node stands for; null if the symbol was made later, for one program.
  const FlatSymbol* symbol(std::int32_t symbol_node) const {
    const std::int32_t number = pool->node(symbol_node).a;
    return number < 0 ? nullptr : &symbols[static_cast<std::size_t>(number)];
  }
  /// The variable of a symbol node, -1 if it is something else.
  std::int32_t variable_of(std::int32_t symbol_node) const {
    const FlatSymbol* const s = symbol(symbol_node);
    return s != nullptr && s->kind == SymbolKind::variable ? s->index : -1;
  }
  /// The number of the discrete variable that a node is the symbol of, -1 if it is something else.
  std::int32_t discrete_of(ExprId node) const {
    if ((*pool)[node].op != Operator::symbol) return -1;
    const FlatSymbol* const s = symbol(index(node));
    return s != nullptr && s->kind == SymbolKind::discrete ? s->index : -1;
  }
  ExprId new_symbol(ExprPool& lent, SymbolKind kind, std::int32_t index, Content content);
  /// The variable is this expression, and no unknown.
  void set_known(std::int32_t v, ExprId value) {
    variable(v).value = value;
    variable(v).alias_of = -2;
  }
  /// The variable that is d/dt of variable v (not eliminated), made when it is first asked for.
  std::int32_t derivative_of(ExprPool& lent, std::int32_t v);
};

/// d/dt of an expression over the flat system; conditions are held.
ExprId time_derivative(FlatSystem& system, Differentiator& differentiator, ExprId expression);
/// The same after sorting: none if it needs the derivative of a variable that has none by then.
ExprId known_time_derivative(const FlatSystem& system, Differentiator& differentiator, ExprId expression);

/// The value of an expression in parameters alone.
double parameter_value(const FlatSystem& flat, ExprId expression);

/// `pool`: an empty one, which must outlive the system. `carriers`: of the frictions, in their order; empty: all have inertia. Throws
/// Failure on contradictory rigid constraints.
FlatSystem flatten(const Assembly& assembly, ExprPool& pool, const std::vector<FrictionCarrier>& carriers = {});
/// The residual of a friction that a damper or a spring carries. `transmitted` as in its declaration.
ExprId carried_friction(FlatSystem& system, Differentiator& differentiator, const FlatFriction& friction, ExprId transmitted);
/// Whether anything else in the component than the relations of its frictions contains the rate of this friction's velocity, as the
/// momentum of a body with friction of its own does.
bool is_rate_read_elsewhere(const ComponentRecord& record, const FrictionDeclaration& friction);
/// Of a friction between given motions: at rest it ends where the velocity is no longer zero, else where it turns round.
ExprId guard_of_given_motion(ExprPool& pool, const FlatFriction& friction);

// Names for people, made on demand.
std::string variable_name(const FlatSystem& system, std::int32_t variable);
std::string equation_name(const FlatSystem& system, std::int32_t equation);
/// The residual as "left = right".
std::string equation_text(const FlatSystem& system, std::int32_t equation);
std::string expression_text(const FlatSystem& system, ExprId expression, std::size_t limit = 0);
/// Instance, relation, file and line that an equation or variable comes from.
Where where_of_equation(const FlatSystem& system, std::int32_t equation);
Where where_of_instance(const FlatSystem& system, std::int32_t instance);
/// "load (rotational.inertia)".
std::string instance_words(const FlatSystem& system, std::int32_t instance);
std::int32_t instance_of_equation(const FlatSystem& system, std::int32_t equation);  ///< -1: of the network
/// "stop: x >= upper_bound", in the words of the component that declared the condition.
/// `origin`: where it comes from; null: from no component alone.
std::string condition_name(const FlatSystem& system, ExprId condition, const ConditionOrigin* origin);
/// "the dry friction brake", "the contact stop: upper".
std::string friction_words(const FlatSystem& system, std::int32_t friction);
/// "brake", or "gear: rear" where a component has several.
std::string friction_name(const FlatSystem& system, std::int32_t friction);
std::string to_text(const FlatSystem& system);

}  // namespace stribeck
