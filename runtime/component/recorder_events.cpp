#include "component/recorder_events.h"

#include <algorithm>

#include "base/unit_text.h"

namespace stribeck {

namespace {

WhenDeclaration* when_of(Recorder* r, int32_t when) {
  const bool exists = when >= 0 && when < static_cast<int32_t>(r->record.whens.size());
  if (!exists) r->fault("something is to happen at an event that does not exist");
  return exists ? &r->record.whens[static_cast<std::size_t>(when)] : nullptr;
}

}  // namespace

stribeck_expression record_discrete(Recorder* r, const char* name, const char* unit, const char* doc, stribeck_expression start,
                                    uint32_t flags) {
  const stribeck_expression shown = new_variable(r, name, unit, doc, (flags & 1U) == 0);
  if (!r->valid(shown) || !r->valid(start)) return -1;
  const Dimension dimension = r->dimension_of(expr(shown));
  if ((r->record.pool.content(expr(start)) & ~kParameter) != 0)
    r->fault("the start of \"" + std::string(name) + "\" depends on more than parameters");
  if (!agree(r->dimension_of(expr(start)), dimension))
    r->fault("the start of \"" + std::string(name) + "\" has the dimension " + dimension_words(r->dimension_of(expr(start))) + ", not " +
             dimension_words(dimension));
  const ExprId symbol = r->new_symbol(SymbolKind::discrete, r->record.discretes.size(), kMode, dimension);
  r->record.discretes.push_back({{symbol, expr(start)}, static_cast<std::int32_t>(r->record.variables.size()) - 1});
  r->record.relations.push_back({name, expr(shown), symbol});
  return handle(symbol);
}

int32_t record_when(Recorder* r, const char* label, stribeck_expression condition) {
  if (!r->valid(condition)) return -1;
  if ((r->record.pool.content(expr(condition)) & (kCondition | kMode)) == 0)
    r->fault("what is to happen when something becomes true has a condition that never changes: " + r->text(expr(condition)));
  r->record.whens.push_back({{.condition = expr(condition), .assignments = {}}, label, {}});
  return static_cast<int32_t>(r->record.whens.size()) - 1;
}

void record_when_set(Recorder* r, int32_t when, stribeck_expression target, stribeck_expression value) {
  WhenDeclaration* declaration = when_of(r, when);
  if (declaration == nullptr || !r->valid(target) || !r->valid(value)) return;
  const Node n = r->record.pool[expr(target)];
  const SymbolKind kind = n.op == Operator::symbol ? r->record.symbols[static_cast<std::size_t>(n.a)].kind : SymbolKind::time;
  if (kind != SymbolKind::discrete && kind != SymbolKind::variable)
    return r->fault("an event assigns to " + r->text(expr(target)) + ", which is neither a discrete variable nor a variable");
  if (!agree(r->dimension_of(expr(target)), r->dimension_of(expr(value))))
    r->fault("an event gives " + r->text(expr(target)) + " a value of the dimension " + to_text(r->dimension_of(expr(value))) + ", not " +
             to_text(r->dimension_of(expr(target))));
  declaration->assignments.push_back({expr(target), expr(value)});
}

void record_when_end(Recorder* r, int32_t when, const char* action, const char* sentence) {
  WhenDeclaration* declaration = when_of(r, when);
  if (declaration == nullptr) return;
  r->need_doc(action, sentence);
  const auto row = std::find_if(kEndsOfRun.begin(), kEndsOfRun.end(),
                                [&](const EndWord& word) { return word.doc != nullptr && std::string_view(word.name) == action; });
  if (row == kEndsOfRun.end()) return r->fault("a run cannot end by \"" + std::string(action) + "\"");
  declaration->end = static_cast<EndOfRun>(row - kEndsOfRun.begin());
  declaration->sentence = sentence;
}

void record_constraint(Recorder* r, const char* label, stribeck_expression position, stribeck_expression rate,
                       stribeck_expression per_force, stribeck_expression given, const stribeck_expression* shares, int32_t count) {
  r->need_doc("a constraint", label);
  if (!r->valid(position) || !r->valid(rate) || !r->valid(per_force) || !r->valid(given)) return;
  const std::string name = "the constraint \"" + std::string(label) + "\"";
  const auto is_discrete = [&](stribeck_expression e) {
    const Node held = r->record.pool[expr(e)];
    return held.op == Operator::symbol && r->record.symbols[static_cast<std::size_t>(held.a)].kind == SymbolKind::discrete;
  };
  ConstraintDeclaration declaration{{expr(position), expr(rate), expr(per_force), expr(given), {}}, label};
  for (int32_t i = 0; i < count; ++i) {
    if (!r->valid(shares[i])) return;
    declaration.shares.push_back(expr(shares[i]));
  }
  if (!is_discrete(given) || !std::all_of(shares, shares + count, is_discrete))
    return r->fault("what the run is to set for " + name + " is no discrete variable");
  if ((r->record.pool.content(expr(per_force)) & ~kParameter) != 0)
    r->fault("the scale of the force of " + name + " depends on more than parameters");
  static const Dimension kPerSecond = parse_unit("1/s")->dimension;
  if (!agree(r->dimension_of(expr(rate)), product(r->dimension_of(expr(position)), kPerSecond)))
    r->fault("the rate of " + name + " has the dimension " + dimension_words(r->dimension_of(expr(rate))) +
             ", which is not that of its position per time");
  r->record.constraints.push_back(std::move(declaration));
}

}  // namespace stribeck
