// The outputs that a diagram asks for.

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "base/unit_text.h"
#include "diagram/observables.h"
#include "diagram/reading.h"
#include "diagram/values.h"

namespace stribeck {
namespace {

/// A unit in which people see what these measure; empty if there is none, or after an error.
std::string read_unit(Reading& reading, Json object, const std::vector<Observable>& measured) {
  const std::string_view text = optional_text(reading.report, object, "unit");
  if (text.empty()) return {};
  const auto unit = parse_unit(text);
  if (!unit) {
    reading.report.error(ErrorCode::value_unknown_unit, object.find("unit").where(), fmt::format("{} is no unit", in_quotes(text)), {},
                         "units are written as in \"N*m/rad\", \"rpm\" or \"mm\"");
    return {};
  }
  note_spelling(reading.report, object.find("unit"), text);
  const auto fits = [&](const Observable& one) { return agree(unit->dimension, one.dimension); };
  if (measured.empty() || std::any_of(measured.begin(), measured.end(), fits)) return std::string(text);
  const std::string wanted(shown_unit(measured.front().unit));
  reading.report.error(ErrorCode::value_wrong_dimension, object.find("unit").where(),
                       fmt::format("{} does not measure this output", in_quotes(text)), {},
                       wanted.empty() ? "leave the unit out" : fmt::format("use a unit that converts to {}", wanted));
  return {};
}

std::vector<Observable> take_all_matching(Reading& reading, std::string_view pattern) {
  std::vector<Observable> found;
  for (Instance& instance : reading.diagram.instances)
    for (const std::string& name : take_matching(reading, instance, pattern)) found.push_back(*find_observable(*instance.record, name));
  return found;
}

/// "load.w", "load.w - motor.w", or {"name": "load.w", "unit": "rpm"}.
void read_output(Reading& reading, Json output) {
  Json text = output;
  if (output.is(JsonKind::object)) {
    check_keys(reading.report, output, {"name", "unit"}, "an output");
    text = output.find("name");
    if (!text) {
      reading.report.error(ErrorCode::diagram_missing_key, output.where(), "the output has no \"name\"");
      return;
    }
  }
  const Json object = output.is(JsonKind::object) ? output : Json{};
  if (!is_kind(reading.report, text, JsonKind::string, "an output")) return;
  if (!is_pattern(reading, text.text())) {
    const auto found = resolve_shown(reading, text.text(), {text});
    if (found) reading.diagram.outputs.push_back({found->name, text.position(), object ? read_unit(reading, object, {*found}) : ""});
    return;
  }
  const std::vector<Observable> found = take_all_matching(reading, text.text());
  if (found.empty()) {
    reading.report.error(ErrorCode::diagram_unknown_variable, text.where(),
                         fmt::format("the pattern {} fits no variable", in_quotes(text.text())), {},
                         "a pattern is instance.variable, with stars for any characters: \"spring.*\"");
    return;
  }
  const std::string unit = object ? read_unit(reading, object, found) : "";
  reading.diagram.outputs.push_back({std::string(text.text()), text.position(), unit});
}

}  // namespace

void read_outputs(Reading& reading, Json outputs, const std::vector<std::string>& asked) {
  for (const std::string& text : asked) {
    const JsonTree tree = JsonTree::of_argument(text, fmt::format("--outputs {}", text));
    read_output(reading, tree.root());
  }
  if (!outputs) return;
  if (outputs.is(JsonKind::object)) {
    check_keys(reading.report, outputs, {"variables", "from", "to", "at", "rows"}, "\"outputs\"");
    outputs = outputs.find("variables");
    if (!outputs) return;
  }
  if (!is_kind(reading.report, outputs, JsonKind::array, outputs.key() == "variables" ? "\"variables\"" : "\"outputs\"")) return;
  if (!asked.empty()) return;
  for (const Json output : outputs) read_output(reading, output);
}

}  // namespace stribeck
