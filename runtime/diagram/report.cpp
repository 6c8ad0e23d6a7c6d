#include "diagram/report.h"

#include <algorithm>

#include "base/format.h"
#include "base/name_table.h"
#include "base/text.h"
#include "expression/parse.h"

namespace stribeck {
namespace {

constexpr std::size_t kMostErrors = 50;
constexpr std::int32_t kFewKeys = 12;  // up to here comparing each with each beats hashing

bool is_name(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return !text.empty() && letter(text[0]) && std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || digit(c); });
}

void report_duplicate(Report& report, Json first, Json second) {
  report.error(ErrorCode::json_duplicate_key, second.where_key(),
               fmt::format("the key {} is there already, in line {}", in_quotes(second.key()), first.key_position().line),
               "JSON readers disagree on which of two values holds", "remove or rename one of them");
}

void check_few(Report& report, Json object) {
  for (auto second = object.begin(); !(second == object.end()); ++second) {
    for (auto first = object.begin(); !(first == second); ++first) {
      if ((*first).key() != (*second).key()) continue;
      report_duplicate(report, *first, *second);
      break;
    }
  }
}

void check_many(Report& report, Json object, std::int32_t count) {
  NameTable seen;
  seen.reserve(static_cast<std::size_t>(count));
  for (const Json member : object)
    if (!seen.insert(member.key(), 0)) report_duplicate(report, object.find(member.key()), member);
}

}  // namespace

void Report::error(ErrorCode code, Where where, std::string message, std::string because, std::string remedy) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.where = std::move(where);
  diagnostic.because = std::move(because);
  diagnostic.remedy = std::move(remedy);
  add(std::move(diagnostic));
}

void Report::note(ErrorCode code, Where where, std::string message, std::string remedy) {
  const auto same = [&](const Diagnostic& other) { return other.message == message; };
  if (std::any_of(notes_.begin(), notes_.end(), same)) return;
  Diagnostic& note = notes_.emplace_back();
  note.code = code;
  note.message = std::move(message);
  note.where = std::move(where);
  note.remedy = std::move(remedy);
  note.severity = Severity::note;
}

void Report::add(Diagnostic diagnostic) {
  if (!instance_.empty() && diagnostic.where.instance.empty())
    diagnostic.where.instance = type_.empty() ? fmt::format("{}{}", instance_, used_) : fmt::format("{} ({}){}", instance_, type_, used_);
  const bool last = diagnostics_.list().size() + 1 == kMostErrors;
  if (last) diagnostic.details.emplace_back("and then", fmt::format("reading stopped after {} errors", kMostErrors));
  diagnostics_.add(std::move(diagnostic));
  if (last) diagnostics_.throw_if_errors();
}

void Report::add(const Failure& failure) {
  for (const Diagnostic& diagnostic : failure.diagnostics()) add(diagnostic);
}

void check_keys(Report& report, Json object, std::span<const std::string_view> known, std::string_view what) {
  for (const Json member : object) {
    if (std::find(known.begin(), known.end(), member.key()) != known.end()) continue;
    const std::vector<std::string> names(known.begin(), known.end());
    std::string remedy = did_you_mean(member.key(), names);
    if (member.key() == "options" && std::find(names.begin(), names.end(), "parameters") != names.end())
      remedy = R"(an option is a word among the parameters: "parameters": { "law": "stribeck" })";
    if (remedy.empty()) remedy = fmt::format("the keys of {} are {}", what, fmt::join(names, ", "));
    report.error(ErrorCode::diagram_unknown_key, member.where_key(), fmt::format("{} has no key {}", what, in_quotes(member.key())), {},
                 remedy);
  }
}

bool is_kind(Report& report, Json value, JsonKind kind, std::string_view what) {
  if (value.is(kind)) return true;
  report.error(ErrorCode::diagram_wrong_kind, value.where(),
               fmt::format("{} must be {}, but is {}", what, words(kind), words(value.kind())));
  return false;
}

std::string_view optional_text(Report& report, Json object, std::string_view key) {
  const Json value = object.find(key);
  return value && is_kind(report, value, JsonKind::string, in_quotes(key)) ? value.text() : std::string_view{};
}

bool is_identifier(Report& report, Json named, std::string_view what) {
  if (is_name(named.key())) return true;
  report.error(ErrorCode::diagram_bad_name, named.where_key(), fmt::format("{} is no name for {}", in_quotes(named.key()), what), {},
               "use letters, digits and underscores, not beginning with a digit");
  return false;
}

bool is_name_in_expressions(Report& report, Json named, std::string_view what) {
  if (!is_identifier(report, named, what)) return false;
  if (!is_keyword(named.key())) return true;
  report.error(ErrorCode::diagram_bad_name, named.where_key(),
               fmt::format("{} is no name for {}: it is a word of expressions, which could not name it", in_quotes(named.key()), what), {},
               "give it another name");
  return false;
}

void check_duplicates(Report& report, const JsonTree& tree) {
  for (std::int32_t node = 0; node < tree.size(); ++node) {
    const Json object(tree, node);
    if (!object.is(JsonKind::object)) continue;
    const std::int32_t count = object.count();
    if (count <= kFewKeys) {
      check_few(report, object);
    } else {
      check_many(report, object, count);
    }
  }
}

}  // namespace stribeck
