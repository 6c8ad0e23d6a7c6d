#include "explain/state_choice.h"

#include <algorithm>
#include <map>

#include "base/index.h"
#include "base/pieces.h"
#include "base/text.h"
#include "expression/walk.h"

namespace stribeck {

namespace {

std::string merit_words(StateMerit merit) {
  switch (merit) {
    case StateMerit::high_target:
      return "it has an initial value that must hold";
    case StateMerit::store:
      return "it belongs to a component that stores energy";
    case StateMerit::rated:
      return "its component has a law for its rate";
    case StateMerit::component:
      return "it is a component's own variable";
    case StateMerit::network:
      return "it is the velocity of a node";
    case StateMerit::position_output:
      return "only an output asks for it";
    case StateMerit::force:
      return "it is a force";
  }
  return "";
}

class StateChoice {
 public:
  StateChoice(const SortedSystem& sorted, Causality& causality)
      : sorted_(sorted), flat_(*sorted.flat), causality_(causality), groups_(flat_.variables.size()) {}

  void run() {
    find_groups();
    find_stores();
    find_targets();
    find_chords();
    for (const std::int32_t v : sorted_.states) causality_.states.push_back(state_fact(v));
    for (const std::int32_t v : sorted_.dummy_derivatives) {
      DummyFact fact{variable_name(flat_, v), {}};
      for (const std::int32_t state : states_of_group_[group_of(v)]) fact.taken_by.push_back(variable_name(flat_, state));
      causality_.dummies.push_back(std::move(fact));
    }
  }

 private:
  std::int32_t group_of(std::int32_t v) { return groups_.find(flat_.undifferentiated(v)); }

  /// Variables tied together by the same differentiated equations: some of them are states, the others follow.
  void find_groups() {
    for (std::size_t e = 0; e < flat_.equations.size(); ++e) {
      if (flat_.equations[e].kind != EquationKind::derivative) continue;
      std::int32_t first = -1;
      for (const IncidenceTerm& term : sorted_.incidence[e]) {
        if (flat_.variable(term.variable).kind != VariableKind::derivative) continue;
        const std::int32_t v = flat_.undifferentiated(term.variable);
        if (first >= 0) groups_.join(v, first);
        first = v;
      }
    }
    for (const std::int32_t v : sorted_.states) states_of_group_[group_of(v)].push_back(v);
    for (const std::int32_t v : sorted_.dummy_derivatives) followers_[group_of(v)].push_back(flat_.variable(v).owner);
  }

  void find_stores() {
    Walker walker;
    std::vector<std::int32_t> symbols;
    for (const EnergyTerms& terms : flat_.energy) {
      if (terms.stored == ExprId::none) continue;
      symbols_below(*flat_.pool, walker, terms.stored, kUnknown, symbols);
      for (const std::int32_t s : symbols) stores_[flat_.variable_of(s)].push_back(flat_.diagram().instances[at(terms.instance)].name);
    }
  }

  void find_targets() {
    for (std::size_t i = 0; i < flat_.diagram().instances.size(); ++i) {
      const Instance& instance = flat_.diagram().instances[i];
      for (const Target& target : instance.targets) {
        std::int32_t v = flat_.first_variable[i] + target.variable;
        if (flat_.variable(v).alias_of >= 0) v = flat_.variable(v).alias_of;
        targets_[v].push_back("initial value of " + instance.name + "." + instance.record->variables[at(target.variable)].name +
                              (target.priority == Priority::high ? " must hold" : " wanted"));
      }
    }
  }

  /// A chord that runs along a tree edge could have been the state in place of the edge.
  void find_chords() {
    const Assembly& assembly = *flat_.assembly;
    for (std::size_t r = 0; r < assembly.requests.size(); ++r)
      for (const auto& [edge, sign] : assembly.requests[r].path) {
        (void)sign;
        if (assembly.requests[r].kind == DisplacementDeclaration::Kind::free)
          chords_[flat_.position_variable[at(edge)]].push_back(flat_.position_variable[r]);
      }
    for (std::size_t r = 0; r < assembly.requests.size(); ++r) is_displacement_[flat_.position_variable[r]] = static_cast<std::int32_t>(r);
  }

  StateFact state_fact(std::int32_t v) {
    StateFact fact{variable_name(flat_, v), because(v), {}, {}};
    if (const auto followers = followers_.find(group_of(v)); followers != followers_.end()) {
      for (const std::int32_t other : followers->second) fact.instead.push_back(variable_name(flat_, other));
      fact.preferred = merit_words(state_merit(sorted_, v));
    }
    if (const auto chords = chords_.find(v); chords != chords_.end()) {
      for (const std::int32_t other : chords->second) fact.instead.push_back(variable_name(flat_, other));
      if (fact.preferred.empty()) fact.preferred = chord_words(v);
    }
    return fact;
  }

  std::string chord_words(std::int32_t v) const {
    switch (flat_.assembly->requests[at(is_displacement_.at(v))].target) {
      case Priority::high:
        return "it has an initial value that must hold, and the others are sums";
      case Priority::low:
        return "it has an initial value that is wanted, and the others are sums";
      case Priority::none:
        break;
    }
    return "its name comes first, and the others are sums";
  }

  std::string because(std::int32_t v) const {
    std::vector<std::string> reasons;
    if (const auto stores = stores_.find(v); stores != stores_.end()) reasons.push_back("carries the energy of " + joined(stores->second));
    if (const auto targets = targets_.find(v); targets != targets_.end())
      reasons.insert(reasons.end(), targets->second.begin(), targets->second.end());
    if (!reasons.empty()) return joined(reasons);
    if (const auto found = is_displacement_.find(v); found != is_displacement_.end()) {
      const DisplacementRequest& request = flat_.assembly->requests[at(found->second)];
      const std::string& instance = flat_.diagram().instances[at(request.instance)].name;
      return request.is_shown_alone ? "an output asks for this position" : "displacement that " + instance + " needs";
    }
    if (flat_.variable(v).kind == VariableKind::derivative) return "rate of " + variable_name(flat_, flat_.variable(v).owner);
    return "a relation contains its derivative";
  }

  const SortedSystem& sorted_;
  const FlatSystem& flat_;
  Causality& causality_;
  Pieces groups_;
  std::map<std::int32_t, std::vector<std::int32_t>> states_of_group_, followers_, chords_;
  std::map<std::int32_t, std::vector<std::string>> stores_, targets_;
  std::map<std::int32_t, std::int32_t> is_displacement_;
};

}  // namespace

void tell_states(const SortedSystem& sorted, Causality& causality) { StateChoice(sorted, causality).run(); }

}  // namespace stribeck
