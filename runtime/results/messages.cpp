#include "results/messages.h"

namespace stribeck {
namespace {

using document::if_any;
using document::Shape;

struct Detail {
  std::string label, text;
};

const Shape<Detail>& shape_of(const Detail*) {
  static const auto shape = Shape<Detail>().key("label", "what it tells", &Detail::label).key("text", "in words", &Detail::text);
  return shape;
}

std::vector<Detail> details_of(const Diagnostic& diagnostic) {
  std::vector<Detail> details;
  for (const auto& [label, text] : diagnostic.details) details.push_back({label, text});
  return details;
}

std::vector<std::string> codes() {
  std::vector<std::string> codes;
  for (const ErrorCodeRow& row : all_error_codes()) codes.emplace_back(row.code);
  return codes;
}

const char* severity_of(const Diagnostic& diagnostic) {
  switch (diagnostic.severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::note:
      break;
  }
  return "note";
}

std::optional<int> if_known(int place) { return place > 0 ? std::optional(place) : std::nullopt; }

std::optional<int> exit_status_of(const Diagnostic& diagnostic) {
  if (diagnostic.severity != Severity::error) return std::nullopt;
  return describe(diagnostic.code).exit_status;
}

}  // namespace

const Shape<Diagnostic>& shape_of(const Diagnostic*) {
  using D = Diagnostic;
  static const auto shape =
      Shape<D>()
          .key("severity", "a command that tells an error fails; one that tells only warnings and notes does not", severity_of,
               document::one_of({"error", "warning", "note"}))
          .key(
              "code", "what kind it is, for programs", [](const D& d) { return describe(d.code).code; }, document::one_of(codes()))
          .key("exit_status", "of a command whose first error this is; null of warnings and notes", exit_status_of)
          .key("message", "one sentence", &D::message)
          .key("because", "why, where the message alone does not say", [](const D& d) { return if_any(d.because); })
          .key("advice", "what to try", [](const D& d) { return if_any(d.remedy); })
          .key("file", "as it was named; or the option of the command line that is meant", [](const D& d) { return if_any(d.where.file); })
          .key("line", "in the file, from 1", [](const D& d) { return if_known(d.where.line); })
          .key("column", "in the line, from 1, in bytes", [](const D& d) { return if_known(d.where.column); })
          .key("path", "JSON pointer into the file", [](const D& d) { return if_any(d.where.pointer); })
          .key("component", "its name, with its type in brackets", [](const D& d) { return if_any(d.where.instance); })
          .key("relation", "which equation of the component", [](const D& d) { return if_any(d.where.relation); })
          .key("details", "what else is known, in words", details_of);
  return shape;
}

std::string to_json_line(const Diagnostic& diagnostic) { return document::on_one_line(document::Kind<Diagnostic>::value(diagnostic)); }

std::string message_schema() {
  return document::schema_text<Diagnostic>("", "An error, a warning or a note: a line on standard error with --format json");
}

}  // namespace stribeck
