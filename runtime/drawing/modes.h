#pragma once
// Modes of dry friction, clutches and the like as times and words (base/mode_words.h).
#include <vector>

#include "drawing/plot.h"

namespace stribeck {

/// How long each mode lasts. `times` ascend, an instant with events stands several times. Spans without duration are left out.
std::vector<ModeSpan> mode_spans(const std::vector<double>& times, const std::vector<double>& modes);
/// Those in which the mode is 0: whatever it is called, it holds.
std::vector<Span> holding_spans(const std::vector<ModeSpan>& spans);

}  // namespace stribeck
