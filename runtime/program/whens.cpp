#include "program/whens.h"

#include <map>

#include "equations/flat_system.h"
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
  explicit ResetTargets(const SortedSystem& sorted) : flat_(*sorted.flat) {
    for (std::size_t s = 0; s < sorted.states.size(); ++s) states_[sorted.states[s]] = static_cast<std::int32_t>(s);
  }

  ResetTarget find(ExprId variable) {
    ResetTarget target{.factor = flat_.pool.one()};
    for (Node n = flat_.pool[variable];; n = flat_.pool[variable]) {
      if (n.op == Operator::symbol) {
        const auto state = states_.find(flat_.variable_of(index(variable)));
        if (state != states_.end()) target.state = state->second;
        return target;
      }
      const bool is_multiple = n.op == Operator::mul && flat_.pool.is_constant(static_cast<ExprId>(n.a));
      if (n.op != Operator::neg && !is_multiple) return target;
      target.factor = n.op == Operator::neg ? flat_.pool.neg(target.factor) : flat_.pool.mul(target.factor, static_cast<ExprId>(n.a));
      variable = static_cast<ExprId>(n.op == Operator::neg ? n.a : n.b);
    }
  }

 private:
  FlatSystem& flat_;
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

}  // namespace

void emit_whens(const SortedSystem& sorted, Program& program,
                const std::function<std::vector<Register>(Section, const std::vector<ExprId>&)>& emit) {
  FlatSystem& flat = *sorted.flat;
  if (flat.whens.empty()) return;
  ResetTargets targets(sorted);
  std::vector<ExprId> conditions, values;
  for (const FlatWhen& when : flat.whens) {
    WhenCode& code = program.whens.emplace_back();
    conditions.push_back(when.condition);
    for (const FlatWhen::Assignment& assignment : when.assignments) {
      WhenCode::Assignment& to = code.assignments.emplace_back();
      values.push_back(assignment.value);
      if (assignment.discrete >= 0) {
        to.discrete = assignment.discrete;
        continue;
      }
      const ResetTarget target = targets.find(assignment.target);
      if (target.state < 0) throw no_state(flat, when, assignment.target);
      to.state = target.state;
      values.back() = flat.pool.div(values.back(), target.factor);
    }
  }
  const std::vector<Register> truths = emit(Section::crossings, conditions), results = emit(Section::updates, values);
  auto next = results.begin();
  for (std::size_t w = 0; w < program.whens.size(); ++w) {
    program.whens[w].condition = truths[w];
    for (WhenCode::Assignment& assignment : program.whens[w].assignments) assignment.value = *next++;
  }
}

}  // namespace stribeck
