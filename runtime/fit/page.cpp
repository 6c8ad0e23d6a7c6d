#include "fit/page.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/format.h"
#include "base/text.h"
#include "drawing/axis_unit.h"
#include "drawing/markup.h"
#include "drawing/viewer.h"
#include "results/layout.h"

namespace stribeck {
namespace {

constexpr double kMargin = 0.06;        // of the range of values, left free above and below
constexpr std::size_t kManyRows = 400;  // more than these run together as points

Range range_of(const std::vector<const std::vector<double>*>& all) {
  Range range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const std::vector<double>* values : all)
    for (const double value : *values) range = {std::min(range.low, value), std::max(range.high, value)};
  const double size = std::max({std::fabs(range.low), std::fabs(range.high), std::numeric_limits<double>::min()});
  const double margin = range.high > range.low ? kMargin * (range.high - range.low) : kMargin * size;
  return {range.low - margin, range.high + margin};
}

std::vector<double> shown(const std::vector<double>& values, const AxisUnit& unit) {
  std::vector<double> result;
  for (const double value : values) result.push_back(unit.shown(value));
  return result;
}

double largest(const std::vector<double>& values) {
  double most = 0;
  for (const double value : values) most = std::max(most, std::fabs(value));
  return most;
}

std::string si_unit_of(const LeftOver& left) {
  const auto unit = parse_unit(left.unit);
  return unit ? to_text(unit->dimension) : "";
}

/// Curves over time in one panel.
Panel panel_of(const LeftOver& left, const std::string& title, const std::string& quantity, std::vector<Curve> curves,
               const AxisUnit& unit) {
  Panel panel;
  panel.title = title;
  const AxisUnit time = axis_unit("s", "", largest(left.times_s));
  panel.x_label = axis_label("time", time);
  panel.y_label = axis_label(quantity, unit);
  std::vector<const std::vector<double>*> ys;
  for (Curve& curve : curves) {
    curve.x = shown(left.times_s, time);
    curve.y = shown(curve.y, unit);
  }
  for (const Curve& curve : curves) ys.push_back(&curve.y);
  panel.y = range_of(ys);
  panel.x = {curves.front().x.front(), curves.front().x.back()};
  if (!(panel.x.low < panel.x.high)) panel.x = range_of({&curves.front().x});
  panel.curves = std::move(curves);
  return panel;
}

std::string row(const std::vector<std::string>& cells, const char* tag = "td") {
  std::string html = "<tr>";
  for (const std::string& cell : cells)
    html += fmt::format("<{}{}>{}</{}>", tag, std::string_view(tag) == "th" ? " scope=\"col\"" : "", escaped(cell), tag);
  return html + "</tr>\n";
}
std::string table(const std::string& rows) { return "<div class=\"scroll\" tabindex=\"0\"><table>\n" + rows + "</table></div>\n"; }
std::string section(const char* id, const char* title, const std::string& content) {
  return fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n{}</section>\n", id, title, content);
}

std::string estimates(const Fit& fit) {
  std::string rows = row({"parameter", "value", "unit", "95 % interval", "standard error", "start", "derivatives"}, "th");
  for (std::size_t p = 0; p < fit.parameters.size(); ++p) {
    const FoundParameter& found = fit.parameters[p];
    const ShownEstimate estimate = shown_estimate(found, false);
    rows += row({fit.plan.parameters[p].name, estimate.value, fit.plan.parameters[p].unit,
                 estimate.interval.empty() ? why_no_interval(found) : estimate.interval, found.error ? short_number(*found.error) : "-",
                 short_number(fit.starts[fit.best].start[p]), words_of(found.derivatives)});
  }
  return table(rows);
}

std::string correlations(const Fit& fit) {
  if (fit.parameters.size() < 2) return "<p>One parameter has none.</p>\n";
  std::vector<std::string> head{""};
  for (const FitParameter& parameter : fit.plan.parameters) head.push_back(parameter.name);
  std::string rows = row(head, "th");
  for (std::size_t p = 0; p < fit.parameters.size(); ++p) {
    std::vector<std::string> cells{fit.plan.parameters[p].name};
    for (std::size_t q = 0; q < fit.parameters.size(); ++q)
      cells.push_back(fit.correlations(p, q) == 0 ? "-" : fmt::format("{:.3f}", fit.correlations(p, q)));
    rows += row(cells);
  }
  return table(rows) + "<p>Near 1 or -1: the data hardly tell the two apart.</p>\n";
}

std::string left_over(const Fit& fit) {
  std::string rows = row({"compared", "rows", "standard deviation", "neighbours' correlation", "whiteness"}, "th");
  for (const LeftOver& left : fit.left)
    rows += row({label_of(left), std::to_string(left.rows), with_prefix(left.deviation, si_unit_of(left)),
                 fmt::format("{:.3f}", left.correlation), left.whiteness ? fmt::format("p = {:.3g}", *left.whiteness) : "-"});
  return table(rows) +
         "<p>Whiteness: how probable correlations as large as these are in white noise (Ljung and Box). Below 0.001 the model lacks "
         "something, or "
         "the sensor filters, and intervals are too narrow.</p>\n";
}

std::string notes(const Fit& fit) {
  std::string html;
  for (const Diagnostic& note : fit.notes.list()) html += "<pre class=\"warning\">" + escaped(to_text(note)) + "</pre>\n";
  return html.empty() ? "<p>All parameters are seen, each for itself, and what is left looks like white noise.</p>\n" : html;
}

std::string starts(const Fit& fit) {
  std::vector<std::string> head{"start", "cost", "iterations", "end"};
  for (const FitParameter& parameter : fit.plan.parameters) head.push_back(parameter.name);
  std::string rows = row(head, "th");
  for (std::size_t s = 0; s < fit.starts.size(); ++s) {
    const FitStart& one = fit.starts[s];
    using How = LeastSquaresEnd::How;
    std::vector<std::string> cells{std::to_string(s + 1) + (s == fit.best ? ", best" : ""),
                                   one.how == How::failed ? "-" : short_number(one.cost), std::to_string(one.iterations),
                                   one.how == How::converged ? "converged"
                                   : one.how == How::limit   ? "not converged"
                                                             : "failed: " + one.why};
    for (const double value : one.end) cells.push_back(short_number(value));
    rows += row(cells);
  }
  return table(rows);
}

}  // namespace

ShownEstimate shown_estimate(const FoundParameter& found, bool all) {
  if (!found.low) return {all ? number_text(found.value) : fmt::format("{:.6g}", found.value), {}};
  const double half = 0.5 * (*found.high - *found.low),
               size = std::max({std::fabs(found.value), std::fabs(*found.low), std::fabs(*found.high)});
  int digits = 3;
  if (half > 0 && size > 0) digits = std::clamp(static_cast<int>(std::ceil(std::log10(size / half))) + 2, 2, 7);
  const auto number = [&](double value) { return all ? number_text(value) : fmt::format("{:.{}g}", value, digits); };
  return {number(found.value), number(*found.low) + " to " + number(*found.high)};
}

std::string why_no_interval(const FoundParameter& found) {
  if (found.place == FitPlace::at_low) return "at its lower bound";
  if (found.place == FitPlace::at_high) return "at its upper bound";
  return found.is_seen ? "none: no more rows than parameters" : "not seen";
}

std::string words_of(const DerivativeCount& derivatives) {
  if (derivatives.differences == 0) return "exact";
  const std::string share = derivatives.exact == 0 ? "by differences"
                                                   : fmt::format("by differences in {} of {} runs", derivatives.differences,
                                                                 derivatives.differences + derivatives.exact);
  return share + ": " + derivatives.why;
}

std::string label_of(const LeftOver& left) { return left.experiment.empty() ? left.variable : left.experiment + ": " + left.variable; }

PlotPage fit_plot(const Fit& fit) {
  PlotPage page;
  page.title = fit.plan.title.empty() ? fit.plan.file : fit.plan.title;
  for (const LeftOver& left : fit.left) {
    const std::string si = si_unit_of(left);
    const CurveStyle style = left.rows > kManyRows ? CurveStyle::dashed : CurveStyle::points;
    if (!left.is_events) {
      const AxisUnit unit = axis_unit(si, "", std::max(largest(left.measured), largest(left.computed)));
      const std::string quantity = quantity_of(si);
      page.panels.push_back(panel_of(left, label_of(left), quantity.empty() ? left.variable : quantity,
                                     {{"measured", 1, style, {}, left.measured}, {"computed", 0, CurveStyle::line, {}, left.computed}},
                                     unit));
      if (page.times_s.empty()) page.times_s = left.times_s;
    }
    std::vector<double> rest;
    for (std::size_t k = 0; k < left.rows; ++k) rest.push_back(left.computed[k] - left.measured[k]);
    const AxisUnit unit = axis_unit(si, "", largest(rest));
    page.panels.push_back(panel_of(left, left.is_events ? label_of(left) : "", "computed - measured",
                                   {{"what is left", 2, CurveStyle::points, {}, rest}}, unit));
  }
  return page;
}

std::string fit_report_html(const FitReportInput& input) {
  const Fit& fit = *input.fit;
  const std::string title = fit.plan.title.empty() ? fit.plan.file : fit.plan.title;
  const Viewer viewer = viewer_of(fit_plot(fit), {});
  std::string html = page_head(title) + "<main>\n<h1>" + escaped(title) + "</h1>\n";
  html += fmt::format("<p class=\"lead\">{} fitted to {}.</p>\n", escaped(fit.plan.diagram),
                      counted(static_cast<std::int64_t>(fit.rows), "measured row"));
  html +=
      "<nav><a href=\"#estimates\">estimates</a><a href=\"#unseen\">what the data cannot see</a><a href=\"#curves\">curves</a>"
      "<a href=\"#left\">what is left</a><a href=\"#correlations\">correlations</a><a href=\"#starts\">starts</a>"
      "<a href=\"#repeat\">how to repeat it</a></nav>\n";
  html += section("estimates", "Estimates", estimates(fit));
  html += section("unseen", "What the data cannot see", notes(fit));
  html += section("curves", "Data over model, and what is left",
                  (viewer.remark.empty() ? "" : "<p class=\"warning\">" + viewer.remark + "</p>\n") + viewer.body);
  html += section("left", "What is left", left_over(fit));
  html += section("correlations", "Correlations of the estimates", correlations(fit));
  html += section("starts", "Starts", starts(fit));
  html += section("repeat", "How to repeat it",
                  "<p>Made by stribeck " + escaped(input.version) + " with</p>\n<pre>" + escaped(input.command) + "</pre>\n");
  return html + "</main>\n" + viewer.arrays + "</body>\n</html>\n";
}

}  // namespace stribeck
