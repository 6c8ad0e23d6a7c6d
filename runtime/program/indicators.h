#pragma once
// Event indicators of a program, for hosts that integrate by themselves.
#include <algorithm>

#include "program/program.h"

namespace stribeck {

/// One for each condition whose time is not known beforehand, and one for all loops with several solutions.
inline std::size_t count_indicators(const Program& program) {
  const auto is_searched = [](const ConditionCode& condition) { return condition.scheduled < 0; };
  return static_cast<std::size_t>(std::count_if(program.conditions.begin(), program.conditions.end(), is_searched)) + 1;
}

}  // namespace stribeck
