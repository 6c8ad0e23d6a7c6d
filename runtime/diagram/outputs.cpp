// The outputs that a diagram asks for.

#include <algorithm>

#include "base/format.h"
#include "base/pattern.h"
#include "base/text.h"
#include "diagram/observables.h"
#include "diagram/reading.h"

namespace stribeck {
namespace {

bool names_something(const Diagram& diagram, std::string_view pattern) {
  const std::size_t dot = pattern.find('.');
  const std::string_view variables = dot == std::string_view::npos ? std::string_view{} : pattern.substr(dot + 1);
  for (const Instance& instance : diagram.instances) {
    if (pattern == "*" || matches_pattern(pattern.substr(0, dot), instance.name)) {
      const std::vector<std::string> names = observable_names(*instance.record);
      if (pattern == "*" ||
          std::any_of(names.begin(), names.end(), [&](const std::string& name) { return matches_pattern(variables, name); }))
        return true;
    }
  }
  return false;
}

void read_pattern(Reading& reading, Json text) {
  if (!is_kind(reading.report, text, JsonKind::string, "an output")) return;
  if (text.text().find('*') == std::string_view::npos) {
    if (!resolve_observable(reading, text.text(), {text})) return;
  } else if (!names_something(reading.diagram, text.text())) {
    reading.report.error(ErrorCode::diagram_unknown_variable, text.where(),
                         fmt::format("the pattern {} fits no variable", quoted(text.text())), {},
                         "a pattern is instance.variable, with stars for any characters: \"spring.*\"");
    return;
  }
  reading.diagram.outputs.push_back({std::string(text.text()), text.position()});
}

}  // namespace

void read_outputs(Reading& reading, Json outputs) {
  if (!is_kind(reading.report, outputs, JsonKind::array, "\"outputs\"")) return;
  for (const Json text : outputs) read_pattern(reading, text);
}

}  // namespace stribeck
