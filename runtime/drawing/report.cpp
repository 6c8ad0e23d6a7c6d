#include "drawing/report.h"

#include <algorithm>
#include <cmath>

#include "base/decimal.h"
#include "base/format.h"
#include "base/text.h"
#include "base/unit_text.h"
#include "drawing/assets.h"
#include "drawing/axis_unit.h"
#include "drawing/energy_bars.h"
#include "drawing/markup.h"
#include "drawing/viewer.h"
#include "results/layout.h"

namespace stribeck {
namespace {

constexpr std::size_t kMostEvents = 1000;     // rows of their table
constexpr std::size_t kMostComponents = 500;  // rows of theirs
constexpr std::size_t kMostText = 400'000;    // bytes of the diagram's own text and of the causality

std::string section(std::string_view id, std::string_view title, const std::string& content) {
  return "<section id=\"" + std::string(id) + "\">\n<h2>" + std::string(title) + "</h2>\n" + content + "</section>\n";
}

std::string row(std::string_view name, const std::string& value) {
  return "<tr><td>" + std::string(name) + "</td><td>" + escaped(value) + "</td></tr>\n";
}

std::string preformatted(const std::string& text) {
  if (text.size() <= kMostText) return "<pre class=\"scroll\" tabindex=\"0\">" + escaped(text) + "</pre>\n";
  return "<pre class=\"scroll\" tabindex=\"0\">" + escaped(text.substr(0, text.rfind('\n', kMostText))) + "\n...</pre>\n";
}

/// What `stribeck explain` tells: rows as tables, lines so that what does not fit goes on behind its own beginning. All of a large diagram
/// would be more than a page can hold: then the sections that fit.
std::string causality(const Causality& facts) {
  std::string html = "<div class=\"scroll told\" tabindex=\"0\">\n";
  for (const CausalitySection& section : sections_of(facts)) {
    std::string own = section.heading.empty() ? "" : "<h3>" + escaped(section.heading) + "</h3>\n";
    if (!section.rows.empty()) own += "<table>\n";
    for (const std::vector<std::string>& cells : section.rows) {
      own += "<tr><th scope=\"row\">" + escaped(cells.front()) + "</th>";
      for (std::size_t k = 1; k < cells.size(); ++k) own += "<td>" + escaped(cells[k]) + "</td>";
      own += "</tr>\n";
    }
    if (!section.rows.empty()) own += "</table>\n";
    for (const CausalitySection::Line& line : section.lines)
      own += fmt::format("<div style=\"--in: {}ch\">", line.indent) + escaped(line.text) + "</div>\n";
    if (html.size() + own.size() > kMostText) return html + "</div>\n<p>The rest is told by <code>stribeck explain</code>.</p>\n";
    html += own;
  }
  return html + "</div>\n";
}

std::string drawing(const ReportInput& input) {
  if (input.schematic.empty()) return "<p class=\"warning\">" + escaped(input.schematic_fault) + "</p>\n";
  return "<div class=\"drawing\" tabindex=\"0\">" + input.schematic + "</div>\n";
}

/// How many digits behind the point the times of a table take: what tells its instants apart and places them to a thousandth of the run, no
/// zeros at the end of all of them; nanoseconds at most, as events are located no more closely.
int digits_of(const std::vector<EventRecord>& events, std::size_t count, double span_s) {
  constexpr int kMost = 9;
  int digits = std::clamp(static_cast<int>(std::ceil(3 - std::log10(std::max(span_s, 1e-6)))), 0, kMost);
  const auto written = [&](std::size_t i, int own) { return fmt::format("{:.{}f}", events[i].time_s, own); };
  for (std::size_t i = 1; i < count; ++i)
    if (written(i, kMost) != written(i - 1, kMost))  // else they are one instant, to rounding
      while (written(i, digits) == written(i - 1, digits)) ++digits;
  const auto ends_in_zero = [&](int own) {
    for (std::size_t i = 0; i < count; ++i)
      if (!written(i, own).ends_with('0')) return false;
    return true;
  };
  while (digits > 0 && ends_in_zero(digits)) --digits;
  return digits;
}

/// Events as a reader of the page meets them: with the signs of the field, and what it is that time alone brings.
struct EventRow {
  double time_s;
  std::string words;
};

/// What happens to one component at one instant, as its condition that becomes true and the mode into which it goes then, is one row.
std::vector<EventRow> event_rows(const std::vector<EventRecord>& events, std::size_t count) {
  std::vector<EventRow> rows;
  std::string_view last_of;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view label = events[i].label;
    const std::size_t colon = label.find(": ");
    const std::string_view of = label.substr(0, colon == std::string_view::npos ? 0 : colon);
    if (!of.empty() && of == last_of && rows.back().time_s == events[i].time_s)
      rows.back().words += ", " + with_signs(std::string(label.substr(colon + 2)));
    else
      rows.push_back(
          {events[i].time_s, label == "scheduled" ? "scheduled: the next piece of a table or profile" : with_signs(std::string(label))});
    last_of = of;
  }
  return rows;
}

std::string limits(const std::vector<TypeLimits>& limits) {
  std::string html =
      "<table class=\"limits\">\n<tr><th scope=\"col\">type</th><th scope=\"col\">components</th><th scope=\"col\">what its law leaves "
      "out</th></tr>\n";
  for (const TypeLimits& own : limits)
    html += "<tr><td>" + escaped(own.type) + "</td><td>" + escaped(own.components) + "</td><td>" + escaped(own.text) + "</td></tr>\n";
  return html + "</table>\n";
}

std::string events(const ReportInput& input) {
  const std::vector<EventRecord>& all = input.trajectory->events();
  if (all.empty()) return "<p>None.</p>\n";
  std::string html = "<p>" + counted(input.events, "event") +
                     "<span class=\"by-hand\">; a click shows the instant among the curves</span>.</p>\n<div class=\"scroll\" "
                     "tabindex=\"0\"><table>\n<tr><th "
                     "scope=\"col\">time</th><th scope=\"col\">what</th></tr>\n";
  const std::size_t shown = std::min(all.size(), kMostEvents);
  const int digits = digits_of(all, shown, input.summary->stop_s - input.summary->start_s);
  for (const EventRow& row : event_rows(all, shown))
    html += "<tr tabindex=\"0\" data-time=\"" + number_text(row.time_s) + "\"><td class=\"number\">" +
            with_minus(fmt::format("{:.{}f}", row.time_s, digits)) + " s</td><td>" + escaped(row.words) + "</td></tr>\n";
  html += "</table></div>\n";
  if (input.events > static_cast<std::int64_t>(kMostEvents)) html += "<p>The first " + std::to_string(kMostEvents) + " are listed.</p>\n";
  return html;
}

/// What the run remarks: on its energy, or on anything else.
std::string notes(const RunSummary& summary, bool on_energy) {
  std::string html;
  for (const Diagnostic& note : summary.notes)
    if ((note.code == ErrorCode::run_energy_unbalanced) == on_energy)
      html += std::string("<pre") + (on_energy ? " class=\"warning\">" : ">") + escaped(to_text(note)) + "</pre>\n";
  return html;
}

std::string solver(const RunSummary& summary) {
  const IntegratorStatistics& counts = summary.statistics;
  std::string html = "<table>\n";
  html += row("solver", summary.solver + (summary.solver_reason.empty() ? "" : ": " + summary.solver_reason));
  const auto shown = [&](double time_s) { return in_shown_unit(time_s, "s", summary.time_unit); };
  html += row("time", shown(summary.start_s) + " to " + shown(summary.reached_s) +
                          (summary.reached_s < summary.stop_s ? " of " + shown(summary.stop_s) : ""));
  html += row("states", std::to_string(summary.states));
  html += row("steps", std::to_string(counts.steps) + " accepted, " + std::to_string(counts.rejected) + " rejected");
  html += row("evaluations", std::to_string(counts.evaluations));
  html += row("Jacobians, factorisations", std::to_string(counts.jacobians) + ", " + std::to_string(counts.factorisations));
  html += row("events", std::to_string(summary.events) + " at " + counted(summary.event_instants, "instant"));
  html += row("rows", std::to_string(summary.rows));
  std::string took;
  for (const StageTime& stage : summary.stages) took += (took.empty() ? "" : ", ") + stage.stage + " " + with_prefix(stage.seconds, "s");
  html += row("took", took);
  html += "</table>\n";
  return html + notes(summary, false);
}

std::string energy(const RunSummary& summary) { return notes(summary, true) + energy_bars_html(summary.audit); }

std::string value_text(const Instance& instance, std::size_t p) {
  const ShownValue shown = shown_value(instance, p);
  return with_unit(short_number(shown.value), pretty_unit(shown.unit));
}

/// "0, 1.5, 2 s", as many as are readable.
std::string list_text(const Instance& instance, std::size_t list) {
  constexpr std::size_t kMost = 40;
  const ListDeclaration& own = instance.record->lists[list];
  const Unit unit = parse_unit(own.unit).value_or(Unit{});
  std::vector<std::string> texts;
  for (const double value : instance.lists[list]) {
    if (texts.size() == kMost) break;
    texts.push_back(short_number(from_si(value, unit.factor, unit.offset)));
  }
  const std::size_t more = instance.lists[list].size() - texts.size();
  const std::string text = with_unit(joined(texts), pretty_unit(shown_unit(own.unit)));
  return more == 0 ? text : text + " and " + std::to_string(more) + " more";
}

std::string parameters(const ReportInput& input) {
  const auto is_overridden = [&](const std::string& name) {
    return std::find(input.overridden.begin(), input.overridden.end(), name) != input.overridden.end();
  };
  std::string html =
      "<div class=\"scroll\" tabindex=\"0\"><table class=\"values\">\n<thead><tr><th scope=\"col\">component</th><th "
      "scope=\"col\">type</th>"
      "<th scope=\"col\">parameter</th><th scope=\"col\">value</th><td></td></tr></thead>\n";
  for (const DiagramParameter& own : input.diagram->parameters) {
    std::string unit;
    const ShownValue shown = shown_value(own, unit);
    html += "<tr><td></td><td>of the diagram</td><td>" + escaped(own.name) + "</td><td" +
            (is_overridden(own.name) ? " class=\"given\">" : ">") + escaped(with_unit(short_number(shown.value), pretty_unit(shown.unit))) +
            "</td><td>" + escaped(own.doc) + "</td></tr>\n";
  }
  const std::size_t shown = std::min(input.diagram->instances.size(), kMostComponents);
  for (std::size_t i = 0; i < shown; ++i) {
    const Instance& instance = input.diagram->instances[i];
    std::string lead = "<tr class=\"first\"><td>" + escaped(instance.name) + "</td><td>" + escaped(instance.record->type) + "</td>";
    const auto line = [&](const std::string& name, const std::string& value, const std::string& doc, bool is_list = false) {
      const std::string_view how = is_overridden(instance.name + "." + name) ? " class=\"given\">" : is_list ? " class=\"list\">" : ">";
      html += lead + "<td>" + escaped(name) + "</td><td" + std::string(how) + escaped(value) + "</td><td>" + escaped(doc) + "</td></tr>\n";
      lead = "<tr><td></td><td></td>";
    };
    for (const OptionDeclaration& option : instance.record->options)
      line(option.name, option.choices[static_cast<std::size_t>(option.chosen)], option.doc);
    for (std::size_t p = 0; p < instance.parameters.size(); ++p)
      if (instance.record->parameters[p].is_named())
        line(instance.record->parameters[p].name, value_text(instance, p), instance.record->parameters[p].doc);
    for (std::size_t k = 0; k < instance.lists.size(); ++k)
      line(instance.record->lists[k].name, list_text(instance, k), instance.record->lists[k].doc, true);
  }
  html += "</table></div>\n";
  if (shown < input.diagram->instances.size()) html += "<p>The first " + std::to_string(shown) + " components are listed.</p>\n";
  return html + (input.overridden.empty() ? "" : "<p>Bold: set on the command line.</p>\n");
}

std::string repeat(const ReportInput& input) {
  std::string html =
      "<p>Made by stribeck " + escaped(input.version) + " with</p>\n<pre tabindex=\"0\">" + escaped(input.command) + "</pre>\n";
  if (!input.source.empty())
    html += "<details><summary>the diagram, as it was read</summary>\n" + preformatted(input.source) + "</details>\n";
  return html;
}

}  // namespace

std::string report_html(const ReportInput& input) {
  const Diagram& diagram = *input.diagram;
  const std::string title = diagram.title.empty() ? diagram.file : diagram.title;
  const Viewer viewer = viewer_of(input.plots, input.others);
  std::string html = page_head(title) + "<main>\n<h1>" + escaped(title) + "</h1>\n";
  if (!diagram.description.empty()) html += "<p class=\"lead\">" + escaped(diagram.description) + "</p>\n";
  html += "<nav><a href=\"#diagram\">diagram</a>";
  if (!input.mechanism.empty()) html += "<a href=\"#motion\">motion</a>";
  html += "<a href=\"#curves\">curves</a>";
  if (!input.limits.empty()) html += "<a href=\"#limits\">limits</a>";
  html += "<a href=\"#energy\">energy</a><a href=\"#events\">events</a>";
  for (const ReportSection& analysis : input.analyses) html += "<a href=\"#" + analysis.id + "\">" + analysis.id + "</a>";
  html +=
      "<a href=\"#solver\">solver</a><a href=\"#causality\">causality</a><a href=\"#parameters\">parameters</a>"
      "<a href=\"#repeat\">how to repeat it</a></nav>\n";
  html += section("diagram", "Diagram", drawing(input));
  if (!input.mechanism.empty()) html += section("motion", "Motion in space", input.mechanism);
  html += section("curves", "Curves", (viewer.remark.empty() ? "" : "<p class=\"warning\">" + viewer.remark + "</p>\n") + viewer.body);
  if (!input.limits.empty()) html += section("limits", "Limits of the laws", limits(input.limits));
  html += section("energy", "Energy: where every joule went", energy(*input.summary));
  html += section("events", "Events", events(input));
  for (const ReportSection& analysis : input.analyses)
    html += section(
        analysis.id, analysis.title,
        preformatted(analysis.text) + (analysis.svg.empty() ? "" : "<div class=\"drawing\" tabindex=\"0\">" + analysis.svg + "</div>\n"));
  html += section("solver", "Solver", solver(*input.summary));
  html += section("causality", "Causality: who computes what", causality(input.causality));
  html += section("parameters", "Parameters", parameters(input));
  html += section("repeat", "How to repeat it", repeat(input));
  return html + "</main>\n" + viewer.arrays + "<script>\n" + std::string(kCuesScript) +
         (input.mechanism.empty() ? "" : std::string(kMechanismScript)) + "</script>\n</body>\n</html>\n";
}

}  // namespace stribeck
