#include "drawing/compare_page.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "drawing/axis_unit.h"
#include "drawing/covers.h"

namespace stribeck {
namespace {

constexpr double kFreeShare = 0.04;  // of the range, above and below the curves

Range range_of(const std::vector<const std::vector<double>*>& all) {
  Range range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const std::vector<double>* values : all)
    for (const double value : *values)
      if (std::isfinite(value)) range = {std::min(range.low, value), std::max(range.high, value)};
  if (!(range.low < range.high)) return std::isfinite(range.low) ? Range{range.low - 1, range.high + 1} : Range{};
  return range;
}

std::vector<double> shown(const std::vector<double>& values, const AxisUnit& unit) {
  std::vector<double> result;
  result.reserve(values.size());
  for (const double value : values) result.push_back(unit.shown(value));
  return result;
}

Panel panel_of(std::size_t column, const std::vector<ComparedRun>& runs) {
  std::vector<const std::vector<double>*> times, values;
  for (const ComparedRun& run : runs) times.push_back(&run.rows->times_s()), values.push_back(&run.rows->values(column));
  const OutputColumn& what = runs.front().rows->columns()[column];
  const Range t = range_of(times), y = range_of(values);
  const AxisUnit t_unit = axis_unit("s", "", std::max(std::fabs(t.low), std::fabs(t.high)));
  const AxisUnit y_unit = axis_unit(what.unit, "", std::max(std::fabs(y.low), std::fabs(y.high)));
  const double margin = kFreeShare * (y.high - y.low);
  Panel panel;
  panel.title = what.name;
  panel.x_label = axis_label("time", t_unit);
  const std::string quantity = quantity_of(what.unit);
  panel.y_label = axis_label(quantity.empty() ? what.name : quantity, y_unit);
  panel.x = {t_unit.shown(t.low), t_unit.shown(t.high)};
  panel.y = {y_unit.shown(y.low - margin), y_unit.shown(y.high + margin)};
  for (std::size_t i = 0; i < runs.size(); ++i)
    panel.curves.push_back({runs[i].label, i, CurveStyle::line, shown(*times[i], t_unit), shown(*values[i], y_unit)});
  return panel;
}

/// The second column over the first: what the laws look like.
Panel law_panel(const std::vector<ComparedRun>& runs) {
  std::vector<const std::vector<double>*> over, values;
  for (const ComparedRun& run : runs) over.push_back(&run.rows->values(0)), values.push_back(&run.rows->values(1));
  const std::vector<OutputColumn>& columns = runs.front().rows->columns();
  const auto axis = [](const Range& range, const OutputColumn& what) {
    return axis_unit(what.unit, "", std::max(std::fabs(range.low), std::fabs(range.high)));
  };
  const Range x = range_of(over), y = range_of(values);
  const AxisUnit x_unit = axis(x, columns[0]), y_unit = axis(y, columns[1]);
  Panel panel;
  panel.over_time = false;
  panel.title = columns[1].name + " over " + columns[0].name;
  panel.x_label = axis_label(columns[0].name, x_unit);
  panel.y_label = axis_label(quantity_of(columns[1].unit), y_unit);
  const double x_margin = kFreeShare * (x.high - x.low), y_margin = kFreeShare * (y.high - y.low);
  panel.x = {x_unit.shown(x.low - x_margin), x_unit.shown(x.high + x_margin)};
  panel.y = {y_unit.shown(y.low - y_margin), y_unit.shown(y.high + y_margin)};
  for (std::size_t i = 0; i < runs.size(); ++i)
    panel.curves.push_back({runs[i].label, i, CurveStyle::line, shown(*over[i], x_unit), shown(*values[i], y_unit)});
  return panel;
}

}  // namespace

PlotPage compare_page(const std::string& title, const std::vector<ComparedRun>& runs) {
  PlotPage page;
  page.title = title;
  if (runs.empty()) return page;
  for (std::size_t c = 0; c < runs.front().rows->columns().size(); ++c) page.panels.push_back(panel_of(c, runs));
  if (page.panels.size() > 1) page.panels.insert(page.panels.begin() + 2, law_panel(runs));
  for (Panel& panel : page.panels) dash_covers(panel);
  page.times_s = runs.front().rows->times_s();
  return page;
}

}  // namespace stribeck
