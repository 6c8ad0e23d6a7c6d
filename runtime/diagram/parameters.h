#pragma once
// The diagram's own parameters: read in any order, evaluated in the order in which they need each other.
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "diagram/diagram.h"
#include "diagram/json_tree.h"
#include "diagram/report.h"
#include "expression/parse.h"

namespace stribeck {

/// The code under which an expression that cannot be parsed is reported.
ErrorCode code_of(ParseError::Kind kind);

/// A value of a parameter that is known before its own declaration is read, by name.
using Presets = std::map<std::string_view, Quantity>;

/// A value with what the user wrote, for messages.
struct Value {
  double si = 0;
  Dimension dimension;
  bool has_unit = false;
  std::string_view written;  ///< the string; empty if the diagram holds a bare number
};

class Parameters {
 public:
  /// A formula of a component, and the values (SI) of the parameters of the diagram that stand in it.
  struct Formula {
    FormulaText written;
    std::vector<double> values;
  };

  explicit Parameters(Report& report) : report_(report) {}
  /// Takes the members of "parameters"; `given` replaces the value of single ones. Reports unknown names, units, cycles.
  void read(Json object, const std::unordered_map<std::string_view, Json>& given);
  /// Takes the members of "parameters" of a definition, whose values `presets` says as far as its user gives them. A parameter may have
  /// a unit of its own; one without any value is an error of the user's, not reported here, and has none.
  void declare(Json object, const Presets& presets);
  /// The unit that a definition declares for a parameter: at "unit", or that of its default value. Unchecked if there is none.
  static Unit declared_unit(Json parameter, std::string_view* text = nullptr);
  /// The value of a parameter; null if it has none or it is unusable.
  const Quantity* find(std::string_view name) const;
  /// A name that expressions know besides, until the next call: the index of the element that is read.
  void set_locals(std::vector<std::pair<std::string, double>> locals) { locals_ = std::move(locals); }
  /// A whole number that `part`, a part of a string, says: "n-1"; nothing after an error.
  std::optional<std::int64_t> whole_number_in(Json text, std::string_view part);
  /// A number, a string with a unit or an expression; nothing if it is not one, which has then been reported. `what` names it in messages.
  std::optional<Value> value_of(Json value, std::string_view what);
  /// An expression in `names` and the diagram's parameters (those names win); nothing after an error, which has then been reported.
  std::optional<Formula> formula(Json text, const std::vector<std::string>& names);
  /// The unit in which the user wrote a value, in its place or, for "=speed", where that parameter has its value; empty if there is none.
  std::string_view unit_of(const Value& value) const;
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
    Unit unit = {Dimension::unchecked()};  ///< declared
    std::string_view unit_text = {};
  };

  void add(Json member, const std::unordered_map<std::string_view, Json>& given);
  void add_declared(Json member, const Presets& presets);
  void read_unit(Entry& entry);
  void evaluate_all();
  TypedExpr resolve(std::string_view name, bool& has_unit, bool& depends_on_bad);
  std::vector<std::int32_t> needs_of(Json value);
  void evaluate_from(std::int32_t first);
  void finish(std::int32_t entry);
  void report_cycle(const std::vector<std::int32_t>& path, std::int32_t back);
  std::optional<Value> expression_value(Json value, std::string_view what);
  std::optional<Value> text_value(Json value, std::string_view what);
  void report_expression(Json value, const ParseError& error, const std::vector<std::string>& also_known = {});

  Report& report_;
  ExprPool pool_;
  std::vector<std::pair<std::string, double>> locals_;
  bool in_definition_ = false;
  std::vector<Entry> entries_;
  std::unordered_map<std::string_view, std::int32_t> by_name_;
};

}  // namespace stribeck
