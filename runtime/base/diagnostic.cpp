#include "base/diagnostic.h"

#include <fmt/format.h>

#include <array>

#include "base/text.h"

namespace stribeck {
namespace {

constexpr std::array kRows = {
#define STRIBECK_ERROR(identifier, code, exit, meaning) ErrorCodeRow{code, exit, meaning},
#include "base/error_codes.def"
#undef STRIBECK_ERROR
};

constexpr std::string_view kReset = "\x1b[0m";

std::string_view word(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::note:
      break;
  }
  return "note";
}

std::string_view colour_of(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "\x1b[1;31m";
    case Severity::warning:
      return "\x1b[1;33m";
    case Severity::note:
      break;
  }
  return "\x1b[1;36m";
}

/// One indented line "  label          text"; nothing for an empty text.
void append_line(std::string& result, std::string_view label, std::string_view text) {
  if (!text.empty()) result += fmt::format("  {:<14} {}\n", printable(label), printable(text));
}

std::string place(const Where& where) {
  std::string result = where.file;
  if (where.line > 0) result += fmt::format(":{}:{}", where.line, where.column);
  if (!where.pointer.empty()) result += (result.empty() ? "" : " ") + where.pointer;
  return result;
}

std::string joined(const std::vector<Diagnostic>& diagnostics) {
  std::string result;
  for (const Diagnostic& diagnostic : diagnostics) result += to_text(diagnostic);
  return result;
}

}  // namespace

const ErrorCodeRow& describe(ErrorCode code) { return kRows.at(static_cast<std::size_t>(code)); }

std::vector<ErrorCodeRow> all_error_codes() { return {kRows.begin(), kRows.end()}; }

void Diagnostics::add(Diagnostic diagnostic) {
  if (diagnostic.severity == Severity::error) ++error_count_;
  list_.push_back(std::move(diagnostic));
}

void Diagnostics::throw_if_errors() const {
  if (has_errors()) throw Failure(list_);
}

Failure::Failure(Diagnostic diagnostic) : Failure(std::vector<Diagnostic>{std::move(diagnostic)}) {}

Failure::Failure(std::vector<Diagnostic> diagnostics) : diagnostics_(std::move(diagnostics)), what_(joined(diagnostics_)) {}

int Failure::exit_status() const {
  for (const Diagnostic& diagnostic : diagnostics_) {
    if (diagnostic.severity == Severity::error) return describe(diagnostic.code).exit_status;
  }
  return 1;
}

std::string to_text(const Diagnostic& diagnostic, bool colour) {
  const std::string_view start = colour ? colour_of(diagnostic.severity) : "";
  const std::string_view end = colour ? kReset : "";
  std::string result =
      fmt::format("{}{}[{}]{}: {}\n", start, word(diagnostic.severity), describe(diagnostic.code).code, end, printable(diagnostic.message));
  for (const auto& [label, text] : diagnostic.details) append_line(result, label, text);
  append_line(result, "because", diagnostic.because);
  append_line(result, "component", diagnostic.where.instance);
  append_line(result, "relation", diagnostic.where.relation);
  append_line(result, "in", place(diagnostic.where));
  append_line(result, "try", diagnostic.remedy);
  return result;
}

}  // namespace stribeck
