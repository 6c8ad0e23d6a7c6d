#include "drawing/modes.h"

#include <algorithm>

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

std::vector<ModeWord> holding_modes(std::string_view doc) {
  std::vector<ModeWord> words = mode_words(doc), zero{{0, "holds"}};
  for (const ModeWord& word : words)
    if (word.mode == 0) zero = {word};
  const bool is_contact = std::any_of(words.begin(), words.end(), [](const ModeWord& word) {
    return word.mode != 0 && (word.words.starts_with("rest") || word.words.find(" rest") != std::string::npos);
  });
  if (!is_contact) return zero;
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
