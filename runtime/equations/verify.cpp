#include "equations/verify.h"

#include "base/index.h"
#include "base/invariants.h"
#include "expression/walk.h"

namespace stribeck {

namespace {

class FlatVerification {
 public:
  explicit FlatVerification(const FlatSystem& system)
      : system_(system), assembly_(*system.assembly), instances_(assembly_.diagram->instances), pool_(*system.pool) {}

  void run() {
    numbers();
    symbols();
    owned();
    for (std::size_t v = 0; v < system_.variables.size(); ++v) variable(static_cast<std::int32_t>(v));
    for (std::size_t e = 0; e < system_.equations.size(); ++e) equation(static_cast<std::int32_t>(e));
    tables();
    frictions();
    events();
    energies();
  }

 private:
  template <typename Primitive>
  void owner(const Primitive& own, std::size_t declared, const char* what) const {
    require(is_below(own.instance, instances_.size()), what);
    require(is_below(own.number, declared), what, [&] { return instances_[at(own.instance)].name; });
  }
  const ComponentRecord& record(std::int32_t instance) const {
    require(is_below(instance, instances_.size()), "something of no instance");
    return *instances_[at(instance)].record;
  }
  bool is_there(ExprId expression) const { return is_below(index(expression), at(pool_.size())); }

  void numbers() const {
    require(system_.first_parameter.size() == instances_.size() + 1 && system_.first_variable.size() == instances_.size(),
            "an instance without parameters or variables");
    std::size_t parameters = 0, variables = 0;
    for (std::size_t i = 0; i < instances_.size(); ++i) {
      require(at(system_.first_parameter[i]) == parameters && at(system_.first_variable[i]) == variables,
              "parameters or variables of an instance out of order", [&] { return instances_[i].name; });
      parameters += instances_[i].parameters.size(), variables += instances_[i].record->variables.size();
    }
    require(at(system_.first_parameter.back()) == parameters, "another number of parameters");
    require(system_.variables.size() >= variables, "fewer variables than declared");
  }

  void symbols() const {
    for (const FlatSymbol& symbol : system_.symbols) {
      switch (symbol.kind) {
        case SymbolKind::time:
          break;
        case SymbolKind::parameter:
          require(is_below(symbol.index, at(system_.first_parameter.back())), "a symbol of no parameter");
          break;
        case SymbolKind::variable:
          require(is_below(symbol.index, system_.variables.size()), "a symbol of no variable");
          break;
        case SymbolKind::discrete:
          require(is_below(symbol.index, system_.discretes.size()), "a symbol of no discrete variable");
          break;
        case SymbolKind::mode:
          require(is_below(symbol.index, kModeInputs * system_.frictions.size()), "a symbol of no mode");
          break;
        default:
          require(false, "a symbol that a component alone has");
      }
    }
    for (std::int32_t n = 0; n < pool_.size(); ++n)
      require(pool_.node(n).op != Operator::symbol || pool_.node(n).a == -1 || is_below(pool_.node(n).a, system_.symbols.size()),
              "a symbol that is not there");
  }

  /// Each of `count` owners has a variable of one of two kinds, whose owner it is.
  void have(const std::vector<std::int32_t>& list, std::size_t count, VariableKind kind, VariableKind or_kind, const char* what) const {
    require(list.size() == count, what);
    for (std::size_t i = 0; i < count; ++i) {
      require(is_below(list[i], system_.variables.size()), what);
      const FlatVariable& own = system_.variable(list[i]);
      require((own.kind == kind || own.kind == or_kind) && at(own.owner) == i, what, [&] { return variable_name(system_, list[i]); });
    }
  }

  void owned() const {
    have(system_.node_variable, assembly_.nodes.size(), VariableKind::across, VariableKind::signal, "a node without variable");
    have(system_.place_variable, assembly_.potentials.size(), VariableKind::potential, VariableKind::potential,
         "a potential without variable");
    require(system_.through_variable.size() == assembly_.owner.size(), "a port without force");
    for (std::size_t c = 0; c < system_.through_variable.size(); ++c) {
      const std::int32_t v = system_.through_variable[c];
      const bool is_port = assembly_.declaration_of(static_cast<std::int32_t>(c)).kind == ConnectorKind::port;
      require(is_port ? is_below(v, system_.variables.size()) && system_.variable(v).kind == VariableKind::through &&
                            at(system_.variable(v).owner) == c
                      : v == -1,
              "a port without force", [&] { return assembly_.connector_name(static_cast<std::int32_t>(c)); });
    }
    require(system_.position_variable.size() == assembly_.requests.size(), "a displacement without variable");
    for (const std::int32_t v : system_.position_variable)
      require(is_below(v, system_.variables.size()) &&
                  (system_.variable(v).kind == VariableKind::position || system_.variable(v).kind == VariableKind::variable),
              "a displacement without variable");
  }

  std::size_t owners(VariableKind kind) const {
    switch (kind) {
      case VariableKind::across:
      case VariableKind::signal:
        return assembly_.nodes.size();
      case VariableKind::through:
        return assembly_.owner.size();
      case VariableKind::variable:
        return instances_.size();
      case VariableKind::position:
        return assembly_.requests.size();
      case VariableKind::potential:
        return assembly_.potentials.size();
      case VariableKind::derivative:
        return system_.variables.size();
    }
    return 0;
  }

  void variable(std::int32_t v) const {
    const FlatVariable& own = system_.variable(v);
    const auto name = [&] { return "number " + std::to_string(v); };
    require(is_below(own.owner, owners(own.kind)), "a variable of nobody", name);
    require(own.kind != VariableKind::variable || is_below(own.index, record(own.owner).variables.size()),
            "a variable that nobody declares", name);
    require(is_there(own.value), "a variable without value", name);
    require(own.alias_of == -2 || own.alias_of == -1 || is_below(own.alias_of, system_.variables.size()), "an alias of nothing", name);
    require(own.alias_of < 0 || !system_.eliminated(own.alias_of), "an alias of what is eliminated", name);
    require(own.alias_of != -1 || (pool_[own.value].op == Operator::symbol && system_.variable_of(index(own.value)) == v),
            "an unknown that is not its own symbol", name);
    require(own.shown_as == -1 || is_below(own.shown_as, system_.variables.size()), "a variable known by no name", name);
    if (own.derivative < 0) return;
    require(is_below(own.derivative, system_.variables.size()) && system_.variable(own.derivative).kind == VariableKind::derivative &&
                system_.variable(own.derivative).owner == v,
            "a derivative that is that of another", name);
  }

  std::size_t owners(EquationKind kind) const {
    switch (kind) {
      case EquationKind::relation:
        return instances_.size();
      case EquationKind::node_sum:
        return assembly_.nodes.size();
      case EquationKind::displacement:
        return assembly_.requests.size();
      case EquationKind::potential:
        return assembly_.potentials.size();
      case EquationKind::derivative:
        return system_.equations.size();
      case EquationKind::force_split:
        break;
    }
    return 0;
  }

  void equation(std::int32_t e) {
    const FlatEquation& own = system_.equations[at(e)];
    const auto name = [&] { return "number " + std::to_string(e); };
    require(own.kind == EquationKind::force_split || is_below(own.owner, owners(own.kind)), "an equation of nobody", name);
    require(own.kind != EquationKind::relation || is_below(own.index, record(own.owner).relations.size()), "an equation that nobody states",
            name);
    require(own.derivative == -1 || is_below(own.derivative, system_.equations.size()), "a derivative of an equation that is not there",
            name);
    require(is_there(own.residual), "an equation without residual", name);
    require((pool_.content(own.residual) & kDerivative) == 0, "an equation with a derivative that is no variable", name);
    for (const std::int32_t n : walker_.below(pool_, own.residual)) {
      const std::int32_t v = pool_.node(n).op == Operator::symbol ? system_.variable_of(n) : -1;
      require(v < 0 || !system_.eliminated(v), "an equation that reads what is eliminated", name);
    }
  }

  /// What it refers to is there, and what is fixed depends on parameters alone.
  template <typename Primitive>
  void references(const Primitive& own, const char* what) const {
    own.each(EachReference([&](Use use, ExprId expression) {
               require(is_any(expression) ? is_there(expression) : !use.needed, what);
               if (use.role == RefRole::fixed && is_any(expression))
                 require((pool_.content(expression) & ~kParameter) == 0, "something fixed that depends on more than parameters");
             }),
             own);
  }

  void tables() const {
    for (const FlatTable& table : system_.tables) {
      owner(table, record(table.instance).tables.size(), "a table that nobody declares");
      references(table.past, "a table that looks back on nothing");
      require(is_any(table.past.value) || !table.function.abscissae().empty(), "a table without points");
    }
  }

  void frictions() const {
    for (std::size_t f = 0; f < system_.frictions.size(); ++f) {
      const FlatFriction& own = system_.frictions[f];
      const std::vector<FrictionDeclaration>& declared = record(own.instance).frictions;
      owner(own, declared.size(), "a friction that nobody declares");
      const auto name = [&] { return friction_name(system_, static_cast<std::int32_t>(f)); };
      references(own, "a friction that refers to nothing");
      for (std::size_t i = 0; i < kModeInputs; ++i) {
        const Node& node = pool_[own.inputs[i]];
        require(node.op == Operator::symbol && system_.symbols[at(node.a)].kind == SymbolKind::mode &&
                    at(system_.symbols[at(node.a)].index) == kModeInputs * f + i,
                "a friction with inputs of another", name);
      }
      require(own.creeps ? !is_any(own.guard) : is_there(own.guard), "a friction without guard", name);
      require(is_below(own.equation, system_.equations.size()), "a friction without equation", name);
      const FlatEquation& relation = system_.equations[at(own.equation)];
      require(
          relation.kind == EquationKind::relation && relation.owner == own.instance && relation.index == declared[at(own.number)].relation,
          "a friction with another's equation", name);
    }
  }

  void events() const {
    for (std::size_t d = 0; d < system_.discretes.size(); ++d) {
      const FlatDiscrete& own = system_.discretes[d];
      owner(own, record(own.instance).discretes.size(), "a discrete variable that nobody declares");
      references(own, "a discrete variable that refers to nothing");
      require(at(system_.discrete_of(own.value)) == d, "a discrete variable with another's symbol",
              [&] { return instances_[at(own.instance)].name; });
    }
    for (const FlatWhen& own : system_.whens) {
      owner(own, record(own.instance).whens.size(), "an event that nobody declares");
      references(own, "an event that refers to nothing");
      require((pool_.content(own.condition) & (kCondition | kMode)) != 0 || pool_.is_constant(own.condition),
              "an event whose condition cannot change", [&] { return instances_[at(own.instance)].name; });
    }
  }

  void energies() const {
    for (const EnergyTerms& terms : system_.energy) {
      require(is_below(terms.instance, instances_.size()), "an energy of no instance");
      for (const ExprId term : {terms.stored, terms.dissipated, terms.supplied})
        require(!is_any(term) || is_there(term), "an energy that is not there");
    }
    for (const auto& [node, origin] : system_.condition_origins) {
      require(is_below(node, at(pool_.size())), "a condition that is not there");
      require(is_below(index(origin.in_record), at(record(origin.instance).pool.size())), "a condition of no instance");
    }
  }

  const FlatSystem& system_;
  const Assembly& assembly_;
  const std::vector<Instance>& instances_;
  const ExprPool& pool_;
  Walker walker_;
};

}  // namespace

std::string broken_invariant(const FlatSystem& system) {
  return first_broken([&] { FlatVerification(system).run(); });
}

}  // namespace stribeck
