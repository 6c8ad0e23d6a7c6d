#pragma once
// Modes of dry friction, clutches and the like as times and words (base/mode_words.h).
#include <string_view>
#include <vector>

#include "component/record.h"
#include "drawing/plot.h"

namespace stribeck {

/// How long each mode lasts. `times` ascend, an instant with events stands several times. Spans without duration are left out.
std::vector<ModeSpan> mode_spans(const std::vector<double>& times, const std::vector<double>& modes);
/// Whether a variable of a component tells how its rigid contacts are: it is zero while there is a gap.
bool tells_contact(const ComponentRecord& record, std::string_view variable);
/// The modes in which something holds: of a contact all but 0, else 0, whatever that is called.
std::vector<ModeWord> holding_modes(std::string_view doc, bool is_of_contact);
/// When that is, longer than an instant.
std::vector<Span> holding_spans(const std::vector<ModeSpan>& spans, const std::vector<ModeWord>& holding);

}  // namespace stribeck
