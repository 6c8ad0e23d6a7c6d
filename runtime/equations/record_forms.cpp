#include "equations/record_forms.h"

#include "expression/derivative.h"
#include "expression/substitute.h"

namespace stribeck {

namespace {

/// The value of every node when all unknowns are zero.
Substitution at_zero(const ExprPool& pool, ExprPool& scratch) {
  Substitution zero(pool, scratch);
  for (std::int32_t i = 0; i < pool.size(); ++i) {
    const Node& n = pool.node(i);
    if (n.op != Operator::symbol) continue;
    zero.set(static_cast<ExprId>(i), (n.content & kUnknown) != 0 ? scratch.zero() : scratch.symbol(n.a, static_cast<Content>(n.content)));
  }
  zero.fill([&](ExprId) { return scratch.zero(); }, [](std::int32_t table) { return table; });
  return zero;
}

}  // namespace

RecordForms linear_forms(const ComponentRecord& record) {
  RecordForms forms;
  forms.pool = record.pool;
  ExprPool scratch;
  const Substitution zero = at_zero(record.pool, scratch);
  Differentiator differentiator(forms.pool);
  for (const RelationDeclaration& relation : record.relations) {
    RelationForm form;
    const ExprId residual = forms.pool.sub(relation.left, relation.right);
    const ExprId rest = scratch.sub(zero.image(relation.left), zero.image(relation.right));
    form.linear = (forms.pool.content(residual) & ~(kParameter | kUnknown)) == 0 && scratch.is_constant(rest, 0);
    if (form.linear) {
      for (const Partial& partial : differentiator.partials(residual)) {
        form.linear = form.linear && partial.is_whole && (forms.pool.content(partial.value) & ~kParameter) == 0;
        form.terms.push_back({forms.pool.node(partial.symbol).a, partial.value});
      }
      form.linear = form.linear && differentiator.read_without_slope().empty();
    }
    forms.relations.push_back(std::move(form));
  }
  for (const SymbolKind kind : {SymbolKind::parameter, SymbolKind::time, SymbolKind::mode, SymbolKind::discrete, SymbolKind::variable,
                                SymbolKind::across, SymbolKind::through, SymbolKind::signal})
    for (std::int32_t n = 0; n < record.pool.size(); ++n) {
      const Node& node = record.pool.node(n);
      if (node.op == Operator::symbol && record.symbols[static_cast<std::size_t>(node.a)].kind == kind) forms.symbols.push_back(n);
    }
  return forms;
}

}  // namespace stribeck
