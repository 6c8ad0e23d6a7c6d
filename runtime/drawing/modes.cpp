#include "drawing/modes.h"

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

std::vector<Span> holding_spans(const std::vector<ModeSpan>& spans) {
  std::vector<Span> holding;
  for (const ModeSpan& span : spans)
    if (span.mode == 0) holding.push_back(span.span);
  return holding;
}

}  // namespace stribeck
