#pragma once
// Collects what is wrong with a diagram, and the checks that every part of it needs.
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "diagram/json_tree.h"

namespace stribeck {

/// Errors of one diagram, up to a number that a person still reads; one more throws them all.
class Report {
 public:
  void error(ErrorCode code, Where where, std::string message, std::string because = {}, std::string remedy = {});
  void add(Diagnostic diagnostic);
  void add(const Failure& failure);
  /// A remark, once for each message.
  void note(ErrorCode code, Where where, std::string message, std::string remedy);
  const std::vector<Diagnostic>& notes() const { return notes_; }
  void throw_if_errors() const { diagnostics_.throw_if_errors(); }
  std::size_t count() const { return diagnostics_.list().size(); }
  const std::vector<Diagnostic>& list() const { return diagnostics_.list(); }

  /// Errors reported while it lives are about this instance; `used`: part_of() of what it stands in.
  class About {
   public:
    About(Report& report, std::string_view instance, std::string_view type, std::string_view used = {})
        : report_(report), instance_(report.instance_), type_(report.type_), used_(report.used_) {
      report_.instance_ = instance, report_.type_ = type, report_.used_ = used;
    }
    ~About() { report_.instance_ = instance_, report_.type_ = type_, report_.used_ = used_; }
    About(const About&) = delete;
    About& operator=(const About&) = delete;

   private:
    Report& report_;
    std::string_view instance_, type_, used_;  // before
  };

 private:
  std::string_view instance_, type_, used_;
  Diagnostics diagnostics_;
  std::vector<Diagnostic> notes_;
};

/// Reports keys that are not in `known`; `what` is the owner: "a component".
void check_keys(Report& report, Json object, std::span<const std::string_view> known, std::string_view what);
inline void check_keys(Report& report, Json object, std::initializer_list<std::string_view> known, std::string_view what) {
  check_keys(report, object, std::span(known.begin(), known.size()), what);
}
/// True if the value is of that kind; else reports diagram.wrong_kind. `what` names the value: "connections".
bool is_kind(Report& report, Json value, JsonKind kind, std::string_view what);
/// The member `key` if it is there and a string; "" otherwise. Other kinds are reported.
std::string_view optional_text(Report& report, Json object, std::string_view key);
/// True for [A-Za-z_][A-Za-z0-9_]*; else reports diagram.bad_name.
bool is_identifier(Report& report, Json named, std::string_view what);
/// The same for what expressions name: their own words (if, and, ...) are reported, too.
bool is_name_in_expressions(Report& report, Json named, std::string_view what);
/// Reports every key that an object has twice.
void check_duplicates(Report& report, const JsonTree& tree);

}  // namespace stribeck
