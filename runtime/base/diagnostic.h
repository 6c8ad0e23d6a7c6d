#pragma once
// What is said to a person: coded errors and warnings, each with a place and something to try (design D9).
#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stribeck {

/// Every code of error_codes.def.
enum class ErrorCode {
#define STRIBECK_ERROR(identifier, code, exit, meaning) identifier,
#include "base/error_codes.def"
#undef STRIBECK_ERROR
};

struct ErrorCodeRow {
  std::string_view code;     ///< as printed: "diagram.unknown_key"
  int exit_status;           ///< of the process when it is the first error
  std::string_view meaning;  ///< one line
};
const ErrorCodeRow& describe(ErrorCode code);
std::vector<ErrorCodeRow> all_error_codes();

enum class Severity { error, warning, note };

/// A place in the user's input. Lines and columns count from 1; 0 means unknown. Columns count bytes.
struct Where {
  std::string file;
  int line = 0;
  int column = 0;
  std::string pointer;   ///< JSON pointer: /components/load/parameters/inertia
  std::string instance;  ///< component instance, and its type in brackets where known
  std::string relation;  ///< label of the relation
};

struct Diagnostic {
  ErrorCode code{};
  std::string message;  ///< one sentence with the numbers in it
  Where where;
  std::string because;  ///< why, when the message alone does not say
  std::string remedy;   ///< what to try
  Severity severity = Severity::error;
  std::vector<std::pair<std::string, std::string>> details;  ///< further labelled lines
};

/// Collects independent diagnostics so that one run reports them all.
class Diagnostics {
 public:
  void add(Diagnostic diagnostic);
  bool has_errors() const { return error_count_ > 0; }
  const std::vector<Diagnostic>& list() const { return list_; }
  /// Throws Failure with everything collected if there is an error.
  void throw_if_errors() const;

 private:
  std::vector<Diagnostic> list_;
  int error_count_ = 0;
};

/// Carries diagnostics to the caller that can print them.
class Failure : public std::exception {
 public:
  explicit Failure(Diagnostic diagnostic);
  explicit Failure(std::vector<Diagnostic> diagnostics);
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
  const char* what() const noexcept override { return what_.c_str(); }
  int exit_status() const;

 private:
  std::vector<Diagnostic> diagnostics_;
  std::string what_;
};

/// The text a person sees; several lines, ends with a newline. `colour` adds terminal escapes.
std::string to_text(const Diagnostic& diagnostic, bool colour = false);

/// The candidates nearest to `name` by edit distance, best first, at most three, none that is far off.
std::vector<std::string> nearest(std::string_view name, const std::vector<std::string>& candidates);
/// "did you mean "a" or "b"?" or "" when nothing is near.
std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace stribeck
