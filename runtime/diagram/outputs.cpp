// The outputs that a diagram asks for.

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "diagram/observables.h"
#include "diagram/reading.h"

namespace stribeck {
namespace {

bool names_something(const Diagram& diagram, std::string_view pattern) {
  return std::any_of(diagram.instances.begin(), diagram.instances.end(),
                     [&](const Instance& instance) { return !matching_names(instance, pattern).empty(); });
}

void read_pattern(Reading& reading, Json text) {
  if (!is_kind(reading.report, text, JsonKind::string, "an output")) return;
  if (text.text().find('*') == std::string_view::npos) {
    const auto found = resolve_observable(reading, text.text(), {text});
    if (found) reading.diagram.outputs.push_back({found->name, text.position()});
    return;
  }
  if (!names_something(reading.diagram, text.text())) {
    reading.report.error(ErrorCode::diagram_unknown_variable, text.where(),
                         fmt::format("the pattern {} fits no variable", in_quotes(text.text())), {},
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
