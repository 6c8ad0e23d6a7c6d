// The path of an optimisation as a picture, and its runs as rows.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/format.h"
#include "base/text.h"
#include "drawing/axis_unit.h"
#include "optimise_documents.h"
#include "study/samples.h"

namespace stribeck::cli {
namespace {

constexpr double kMargin = 0.05;  // of the range, left free above and below

Range range_of(const std::vector<double>& values) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const double value : values)
    if (std::isfinite(value)) low = std::min(low, value), high = std::max(high, value);
  if (!(low <= high)) return {0, 1};
  const double margin = high > low ? kMargin * (high - low) : std::max(kMargin * std::fabs(low), std::numeric_limits<double>::min());
  return {low - margin, high + margin};
}

/// So that a few runs far off do not flatten the rest.
Range most_of(std::vector<double> values) {
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
  if (values.empty()) return {0, 1};
  std::ranges::sort(values);
  values.resize(std::max<std::size_t>(1, values.size() * 95 / 100));
  return range_of(values);
}

Panel panel_over_runs(const std::string& label, const std::string& unit, const std::vector<double>& numbers, std::vector<double> values) {
  double size = 0;
  for (const double value : values)
    if (std::isfinite(value)) size = std::max(size, std::fabs(value));
  const AxisUnit axis = axis_unit(unit, "", size);
  for (double& value : values) value = axis.shown(value);
  Panel panel;
  panel.over_time = false;
  panel.x_label = "run";
  panel.y_label = axis_label(label, axis);
  panel.x = {0, std::max(1.0, numbers.back())};
  panel.y = range_of(values);
  panel.curves.push_back({"each run", 0, CurveStyle::points, numbers, std::move(values)});
  return panel;
}

/// Across one factor, up another: where the searches went, and where the best of each is.
Panel plane_of(const Optimum& optimum) {
  const auto axis_of = [&](std::size_t f) {
    const StudyFactor& factor = optimum.plan.factors[f];
    return axis_unit(factor.unit, "", std::max(std::fabs(low_of(factor)), std::fabs(high_of(factor))));
  };
  const AxisUnit across = axis_of(0), up = axis_of(1);
  Panel panel;
  panel.over_time = false;
  panel.title = "way";
  panel.x_label = axis_label(optimum.plan.factors[0].name, across), panel.y_label = axis_label(optimum.plan.factors[1].name, up);
  panel.x = {across.shown(low_of(optimum.plan.factors[0])), across.shown(high_of(optimum.plan.factors[0]))};
  panel.y = {up.shown(low_of(optimum.plan.factors[1])), up.shown(high_of(optimum.plan.factors[1]))};
  Curve tried{"tried", 5, CurveStyle::points, {}, {}}, best{"best of each search", 1, CurveStyle::crosses, {}, {}};
  const auto add = [&](Curve& curve, const OptimiseRun& run) {
    curve.x.push_back(across.shown(run.values[0])), curve.y.push_back(up.shown(run.values[1]));
  };
  for (const OptimiseRun& run : optimum.runs) add(tried, run);
  for (const OptimiseStart& start : optimum.starts)
    if (start.is_found) add(best, optimum.runs[start.best]);
  panel.curves = {std::move(tried), std::move(best)};
  panel.height = 300;
  return panel;
}

}  // namespace

PlotPage optimise_plot(const Optimum& optimum) {
  PlotPage page;
  page.title = optimum.plan.title.empty() ? optimum.plan.file : optimum.plan.title;
  const StudyAim& aim = *optimum.plan.aim;
  std::vector<double> numbers, objectives, best;
  double so_far = std::nan("");
  for (const OptimiseRun& run : optimum.runs) {
    numbers.push_back(static_cast<double>(numbers.size() + 1));
    objectives.push_back(run.objective.value_or(std::nan("")));
    const bool is_better = run.holds() && (std::isnan(so_far) || (aim.is_greatest ? *run.objective > so_far : *run.objective < so_far));
    if (is_better) so_far = *run.objective;
    best.push_back(so_far);
  }
  Panel objective = panel_over_runs(aim.objective.text, "", numbers, objectives);
  objective.title = (aim.is_greatest ? "greatest " : "least ") + aim.objective.text;
  objective.curves.front().colour = 5;
  objective.curves.push_back({"best so far", 1, CurveStyle::line, numbers, best});
  if (!aim.is_greatest) objective.y = most_of(objectives);
  page.panels.push_back(std::move(objective));
  for (std::size_t f = 0; f < optimum.plan.factors.size(); ++f) {
    std::vector<double> values;
    for (const OptimiseRun& run : optimum.runs) values.push_back(run.values[f]);
    page.panels.push_back(panel_over_runs(optimum.plan.factors[f].name, optimum.plan.factors[f].unit, numbers, std::move(values)));
  }
  if (optimum.plan.factors.size() == 2) page.panels.push_back(plane_of(optimum));
  return page;
}

std::string optimise_rows(const Optimum& optimum) {
  const StudyPlan& plan = optimum.plan;
  std::string text = "run,search,method";
  for (const StudyFactor& factor : plan.factors) text += "," + csv_field(factor.name);
  for (const StudyScalar& scalar : plan.scalars) text += "," + scalar.name;
  text += ",objective";
  for (const AimFormula& condition : plan.aim->constraints) text += "," + csv_field("missed: " + condition.text);
  text += ",message\n";
  for (std::size_t r = 0; r < optimum.runs.size(); ++r) {
    const OptimiseRun& run = optimum.runs[r];
    text += fmt::format("{},{},{}", r + 1, run.start, to_text(run.method));
    for (const double value : run.values) text += "," + number_text(value);
    for (std::size_t s = 0; s < plan.scalars.size(); ++s) text += "," + (run.scalars[s] ? number_text(*run.scalars[s]) : "");
    text += "," + (run.objective ? number_text(*run.objective) : "");
    for (std::size_t c = 0; c < plan.aim->constraints.size(); ++c)
      text += "," + (c < run.constraints.size() ? number_text(run.constraints[c]) : "");
    text += "," + csv_field(run.fault) + "\n";
  }
  return text;
}

}  // namespace stribeck::cli
