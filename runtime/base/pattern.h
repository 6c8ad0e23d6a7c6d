#pragma once
// Names by pattern: "spring.*", "clutch*.mode".
#include <string_view>

namespace stribeck {

/// True if the text fits a pattern whose stars stand for any characters. Backtracks to the last star only, so the cost is at most the
/// product of the lengths.
bool matches_pattern(std::string_view pattern, std::string_view text);

}  // namespace stribeck
