#pragma once
// What holds whatever the input: an error is coded, says something, and stands where the text has a place.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace stribeck::fuzz {

inline void require(bool holds, const char* what, std::string_view about = {}) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s %.*s\n", what, static_cast<int>(about.size()), about.data());
  std::abort();
}

inline void require_good(const Failure& failure, std::string_view text) {
  require(!failure.diagnostics().empty(), "a failure carries a diagnostic");
  const auto lines = 1 + std::count(text.begin(), text.end(), '\n');
  bool error = false;
  for (const Diagnostic& d : failure.diagnostics()) {
    const ErrorCodeRow& row = describe(d.code);
    require(row.exit_status == 1 || row.exit_status == 2, "a code has the exit status of an error", row.code);
    require(!d.message.empty(), "an error has a message", row.code);
    require(d.where.line >= 0 && d.where.line <= lines, "an error stands in the text", d.message);
    require(!to_text(d).empty(), "an error can be shown", d.message);
    error = error || d.severity == Severity::error;
  }
  require(error, "a failure is an error and not only a remark", failure.what());
}

}  // namespace stribeck::fuzz
