// The diagram's own text with other values of its parameters: only these change, all else stays as it was written.
#include <algorithm>
#include <cmath>
#include <map>

#include "base/format.h"
#include "base/text.h"
#include "diagram/json_tree.h"
#include "diagram/parameters.h"
#include "diagram/read.h"
#include "diagram/values.h"
#include "fit/fit.h"
#include "model.h"

namespace stribeck {
namespace {

class DiagramWriter {
 public:
  DiagramWriter(const Fit& fit, const std::string& text) : fit_(fit), text_(text), tree_(text, fit.plan.diagram) {}

  /// Changes of the text, by where they begin: how many bytes go, and what comes.
  struct Change {
    std::size_t bytes = 0;
    std::string text;
  };

  std::string write() {
    for (std::size_t p = 0; p < fit_.parameters.size(); ++p)
      if (fit_.plan.parameters[p].is_of_diagram) set(fit_.plan.parameters[p], fit_.parameters[p].value);
    std::string result = text_;
    for (auto change = changes_.rbegin(); change != changes_.rend(); ++change)
      result.replace(change->first, change->second.bytes, change->second.text);
    return result;
  }

 private:
  [[noreturn]] void refuse(const std::string& name, double value) const {
    throw Failure(Diagnostic{.code = ErrorCode::fit_failed,
                             .message = name + " cannot be written into " + fit_.plan.diagram,
                             .where = {},
                             .because = "its value stands in no place of its own there",
                             .remedy = "set it on the command line: --set " + name + "=" + number_text(value),
                             .details = {}});
  }

  static Json member(Json object, std::string_view key) { return object && object.is(JsonKind::object) ? object.find(key) : Json{}; }

  void set(const FitParameter& parameter, double value) {
    const std::string& name = parameter.name;
    const Json root = tree_.root();
    const std::size_t dot = name.rfind('.');
    if (dot == std::string::npos) return replace(member(member(root, "parameters"), name), parameter, value);
    constexpr std::string_view kInitial = ".initial";
    std::string instance = name.substr(0, dot);
    const std::string last = name.substr(dot + 1);
    const bool is_initial = instance.ends_with(kInitial);
    if (is_initial) instance.resize(instance.size() - kInitial.size());
    const Json component = member(member(root, "components"), instance);
    if (!component) refuse(name, value);
    const Json group = member(component, is_initial ? "initial" : "parameters");
    if (const Json place = member(group, last)) return replace(place, parameter, value);
    if (is_initial) refuse(name, value);  // a value that is no target changes what determines the start
    const std::string entry = in_quotes(last) + ": " + written(value, parameter.unit, {});
    if (group)
      insert(group, entry);
    else
      insert(component, "\"parameters\": { " + entry + " }");
  }

  /// As the first member of an object.
  void insert(Json object, const std::string& entry) {
    const std::size_t begin = offset_of(object) + 1;
    const bool is_empty = object.count() == 0;
    Change& change = changes_[begin];
    change.text += " " + entry + (is_empty ? " " : ",");
  }

  std::size_t offset_of(Json value) const {
    const Position position = value.position();
    std::size_t offset = 0;
    for (int line = 1; line < static_cast<int>(position.line); ++line) offset = text_.find('\n', offset) + 1;
    return offset + static_cast<std::size_t>(position.column) - 1;
  }

  void replace(Json place, const FitParameter& parameter, double value) {
    if (place && place.is(JsonKind::object)) place = member(place, "value");
    if (!place || !(place.is(JsonKind::number) || place.is(JsonKind::string))) refuse(parameter.name, value);
    const std::size_t begin = offset_of(place);
    if (place.is(JsonKind::number)) {
      const std::size_t end = text_.find_first_not_of("+-0123456789.eE", begin);
      changes_[begin] = {(end == std::string::npos ? text_.size() : end) - begin, number_text(value)};
      return;
    }
    std::size_t end = begin + 1;
    while (end < text_.size() && text_[end] != '"') end += text_[end] == '\\' ? 2 : 1;
    changes_[begin] = {end + 1 - begin, written(value, parameter.unit, place.text())};
  }

  /// In the unit in which it stood, or in the SI's.
  static std::string written(double value, const std::string& unit, std::string_view before) {
    Value old;
    const std::string text(before);
    const auto quantity = parse_quantity(text);
    if (quantity && quantity->has_unit) {
      old.written = text, old.has_unit = true;
      const std::string shown(written_unit(old));
      if (const auto own = parse_unit(shown)) return in_quotes(number_text((value - own->offset) / own->factor) + " " + shown);
    }
    return unit.empty() ? number_text(value) : in_quotes(number_text(value) + " " + unit);
  }

  const Fit& fit_;
  const std::string& text_;
  JsonTree tree_;
  std::map<std::size_t, Change> changes_;
};

}  // namespace

std::string fitted_diagram(const Fit& fit, Registry& registry) {
  const FitPlan& plan = fit.plan;
  const std::string before = plan.options.sources->text_of(plan.diagram);
  std::string text = DiagramWriter(fit, before).write();
  RunOptions options = plan.options;
  options.outputs.clear();
  const Diagram diagram = read_diagram(registry, plan.diagram, read_options(options), &text);
  for (std::size_t p = 0; p < fit.parameters.size(); ++p) {
    if (!plan.parameters[p].is_of_diagram) continue;
    const double value = diagram_quantity(diagram, plan.parameters[p].name).value, wanted = fit.parameters[p].value;
    if (std::fabs(value - wanted) > 1e-12 * std::fabs(wanted))
      throw Failure(Diagnostic{.code = ErrorCode::fit_failed,
                               .message = fmt::format("{} would be {} in the diagram that is written, not {}", plan.parameters[p].name,
                                                      number_text(value), number_text(wanted)),
                               .where = {},
                               .because = {},
                               .remedy = "set it on the command line: --set " + plan.parameters[p].name + "=" + number_text(wanted),
                               .details = {}});
  }
  return text;
}

}  // namespace stribeck
