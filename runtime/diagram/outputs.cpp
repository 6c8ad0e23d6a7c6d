// Outputs and plots.

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "diagram/observables.h"
#include "diagram/reading.h"

namespace stribeck {
namespace {

/// True if the text fits a pattern whose stars stand for any characters. Backtracks to the last star only, so the cost is at most
/// the product of the lengths.
bool matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = std::string_view::npos, retry = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      retry = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p, ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++retry;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

bool names_something(const Diagram& diagram, std::string_view pattern) {
  const std::size_t dot = pattern.find('.');
  const std::string_view variables = dot == std::string_view::npos ? std::string_view{} : pattern.substr(dot + 1);
  for (const Instance& instance : diagram.instances) {
    if (pattern == "*" || matches(pattern.substr(0, dot), instance.name)) {
      const std::vector<std::string> names = observable_names(*instance.record);
      if (pattern == "*" || std::any_of(names.begin(), names.end(), [&](const std::string& name) { return matches(variables, name); }))
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

void add_curve(Reading& reading, Json name, Plot& plot) {
  if (is_kind(reading.report, name, JsonKind::string, "a curve of a plot") && resolve_observable(reading, name.text(), {name})) {
    plot.y.emplace_back(name.text());
  }
}

void read_plot(Reading& reading, Json member) {
  if (!is_kind(reading.report, member, JsonKind::object, "a plot")) return;
  check_keys(reading.report, member, {"title", "x", "y"}, "a plot");
  Plot plot;
  plot.title = optional_text(reading.report, member, "title");
  plot.position = member.position();
  const std::string_view x = optional_text(reading.report, member, "x");
  if (!x.empty() && resolve_observable(reading, x, {member.find("x")})) plot.x = x;
  const Json y = member.find("y");
  if (!y) {
    reading.report.error(ErrorCode::diagram_missing_key, member.where(), "the plot has no \"y\"", {}, "\"y\" lists the variables to draw");
  } else if (y.is(JsonKind::array)) {
    for (const Json name : y) add_curve(reading, name, plot);
  } else {
    add_curve(reading, y, plot);
  }
  reading.diagram.plots.push_back(std::move(plot));
}

}  // namespace

void read_outputs(Reading& reading, Json outputs) {
  if (!is_kind(reading.report, outputs, JsonKind::array, "\"outputs\"")) return;
  for (const Json text : outputs) read_pattern(reading, text);
}

void read_plots(Reading& reading, Json plots) {
  if (!is_kind(reading.report, plots, JsonKind::array, "\"plots\"")) return;
  for (const Json plot : plots) read_plot(reading, plot);
}

}  // namespace stribeck
