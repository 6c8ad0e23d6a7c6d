#include "law_picture.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "base/index.h"
#include "base/text.h"
#include "drawing/axis_unit.h"
#include "drawing/covers.h"
#include "law_runs.h"

namespace stribeck::cli {
namespace {

constexpr double kSame = 0.01;          // of the range of forces: curves nearer than that are one
constexpr std::size_t kMostCurves = 7;  // as many as there are colours that can be told apart
constexpr double kFree = 0.05;          // of the range, around the curves
constexpr double kLongestWay = 1;       // m or rad
constexpr double kAnyForce = 2;         // times the greatest force that is drawn: how far what takes any force reaches

bool are_one(const Points& a, const Points& b) {
  if (a.force.size() != b.force.size()) return false;
  const double within = kSame * std::max(size_of(a.force), size_of(b.force));
  for (std::size_t i = 0; i < a.force.size(); ++i)
    if (std::fabs(a.force[i] - b.force[i]) > within) return false;
  return true;
}

bool takes_any_force(const Points& points) {
  return std::any_of(points.force.begin(), points.force.end(), [](double own) { return std::isinf(own); });
}

bool is_straight(const Points& points) {
  if (takes_any_force(points)) return false;
  const double slope = points.force.back() / points.v.back();
  Points line = points;
  for (std::size_t i = 0; i < line.v.size(); ++i) line.force[i] = slope * line.v[i];
  return are_one(points, line);
}

struct NamedPoints {
  std::string name;
  Points points;
};

using FindPoints = std::function<std::optional<Points>(const std::vector<Choice>&)>;

/// By default, and what single choices of options make else.
std::vector<NamedPoints> curves_of(const ComponentRecord& record, const FindPoints& find) {
  std::vector<Choice> always;
  for (const OptionDeclaration& option : record.options)
    if (option.name == "start" && std::find(option.choices.begin(), option.choices.end(), "sliding") != option.choices.end())
      always.emplace_back("start", "sliding");
  std::vector<NamedPoints> curves;
  const auto add = [&](const std::string& name, const std::vector<Choice>& choices) {
    auto points = find(choices);
    if (!points || (size_of(points->force) == 0 && !takes_any_force(*points))) return;
    const bool is_new = std::none_of(curves.begin(), curves.end(), [&](const NamedPoints& own) { return are_one(own.points, *points); });
    if (is_new && curves.size() < kMostCurves) curves.push_back({name, std::move(*points)});
  };
  add("", always);
  if (curves.empty()) return curves;
  for (const OptionDeclaration& option : record.options)
    for (std::size_t c = 0; c < option.choices.size(); ++c) {
      if (option.name == "start" || c == at(option.fallback)) continue;
      std::vector<Choice> choices = always;
      choices.emplace_back(option.name, option.choices[c]);
      add(option.name + " = " + option.choices[c], choices);
      if (curves.size() == 2 && curves[0].name.empty()) curves[0].name = option.name + " = " + option.choices[at(option.fallback)];
    }
  return curves;
}

/// Whether no point is farther from the line between those of the shortest and the longest way than two curves that are one.
bool is_straight_over_way(const Points& points) {
  if (takes_any_force(points)) return false;
  const auto [low, high] = std::minmax_element(points.v.begin(), points.v.end());
  const double x = *low, f = points.force[static_cast<std::size_t>(low - points.v.begin())],
               slope = (points.force[static_cast<std::size_t>(high - points.v.begin())] - f) / (*high - x);
  Points line = points;
  for (std::size_t i = 0; i < line.v.size(); ++i) line.force[i] = f + slope * (line.v[i] - x);
  return are_one(points, line);
}

/// One panel: what is drawn over a velocity or a way, both scaled for their axes.
Panel panel_of(const std::string& title, const std::string& x_unit, const std::string& force_unit, double widest, double highest) {
  const AxisUnit x_axis = axis_unit(x_unit, "", widest), f_axis = axis_unit(force_unit, "", highest);
  Panel panel;
  panel.over_time = false;
  panel.title = title;
  panel.x_label = axis_label(quantity_of(x_unit), x_axis);
  panel.y_label = axis_label(quantity_of(force_unit), f_axis);
  panel.x = {-(1 + kFree) * x_axis.shown(widest), (1 + kFree) * x_axis.shown(widest)};
  panel.y = {-(1 + kFree) * f_axis.shown(highest), (1 + kFree) * f_axis.shown(highest)};
  return panel;
}

/// What the title adds where signals come in, or parameters have no default.
std::string at_one(const Law& law) {
  std::string text = law.inputs.empty() ? "" : ", " + joined(law.inputs) + " = 1";
  for (const auto& [name, value] : law.required) text.append(", ").append(name).append(" = ").append(value);
  return text;
}

void add_curve(Panel& panel, const std::string& label, const Points& points, const AxisUnit& x_axis, const AxisUnit& f_axis) {
  Curve curve;
  curve.label = label;
  curve.colour = panel.curves.size();
  for (const double x : points.v) curve.x.push_back(x_axis.shown(x));
  for (const double y : points.force) curve.y.push_back(std::clamp(f_axis.shown(y), panel.y.low, panel.y.high));
  panel.curves.push_back(std::move(curve));
}

/// Where a law names no way: the shortest, in powers of ten, over which it is not straight.
double way_that_bends(Registry& registry, Law law) {
  for (; law.longest < kLongestWay; law.longest *= 10) {
    const std::optional<Points> points = points_over_way(registry, law, {});
    if (!points || !is_straight_over_way(*points)) break;
  }
  return law.longest;
}

/// Of what does not slip: its force over the way.
std::optional<PlotPage> way_plot(Registry& registry, const ComponentRecord& record, Law law) {
  const VariableDeclaration* way = variable_of(record, law.words.way);
  if ((!law.bends && !has_rigid_sides(record)) || way == nullptr) return std::nullopt;
  if (greatest_default(record, way->unit) == 0) law.longest = way_that_bends(registry, law);
  const std::vector<NamedPoints> curves =
      curves_of(record, [&](const std::vector<Choice>& choices) { return points_over_way(registry, law, choices); });
  if (curves.empty() || (curves.size() == 1 && is_straight_over_way(curves[0].points))) return std::nullopt;
  double widest = 0, low = 0, high = 0;
  for (const NamedPoints& own : curves) {
    widest = std::max(widest, size_of(own.points.v));
    for (const double force : own.points.force)
      if (std::isfinite(force)) low = std::min(low, force), high = std::max(high, force);
  }
  if (low == high) low = -1, high = 1;  // all of them are rigid: the scale says nothing
  const double highest = std::max(-low, high);
  const std::string force_unit = variable_of(record, law.force)->unit, &f = law.force;
  const AxisUnit x_axis = axis_unit(way->unit, "", widest), f_axis = axis_unit(force_unit, "", highest);
  PlotPage page;
  page.panels.push_back(panel_of(f + " over " + way->name +
                                     (curves.size() == 1 && takes_any_force(curves[0].points) ? ", rigid: it takes any force at its sides"
                                                                                              : ", there and back slowly") +
                                     ", default parameters" + at_one(law),
                                 way->unit, force_unit, widest, highest));
  page.panels[0].y = {f_axis.shown(low - kFree * (high - low)), f_axis.shown(high + kFree * (high - low))};
  for (const NamedPoints& own : curves) add_curve(page.panels[0], own.name.empty() ? f : own.name, own.points, x_axis, f_axis);
  dash_covers(page.panels[0]);
  return page;
}

/// How the curves were found. At rest a law that sticks takes what lies on its vertical line.
std::string slip_words(bool is_any, const Law& law, const std::vector<NamedPoints>& curves) {
  const std::vector<double>& speeds = curves[0].points.v;
  const bool is_at_rest = std::find(speeds.begin(), speeds.end(), 0.0) != speeds.end();
  const char* slip = law.is_body                ? " as a growing push makes it faster"
                     : curves[0].points.is_mean ? " in steady slip, on average"
                                                : " in steady slip";
  return slip + std::string(is_any ? ", and at rest any force" : is_at_rest ? ", and at rest what it holds" : "");
}

/// Of what slips evenly: its force over the velocity.
std::vector<NamedPoints> curves_over_velocity(Registry& registry, const ComponentRecord& record, const Law& law) {
  if (!law.resists) return {};
  return curves_of(record, [&](const std::vector<Choice>& choices) { return steady_points(registry, law, choices); });
}

}  // namespace

std::optional<PlotPage> law_plot(Registry& registry, const ComponentRecord& record) {
  const std::optional<Law> law = law_of(record);
  if (!law || !registry.contains(law->type)) return std::nullopt;  // a type that a file of the user defines is in no registry
  const std::vector<NamedPoints> curves = curves_over_velocity(registry, record, *law);
  if (curves.empty()) return way_plot(registry, record, *law);
  if (curves.size() == 1 && is_straight(curves[0].points)) return std::nullopt;
  double force = 0;
  for (const NamedPoints& own : curves) force = std::max(force, size_of(own.points.force));
  const bool is_any = std::any_of(curves.begin(), curves.end(), [](const NamedPoints& own) { return takes_any_force(own.points); });
  if (is_any) force = force > 0 ? kAnyForce * force : 1;
  const std::string velocity_unit = variable_of(record, law->words.velocity)->unit, force_unit = variable_of(record, law->force)->unit,
                    &f = law->force;
  PlotPage page;
  page.panels.push_back(
      panel_of(f + " over " + std::string(law->words.velocity) + slip_words(is_any, *law, curves) + ", default parameters" + at_one(*law),
               velocity_unit, force_unit, law->greatest, force));
  for (const NamedPoints& own : curves)
    add_curve(page.panels.back(), own.name.empty() ? f : own.name, own.points, axis_unit(velocity_unit, "", law->greatest),
              axis_unit(force_unit, "", force));
  dash_covers(page.panels.back());
  if (const std::optional<Points> loop = hysteresis(registry, *law, size_of(curves[0].points.force))) {
    const std::string way_unit = law->words.velocity == "v" ? "m" : "rad";
    const double widest = size_of(loop->v), highest = size_of(loop->force);
    page.panels.push_back(
        panel_of(f + " over the way, from rest and there and back slowly" + at_one(*law), way_unit, force_unit, widest, highest));
    add_curve(page.panels.back(), f, *loop, axis_unit(way_unit, "", widest), axis_unit(force_unit, "", highest));
  }
  return page;
}

}  // namespace stribeck::cli
