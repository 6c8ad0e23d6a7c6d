#include "drawing/modes.h"

#include <charconv>

#include "base/text.h"

namespace stribeck {

std::vector<ModeWord> mode_words(std::string_view doc) {
  std::vector<ModeWord> result;
  while (!doc.empty()) {
    const std::size_t comma = doc.find(',');
    const std::string_view part = trimmed(doc.substr(0, comma));
    doc = comma == std::string_view::npos ? std::string_view{} : doc.substr(comma + 1);
    int mode = 0;
    const auto [end, problem] = std::from_chars(part.data(), part.data() + part.size(), mode);
    const std::string_view words = trimmed(part.substr(static_cast<std::size_t>(end - part.data())));
    if (problem != std::errc{} || words.empty()) return {};
    result.push_back({static_cast<double>(mode), std::string(words)});
  }
  return result;
}

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

std::vector<Span> holding_spans(const std::vector<ModeSpan>& spans) {
  std::vector<Span> holding;
  for (const ModeSpan& span : spans)
    if (span.mode == 0) holding.push_back(span.span);
  return holding;
}

}  // namespace stribeck
