#include "explain/causality.h"

#include <algorithm>
#include <map>

#include "base/index.h"
#include "explain/declared_causality.h"
#include "explain/element_form.h"
#include "explain/friction_cases.h"
#include "explain/long_equations.h"
#include "explain/state_choice.h"
#include "explain/storage.h"
#include "expression/walk.h"

namespace stribeck {

namespace {

class Explanation {
 public:
  explicit Explanation(const SortedSystem& sorted)
      : sorted_(sorted), flat_(*sorted.flat), assembly_(*flat_.assembly), sides_(port_causality(sorted)), friction_cases_(flat_) {}

  Causality run() {
    const Diagram& diagram = flat_.diagram();
    causality_.title = diagram.title.empty() ? diagram.file : diagram.title;
    causality_.index = sorted_.index;
    tell_nodes();
    tell_states(sorted_, causality_);
    tell_storage();
    tell_ports();
    tell_constraints();
    tell_aliases();
    tell_blocks();
    return std::move(causality_);
  }

 private:
  void tell_nodes() {
    for (std::size_t n = 0; n < assembly_.nodes.size(); ++n) {
      const NetworkNode& node = assembly_.nodes[n];
      if (assembly_.is_of_part(static_cast<std::int32_t>(n))) continue;
      NodeFact fact{
          node.domain < 0 ? "signal" : std::string(domains()[at(node.domain)].name), variable_name(flat_, flat_.node_variable[n]), {}};
      for (const std::int32_t member : node.members) fact.connectors.push_back(assembly_.connector_name(member));
      causality_.nodes.push_back(std::move(fact));
    }
  }

  bool sets_velocity(std::int32_t instance) const {
    for (std::int32_t k = assembly_.connector(instance, 0); k < assembly_.connector(instance + 1, 0); ++k)
      if (sides_[at(k)] == PortSide::velocity_out) return true;
    return false;
  }

  /// How many of its ports may move.
  std::ptrdiff_t count_moving(std::int32_t instance) const {
    const auto& nodes = assembly_.node_of;
    return std::count_if(nodes.begin() + assembly_.connector(instance, 0), nodes.begin() + assembly_.connector(instance + 1, 0),
                         [&](std::int32_t node) { return may_move(flat_, node); });
  }

  /// What has one velocity integrates as the stroke at its port says, in the bond graph too; what has several, if a state carries its
  /// energy.
  void tell_storage() {
    std::map<const ComponentRecord*, ElementForm> forms;
    std::vector<std::int32_t> symbols;
    for (const EnergyTerms& terms : flat_.energy) {
      if (terms.stored == ExprId::none) continue;
      const Instance& instance = flat_.diagram().instances[at(terms.instance)];
      StorageFact fact{instance.name, instance.record->type, false, {}};
      symbols_below(*flat_.pool, walker_, terms.stored, kUnknown, symbols);
      for (const std::int32_t s : symbols) {
        const std::int32_t v = flat_.variable_of(s);
        fact.integral = fact.integral || sorted_.is_state(v);
        fact.energy_of.push_back(variable_name(flat_, v));
      }
      const auto [form, is_new] = forms.try_emplace(instance.record);
      if (is_new) form->second = element_form(*instance.record);
      const ElementForm& own = form->second;
      const bool has_one_velocity = own.one_force ? count_moving(terms.instance) > 0 : count_moving(terms.instance) == 1;
      // A force on a spring and a damper side by side: the damper sets the velocity, the spring keeps its state.
      const bool is_beside_losses = fact.integral && own.resists && !own.inertial && own.shares_motion;
      if (has_one_velocity && !is_beside_losses) fact.integral = is_integral(own.inertial, sets_velocity(terms.instance));
      causality_.storage.push_back(std::move(fact));
    }
  }

  void tell_ports() {
    std::map<const ComponentRecord*, std::vector<std::optional<CausalityWish>>> declared;
    const std::vector<Instance>& instances = flat_.diagram().instances;
    for (std::size_t i = 0; i < instances.size(); ++i) {
      const auto instance = static_cast<std::int32_t>(i);
      const auto [found, is_new] = declared.try_emplace(instances[i].record);
      if (is_new) found->second = declared_causality(*instances[i].record);
      for (std::size_t local = 0; local < found->second.size(); ++local)
        tell_port(instance, assembly_.connector(instance, static_cast<std::int32_t>(local)), found->second[local]);
    }
  }

  void tell_port(std::int32_t instance, std::int32_t connector, std::optional<CausalityWish> declared) {
    const PortSide side = sides_[at(connector)];
    if (side == PortSide::none) return;
    // One velocity between two ports makes one of them velocity-out; the other port has nothing to tell.
    if (declared && wants_velocity_out(*declared) && side == PortSide::force_out && sets_velocity(instance)) declared.reset();
    const NetworkNode& node = assembly_.nodes[at(assembly_.node_of[at(connector)])];
    const Domain& domain = domains()[at(node.domain)];
    causality_.ports.push_back(
        {assembly_.connector_name(connector), side, node.members.size() == 1, force_word(domain), velocity_word(domain), declared});
  }

  void tell_constraints() {
    for (std::size_t e = 0; e < flat_.equations.size(); ++e) {
      const FlatEquation& equation = flat_.equations[e];
      if (equation.kind == EquationKind::derivative || equation.derivative < 0) continue;
      const auto number = static_cast<std::int32_t>(e);
      ConstraintFact fact{equation_name(flat_, number), equation_text(flat_, number), 0};
      for (std::int32_t d = equation.derivative; d >= 0; d = flat_.equations[at(d)].derivative) ++fact.times;
      causality_.differentiated.push_back(std::move(fact));
    }
  }

  void tell_aliases() {
    for (std::size_t v = 0; v < flat_.variables.size(); ++v) {
      const FlatVariable& variable = flat_.variables[v];
      if (variable.alias_of == -1 || variable.value == ExprId::none) continue;
      AliasFact fact{variable_name(flat_, static_cast<std::int32_t>(v)), expression_text(flat_, variable.value)};
      if (fact.variable != fact.value) causality_.aliases.push_back(std::move(fact));
    }
  }

  void tell_blocks() {
    const std::vector<std::int32_t> block_of = sorted_.block_of();
    for (std::size_t b = 0; b < sorted_.blocks.size(); ++b) {
      const Block& block = sorted_.blocks[b];
      BlockFact fact;
      if (!block.linear)
        fact.kind = BlockKind::nonlinear_loop;
      else if (block.unknowns.size() > 1)
        fact.kind = BlockKind::linear_loop;
      for (std::size_t k = 0; k < block.equations.size(); ++k) {
        const std::int32_t e = block.equations[k];
        fact.equations.push_back(
            {equation_name(flat_, e), equation_text(flat_, e), variable_name(flat_, block.unknowns[k]), friction_cases_.of_equation(e)});
      }
      if (block.explicit_steps > 0)
        for (const std::int32_t v : block.tearing_variables()) fact.tearing.push_back(variable_name(flat_, v));
      for (const std::int32_t v : block.unknowns)
        if (const std::int32_t owner = flat_.variable(v).owner;
            flat_.variable(v).kind == VariableKind::derivative && sorted_.is_state(owner))
          fact.integrated.push_back(variable_name(flat_, owner));
      tell_needs(block, block_of, static_cast<std::int32_t>(b), fact);
      causality_.blocks.push_back(std::move(fact));
    }
    shorten_equations();
  }

  void shorten_equations() {
    std::vector<std::pair<std::int32_t, EquationFact*>> equations;
    for (std::size_t b = 0; b < sorted_.blocks.size(); ++b)
      for (std::size_t k = 0; k < sorted_.blocks[b].equations.size(); ++k)
        equations.emplace_back(sorted_.blocks[b].equations[k], &causality_.blocks[b].equations[k]);
    LongEquations(flat_).shorten(equations);
  }

  void tell_needs(const Block& block, const std::vector<std::int32_t>& block_of, std::int32_t own, BlockFact& fact) const {
    std::vector<std::int32_t> states;
    for (const std::int32_t e : block.equations)
      for (const IncidenceTerm& term : sorted_.incidence[at(e)]) {
        if (sorted_.is_state(term.variable)) states.push_back(term.variable);
        const std::int32_t needed = block_of[at(term.variable)];
        if (needed >= 0 && needed != own) fact.needs.push_back(needed);
      }
    const auto tidy = [](std::vector<std::int32_t>& numbers) {
      std::sort(numbers.begin(), numbers.end());
      numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    };
    tidy(states), tidy(fact.needs);
    for (const std::int32_t v : states) fact.states.push_back(variable_name(flat_, v));
  }

  const SortedSystem& sorted_;
  const FlatSystem& flat_;
  const Assembly& assembly_;
  const std::vector<PortSide> sides_;
  FrictionCases friction_cases_;
  Causality causality_;
  Walker walker_;
};

}  // namespace

std::string force_word(const Domain& domain) { return domain.through_unit == "N" ? "force" : "torque"; }
std::string velocity_word(const Domain& domain) { return domain.across_unit == "m/s" ? "velocity" : "angular velocity"; }

Causality causality_of(const SortedSystem& sorted) { return Explanation(sorted).run(); }

}  // namespace stribeck
