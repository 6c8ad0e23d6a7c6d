#include "explain/declared_causality.h"

#include <algorithm>

#include "base/index.h"
#include "equations/record_forms.h"

namespace stribeck {

std::vector<std::optional<CausalityWish>> declared_causality(const ComponentRecord& record) {
  std::vector<std::optional<CausalityWish>> wishes(record.connectors.size());
  const RecordForms forms = linear_forms(record);
  for (const CausalityDeclaration& declaration : record.causality) {
    const Node& node = record.pool[declaration.variable];
    if (node.op != Operator::symbol) continue;
    const bool is_velocity = wants_velocity_out(declaration.wish);
    // The symbols that stand for it at a port: itself, and what a relation without further unknowns ties to it.
    const auto take = [&](std::int32_t number) {
      const RecordSymbol& symbol = record.symbols[at(number)];
      if (symbol.kind == (is_velocity ? SymbolKind::across : SymbolKind::through)) wishes[at(symbol.index)] = declaration.wish;
    };
    take(node.a);
    for (const RelationForm& form : forms.relations) {
      const auto is_it = [&](const RelationForm::Term& term) { return term.symbol == node.a; };
      const auto is_port = [&](const RelationForm::Term& term) {
        return is_it(term) || record.symbols[at(term.symbol)].kind == SymbolKind::across;
      };
      if (!form.linear || std::none_of(form.terms.begin(), form.terms.end(), is_it)) continue;
      if (is_velocity ? !std::all_of(form.terms.begin(), form.terms.end(), is_port) : form.terms.size() != 2) continue;
      for (const RelationForm::Term& term : form.terms) take(term.symbol);
    }
  }
  return wishes;
}

}  // namespace stribeck
