#pragma once
// The one layout of a JSON text with comments, for `stribeck format`.
#include <string>
#include <string_view>

namespace stribeck {

/// The text laid out anew: indented by two; what fits in 140 columns may stand on one line, else an entry a line; a list of numbers fills
/// lines. An object or another list whose first entry stands on a line of its own in `text` stays open. Order, comments, single blank lines
/// and the spelling of numbers and strings stay; lines end in LF, and a byte order mark goes. Throws Failure with json.syntax, as JsonTree
/// does.
std::string laid_out(std::string_view text, const std::string& file);

}  // namespace stribeck
