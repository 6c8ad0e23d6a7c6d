#include "drawing/modes.h"

#include <algorithm>

#include "base/index.h"
#include "base/modes.h"
#include "expression/walk.h"

namespace stribeck {

std::vector<ModeSpan> mode_spans(const std::vector<double>& times, const std::vector<double>& modes) {
  std::vector<ModeSpan> spans;
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (!spans.empty() && spans.back().mode == modes[i]) {
      spans.back().span.to = times[i];
      continue;
    }
    if (!spans.empty()) {
      spans.back().span.to = times[i];
      if (spans.back().span.to <= spans.back().span.from) spans.pop_back();
    }
    if (spans.empty() || spans.back().mode != modes[i]) spans.push_back({{times[i], times[i]}, modes[i]});
  }
  if (!spans.empty() && spans.back().span.to <= spans.back().span.from) spans.pop_back();
  return spans;
}

bool tells_contact(const ComponentRecord& record, std::string_view variable) {
  const int own = record.find_variable(variable);
  if (own < 0) return false;
  const ExprId symbol = record.variables[at(own)].symbol;
  const auto relation =
      std::find_if(record.relations.begin(), record.relations.end(), [&](const RelationDeclaration& r) { return r.left == symbol; });
  if (relation == record.relations.end()) return false;
  Walker walker;
  const std::vector<std::int32_t>& nodes = walker.below(record.pool, relation->right);
  return std::any_of(nodes.begin(), nodes.end(), [&](std::int32_t n) {
    const Node& node = record.pool.node(n);
    if (node.op != Operator::symbol || record.symbols[at(node.a)].kind != SymbolKind::mode) return false;
    return record.frictions[at(record.symbols[at(node.a)].index / kModeInputs)].is_contact();
  });
}

std::vector<ModeWord> holding_modes(std::string_view doc, bool is_of_contact) {
  std::vector<ModeWord> words = mode_words(doc), zero{{0, "holds"}};
  for (const ModeWord& word : words)
    if (word.mode == 0) zero = {word};
  if (!is_of_contact) return zero;
  std::erase_if(words, [](const ModeWord& word) { return word.mode == 0; });
  return words;
}

std::vector<Span> holding_spans(const std::vector<ModeSpan>& spans, const std::vector<ModeWord>& holding) {
  std::vector<Span> found;
  for (const ModeSpan& span : spans)
    if (std::any_of(holding.begin(), holding.end(), [&](const ModeWord& word) { return word.mode == span.mode; }))
      found.push_back(span.span);
  return found;
}

}  // namespace stribeck
