#pragma once
// Modes of dry friction, clutches and the like as times and words (base/mode_words.h).
#include <string_view>
#include <vector>

#include "drawing/plot.h"

namespace stribeck {

/// How long each mode lasts. `times` ascend, an instant with events stands several times. Spans without duration are left out.
std::vector<ModeSpan> mode_spans(const std::vector<double>& times, const std::vector<double>& modes);
/// The modes in which something holds: of a contact those in which it rests on a side, else 0, whatever that is called.
std::vector<ModeWord> holding_modes(std::string_view doc);
/// When that is, longer than an instant.
std::vector<Span> holding_spans(const std::vector<ModeSpan>& spans, const std::vector<ModeWord>& holding);

}  // namespace stribeck
