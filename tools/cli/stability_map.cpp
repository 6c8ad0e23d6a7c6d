#include "stability_map.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <set>

#include "base/interruption.h"
#include "base/text.h"
#include "base/units.h"
#include "results/layout.h"

namespace stribeck::cli {

namespace {

/// Of a parameter of the diagram, with the dimension that it is written with, or of a component. Others are refused when they are set.
LinearVariable map_variable(const Diagram& diagram, const std::string& name, bool* has_own_unit) {
  for (const DiagramParameter& parameter : diagram.parameters)
    if (parameter.name == name) {
      *has_own_unit = parameter.value.has_unit;
      return {name, parameter.value.has_unit ? to_text(parameter.value.dimension) : "", parameter.value.value};
    }
  for (const Instance& instance : diagram.instances)
    for (std::size_t p = 0; p < instance.record->parameters.size(); ++p)
      if (instance.name + "." + instance.record->parameters[p].name == name)
        return {name, instance.record->parameters[p].unit, instance.parameters[p]};
  return {name, "", 0};
}

std::vector<MapPoint> marked(const OrbitBranch& branch) {
  std::vector<MapPoint> points;
  for (const BranchSteady& point : branch.steady) {
    if (point.mark == BranchMark::none) continue;
    const double period_s = point.mark == BranchMark::hopf ? 2 * std::numbers::pi / point.frequency_rad_s : 0;
    points.push_back({point.parameter, point.mark, point.what, true, period_s});
  }
  for (const BranchOrbit& point : branch.points)
    if (point.mark != BranchMark::none && point.mark != BranchMark::hopf)  // which the steady motion has told
      points.push_back({point.parameter, point.mark, point.what, false, point.orbit.period_s});
  return points;
}

std::string kind_of(const MapPoint& point) {
  return std::string(word_of(point.mark)) + (point.is_steady ? " of steady motion" : " of orbits");
}

std::string axis_of(const LinearVariable& variable) { return variable.name + (variable.unit.empty() ? "" : " [" + variable.unit + "]"); }

}  // namespace

StabilityMap stability_map(const Model& model, Registry& registry, const std::string& file, const BranchWanted& branch,
                           const MapWanted& wanted, const RunOptions& options) {
  bool has_own_unit = false;
  StabilityMap map{.parameter = {}, .other = map_variable(diagram_of(model), wanted.parameter, &has_own_unit), .rows = {}};
  map.least = branch.from, map.most = branch.to;
  std::optional<Failure> first;
  for (std::size_t k = 0; k < wanted.rows; ++k) {
    const double share = static_cast<double>(k) / static_cast<double>(wanted.rows - 1);
    MapRow& row = map.rows.emplace_back(MapRow{wanted.from + share * (wanted.to - wanted.from), "", {}});
    RunOptions own = options;
    own.overrides.push_back({wanted.parameter, number_text(row.value) + (has_own_unit ? " " + map.other.unit : "")});
    try {
      const ModelPtr there = load(registry, file, own);
      const OrbitBranch found = continue_orbit(*there, registry, file, branch, own);
      map.parameter = found.parameter;
      row.points = marked(found);
    } catch (const Failure& failure) {
      if (is_interruption(failure)) throw;
      row.failure = failure.diagnostics().front().message;
      if (!first) first = failure;
    }
  }
  if (std::all_of(map.rows.begin(), map.rows.end(), [](const MapRow& row) { return !row.failure.empty(); })) throw Failure(*first);
  return map;
}

std::string text_of_map(const StabilityMap& map, const TextStyle& style) {
  TextTable table("rrlrl");
  table.head({map.other.name, map.parameter.name, "motion", "period", "mark"});
  for (const MapRow& row : map.rows) {
    const std::string value = short_number(row.value, style.digits);
    if (row.points.empty()) table.add({value, "", "", "", row.failure.empty() ? "nothing changes" : row.failure});
    for (const MapPoint& point : row.points)
      table.add({value, short_number(point.value, style.digits), point.is_steady ? "steady" : "periodic",
                 point.period_s > 0 ? with_prefix(point.period_s, "s", style.digits) : "",
                 std::string(word_of(point.mark)) + ": " + point.what});
  }
  return table.to_text(style);
}

PlotPage page_of_map(const StabilityMap& map) {
  Panel panel;
  panel.title = "Where motions change over " + map.parameter.name + " and " + map.other.name;
  panel.x_label = axis_of(map.parameter), panel.y_label = axis_of(map.other);
  panel.over_time = false;
  panel.x = {map.least, map.most}, panel.y = {map.rows.front().value, map.rows.back().value};
  std::set<std::string> kinds;
  for (const MapRow& row : map.rows)
    for (const MapPoint& point : row.points) kinds.insert(kind_of(point));
  std::size_t colour = 0;
  for (const std::string& kind : kinds) {
    const auto values_in = [&](const MapRow& row) {
      std::vector<double> values;
      for (const MapPoint& point : row.points)
        if (kind_of(point) == kind) values.push_back(point.value);
      std::sort(values.begin(), values.end());
      return values;
    };
    Curve curve{.label = kind, .colour = colour, .style = CurveStyle::line, .x = {}, .y = {}};
    Curve single{.label = kind + ", single", .colour = colour++, .style = CurveStyle::points, .x = {}, .y = {}};
    for (std::size_t k = 0; k < map.rows.size(); ++k) {
      const std::vector<double> here = values_in(map.rows[k]);
      const auto joins = [&](std::size_t row) { return row < map.rows.size() && values_in(map.rows[row]).size() == here.size(); };
      for (std::size_t i = 0; i < here.size(); ++i) {
        if (!joins(k + 1) && (k == 0 || !joins(k - 1))) single.x.push_back(here[i]), single.y.push_back(map.rows[k].value);
        if (!joins(k + 1)) continue;
        curve.x.insert(curve.x.end(), {here[i], values_in(map.rows[k + 1])[i], std::nan("")});
        curve.y.insert(curve.y.end(), {map.rows[k].value, map.rows[k + 1].value, std::nan("")});
      }
    }
    for (Curve* some : {&curve, &single})
      if (!some->x.empty()) panel.curves.push_back(std::move(*some));
  }
  return {.title = panel.title, .panels = {panel}, .times_s = {}, .remarks = {}};
}

std::string csv_of_map(const StabilityMap& map) {
  std::string text = map.other.name + "," + map.parameter.name + ",motion,mark,period_s\n";
  for (const MapRow& row : map.rows)
    for (const MapPoint& point : row.points)
      text += number_text(row.value) + "," + number_text(point.value) + (point.is_steady ? ",steady," : ",periodic,") +
              word_of(point.mark) + "," + number_text(point.period_s) + "\n";
  return text;
}

}  // namespace stribeck::cli
