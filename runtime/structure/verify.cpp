#include "structure/verify.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/index.h"
#include "base/invariants.h"
#include "expression/walk.h"

namespace stribeck {

namespace {

class SortedVerification {
 public:
  explicit SortedVerification(const SortedSystem& system)
      : system_(system), flat_(*system.flat), block_of_(flat_.variables.size(), -1), place_(flat_.equations.size(), -1) {}

  std::string run() {
    if (!system_.without_carrier.empty() || !system_.of_given_motion.empty()) return {};
    for (std::string (SortedVerification::*check)() :
         {&SortedVerification::states, &SortedVerification::incidence, &SortedVerification::blocks, &SortedVerification::order,
          &SortedVerification::linearity, &SortedVerification::levels})
      if (std::string what = (this->*check)(); !what.empty()) return what;
    return {};
  }

 private:
  std::string states() {
    if (system_.states.size() != system_.state_derivatives.size()) return "a state without derivative";
    std::vector<bool> is_state(flat_.variables.size(), false);
    for (std::size_t s = 0; s < system_.states.size(); ++s) {
      const std::int32_t v = system_.states[s];
      if (is_state[at(v)] || flat_.eliminated(v)) return "a state that is none: " + variable_name(flat_, v);
      is_state[at(v)] = true;
      if (flat_.variable(v).derivative != system_.state_derivatives[s]) return "another's derivative: " + variable_name(flat_, v);
    }
    if (!std::equal(is_state.begin(), is_state.end(), system_.state_flags.begin(), system_.state_flags.end()))
      return "flags of other states";
    for (const std::int32_t v : system_.dummy_derivatives)
      if (flat_.variable(v).kind != VariableKind::derivative || is_state[at(flat_.variable(v).owner)])
        return "a dummy derivative that is that of a state: " + variable_name(flat_, v);
    return {};
  }

  std::string incidence() {
    const std::size_t equations = std::min(flat_.equations.size(), system_.incidence.size());
    for (const Block& block : system_.blocks)
      for (const std::int32_t e : block.equations) {
        if (!is_below(e, equations)) return "an equation without incidence";
        for (const IncidenceTerm& term : system_.incidence[at(e)])
          if (!is_below(term.variable, flat_.variables.size()) || flat_.eliminated(term.variable))
            return "an incidence of what is eliminated: " + equation_name(flat_, e);
      }
    return {};
  }

  std::string blocks() {
    for (std::size_t b = 0; b < system_.blocks.size(); ++b) {
      const Block& block = system_.blocks[b];
      if (block.unknowns.empty() || block.unknowns.size() != block.equations.size() || block.explicit_steps > block.unknowns.size())
        return "a block of other unknowns than equations";
      for (const std::int32_t e : block.equations)
        if (std::exchange(place_[at(e)], static_cast<std::int32_t>(b)) >= 0) return "an equation in two blocks: " + equation_name(flat_, e);
      for (const std::int32_t v : block.unknowns) {
        if (system_.is_state(v) || flat_.eliminated(v)) return "an unknown that is known: " + variable_name(flat_, v);
        if (std::exchange(block_of_[at(v)], static_cast<std::int32_t>(b)) >= 0)
          return "an unknown of two blocks: " + variable_name(flat_, v);
      }
    }
    for (const std::vector<std::int32_t>* derivatives : {&system_.state_derivatives, &system_.dummy_derivatives})
      for (const std::int32_t v : *derivatives)
        if (!flat_.eliminated(v) && !system_.is_state(v) && block_of_[at(v)] < 0)
          return "a derivative that nothing determines: " + variable_name(flat_, v);
    return {};
  }

  std::string order() {
    for (std::size_t b = 0; b < system_.blocks.size(); ++b) {
      const Block& block = system_.blocks[b];
      for (std::size_t k = 0; k < block.equations.size(); ++k) {
        bool reads_own = false;
        for (const IncidenceTerm& term : system_.incidence[at(block.equations[k])]) {
          reads_own = reads_own || term.variable == block.unknowns[k];
          const std::int32_t from = block_of_[at(term.variable)];
          if (!system_.is_state(term.variable) && (from < 0 || at(from) > b))
            return "an equation that reads what comes later: " + equation_name(flat_, block.equations[k]);
        }
        if (k < block.explicit_steps && !reads_own) return "a step without its unknown: " + equation_name(flat_, block.equations[k]);
      }
    }
    return {};
  }

  std::string linearity() {
    Walker walker;
    for (std::size_t b = 0; b < system_.blocks.size(); ++b) {
      if (!system_.blocks[b].linear) continue;
      for (const std::int32_t e : system_.blocks[b].equations)
        for (const IncidenceTerm& term : system_.incidence[at(e)]) {
          if (block_of_[at(term.variable)] != static_cast<std::int32_t>(b)) continue;
          for (const std::int32_t n : walker.below(*flat_.pool, term.partial)) {
            const std::int32_t v = flat_.pool->node(n).op == Operator::symbol ? flat_.variable_of(n) : -1;
            if (v >= 0 && block_of_[at(v)] == static_cast<std::int32_t>(b)) return "a linear block that is not: " + equation_name(flat_, e);
          }
        }
    }
    return {};
  }

  std::string levels() {
    for (const SelectionLevel& level : system_.varying_levels) {
      const auto chosen = std::count(level.chosen.begin(), level.chosen.end(), true);
      if (level.chosen.size() != level.columns.size() || chosen != level.rows) return "other choices than constraints";
      if (!std::is_sorted(level.columns.begin(), level.columns.end())) return "columns out of order";
      for (const SelectionLevel::Entry& entry : level.entries)
        if (!is_below(entry.row, at(level.rows)) || !std::binary_search(level.columns.begin(), level.columns.end(), entry.column))
          return "an entry of no constraint";
    }
    return {};
  }

  const SortedSystem& system_;
  const FlatSystem& flat_;
  std::vector<std::int32_t> block_of_, place_;
};

}  // namespace

std::string broken_invariant(const SortedSystem& system) { return SortedVerification(system).run(); }

}  // namespace stribeck
