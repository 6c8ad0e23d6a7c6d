#pragma once
// Modes of dry friction, clutches and the like as times and words. A mode is a variable whose documentation is a list of its values:
// "1 slips forwards, -1 slips backwards, 0 sticks".
#include <string_view>
#include <vector>

#include "drawing/plot.h"

namespace stribeck {

/// The values and their words in the order given; empty if the documentation is no such list.
std::vector<ModeWord> mode_words(std::string_view doc);
/// How long each mode lasts. `times` ascend, an instant with events stands several times. Spans without duration are left out.
std::vector<ModeSpan> mode_spans(const std::vector<double>& times, const std::vector<double>& modes);
/// Those in which the mode is 0: whatever it is called, it holds.
std::vector<Span> holding_spans(const std::vector<ModeSpan>& spans);

}  // namespace stribeck
