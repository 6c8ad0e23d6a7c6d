#pragma once
// The diagram's own parameters: read in any order, evaluated in the order in which they need each other.
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "diagram/diagram.h"
#include "diagram/json_tree.h"
#include "diagram/report.h"
#include "expression/parse.h"

namespace stribeck {

/// A value with what the user wrote, for messages.
struct Value {
  double si = 0;
  Dimension dimension;
  bool has_unit = false;
  std::string_view written;  ///< the string; empty if the diagram holds a bare number
};

class Parameters {
 public:
  explicit Parameters(Report& report) : report_(report) {}
  /// Takes the members of "parameters"; `given` replaces the value of single ones. Reports unknown names, units, cycles.
  void read(Json object, const std::unordered_map<std::string_view, Json>& given);
  /// A number, a string with a unit or an expression; nothing if it is not one, which has then been reported. `what` names it in messages.
  std::optional<Value> value_of(Json value, std::string_view what);
  /// An expression in `names` and the diagram's parameters (those names win), with the values of the latter written out; nothing after an
  /// error, which has then been reported.
  std::optional<std::string> formula(Json text, const std::vector<std::string>& names);
  std::vector<std::string> names() const;
  std::vector<DiagramParameter> take();

 private:
  enum class State : std::uint8_t { fresh, active, good, bad };
  struct Entry {
    Json member;  ///< with its key
    Json value;
    std::string_view doc;
    std::vector<std::int32_t> needs;
    Quantity quantity;
    State state = State::fresh;
  };

  void add(Json member, const std::unordered_map<std::string_view, Json>& given);
  std::vector<std::int32_t> needs_of(Json value);
  void evaluate_from(std::int32_t first);
  void finish(std::int32_t entry);
  void report_cycle(const std::vector<std::int32_t>& path, std::int32_t back);
  std::optional<Value> expression_value(Json value, std::string_view what);
  std::optional<Value> text_value(Json value, std::string_view what);
  void report_expression(Json value, const ParseError& error, const std::vector<std::string>& also_known = {});

  Report& report_;
  ExprPool pool_;
  std::vector<Entry> entries_;
  std::unordered_map<std::string_view, std::int32_t> by_name_;
};

}  // namespace stribeck
