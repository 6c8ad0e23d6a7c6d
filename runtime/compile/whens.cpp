#include "compile/whens.h"

#include <map>

#include "base/index.h"
#include "compile/clocked.h"
#include "equations/flat_system.h"
#include "expression/replacing.h"
#include "structure/sorted_system.h"

namespace stribeck {

namespace {

/// A variable that is a state times a factor.
struct ResetTarget {
  std::int32_t state = -1;
  ExprId factor = ExprId::none;
};

class ResetTargets {
 public:
  ResetTargets(const SortedSystem& sorted, ExprPool& pool) : flat_(*sorted.flat), pool_(pool) {
    for (std::size_t s = 0; s < sorted.states.size(); ++s) states_[sorted.states[s]] = static_cast<std::int32_t>(s);
  }

  ResetTarget find(ExprId variable) {
    ResetTarget target{.factor = pool_.one()};
    for (Node n = pool_[variable];; n = pool_[variable]) {
      if (n.op == Operator::symbol) {
        const auto state = states_.find(flat_.variable_of(index(variable)));
        if (state != states_.end()) target.state = state->second;
        return target;
      }
      const bool is_multiple = n.op == Operator::mul && pool_.is_constant(static_cast<ExprId>(n.a));
      if (n.op != Operator::neg && !is_multiple) return target;
      target.factor = n.op == Operator::neg ? pool_.neg(target.factor) : pool_.mul(target.factor, static_cast<ExprId>(n.a));
      variable = static_cast<ExprId>(n.op == Operator::neg ? n.a : n.b);
    }
  }

 private:
  const FlatSystem& flat_;
  ExprPool& pool_;
  std::map<std::int32_t, std::int32_t> states_;
};

Failure no_state(const FlatSystem& flat, const FlatWhen& when, ExprId variable) {
  return Failure(Diagnostic{.code = ErrorCode::structure_no_reset,
                            .message = "the event \"" + flat.declaration_of(when).label + "\" resets " + expression_text(flat, variable) +
                                       ", which cannot be set: in this diagram it follows from other variables",
                            .where = where_of_instance(flat, when.instance),
                            .because = "only what is integrated may jump by itself; explain shows which variables are",
                            .remedy = "reset one of those, or connect it so that nothing else determines it",
                            .details = {}});
}

/// With the discrete variables that it names as they were before the instant.
ExprId before_instant(const FlatSystem& flat, Emitter& emitter, Program& program, ExprId value) {
  std::vector<Replacement> replacements;
  Walker walker;
  std::vector<std::int32_t> symbols;
  symbols_below(*flat.pool, walker, value, kMode, symbols);
  for (const std::int32_t s : symbols) {
    const std::int32_t discrete = flat.discrete_of(static_cast<ExprId>(s));
    if (discrete < 0) continue;
    const ExprId before = emitter.pool().own_symbol(kMode);
    DiscreteCode& code = program.discretes[at(discrete)];
    if (code.before < 0)
      code.before = emitter.new_register(before);
    else
      emitter.define(before, code.before);
    replacements.push_back({static_cast<ExprId>(s), before});
  }
  return replacements.empty() ? value : Replacing(emitter.pool())(value, replacements);
}

}  // namespace

void emit_whens(const SortedSystem& sorted, Emitter& emitter, Program& program, const EmitSection& emit) {
  const FlatSystem& flat = emitter.flat();
  if (flat.whens.empty()) return;
  const Clocking clocking = clocking_of(sorted);
  ResetTargets targets(sorted, emitter.pool());
  std::vector<When<ExprId>> whens(flat.whens.begin(), flat.whens.end());
  for (std::size_t w = 0; w < whens.size(); ++w) {
    WhenCode& code = program.whens.emplace_back();
    code.is_clocked = clocking.is_clocked[w];
    code.end = flat.declaration_of(flat.whens[w]).end;
    code.component = flat.whens[w].instance;
    for (std::size_t a = 0; a < whens[w].assignments.size(); ++a) {
      When<ExprId>::Assignment& assignment = whens[w].assignments[a];
      WhenCode::Assignment& to = code.assignments.emplace_back();
      to.level = clocking.levels[w][a];
      if (code.is_clocked) assignment.value = before_instant(flat, emitter, program, assignment.value);
      if (const std::int32_t discrete = flat.discrete_of(assignment.target); discrete >= 0) {
        to.target = program.discretes[at(discrete)].value;
        continue;
      }
      const ResetTarget target = targets.find(assignment.target);
      if (target.state < 0) throw no_state(flat, flat.whens[w], assignment.target);
      to.target = program.first_state + target.state;
      assignment.value = emitter.pool().div(assignment.value, target.factor);
    }
  }
  lower(emit, RefRole::watched, Section::crossings, whens, program.whens);
  lower(emit, RefRole::assigned, Section::updates, whens, program.whens);
}

}  // namespace stribeck
