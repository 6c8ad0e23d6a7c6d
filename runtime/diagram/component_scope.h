#pragma once
// What the expressions of a component in JSON can name while it is being recorded, and how its values are read.
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "component/recording.h"
#include "diagram/json_tree.h"
#include "diagram/report.h"
#include "expression/parse.h"

namespace stribeck {

class ComponentScope {
 public:
  ComponentScope(const stribeck_interface& api_of, Recorder& recorder_of, Report& report_of);

  /// Faults that the recorder notes from now on stand there.
  void at(Where where) { recorder.place = std::move(where); }
  void name(std::string text, stribeck_expression meaning) { names_[std::move(text)] = meaning; }
  void function(NamedFunction function) { functions_.push_back(std::move(function)); }

  /// An expression, which is a whole string; -1 after an error, which has then been reported.
  stribeck_expression expression(Json text) { return expression(text, text.text(), 0); }
  /// The part of a string that begins at `offset`.
  stribeck_expression expression(Json text, std::string_view part, std::size_t offset);
  /// What the key of a member names; -1 after an error.
  stribeck_expression expression_named(Json member);
  /// What a name means; -1 if nothing, or nothing usable.
  stribeck_expression meaning(std::string_view text) const {
    const auto found = names_.find(text);
    return found == names_.end() ? -1 : found->second;
  }
  /// The expression that a member of an object holds; -1 if there is none, which is an error if it is `needed`.
  stribeck_expression member(Json object, std::string_view key, bool needed = true);
  /// A value: a number in SI, a string with a unit, or an expression behind an equals sign; -1 after an error.
  stribeck_expression value(Json value, const Unit& unit, std::string_view unit_text);
  /// A number of `unit`, given in SI or with a unit of its own; nothing after an error.
  std::optional<double> number(Json value, const Unit& unit, std::string_view what);

  const stribeck_interface& api;
  Recorder& recorder;
  Report& report;

 private:
  void refuse(Json text, const ParseError& error, std::size_t offset);
  std::vector<std::string> known() const;

  std::map<std::string, stribeck_expression, std::less<>> names_;
  std::vector<NamedFunction> functions_;
};

/// Calls `read` for each member of the object at `key`, if there is one; faults then stand at the member's key.
template <typename Read>
void each_member(ComponentScope& scope, Json object, std::string_view key, Read read) {
  const Json section = object.find(key);
  if (!section || !is_kind(scope.report, section, JsonKind::object, "\"" + std::string(key) + "\"")) return;
  for (const Json member : section) {
    scope.at(member.where_key());
    read(member);
  }
}

/// The unit at "unit", or that of the value, or a pure number; its text in `text`. Reports one that does not exist.
Unit unit_of(ComponentScope& scope, Json declared, std::string& text);

// The sections of a component that say what happens at events (component_events.cpp); names of them are known after the first call.
void declare_discrete(ComponentScope& scope, Json definition);
void declare_frictions(ComponentScope& scope, Json definition);
void declare_events(ComponentScope& scope, Json definition);

}  // namespace stribeck
