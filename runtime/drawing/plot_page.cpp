#include "drawing/plot_page.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string_view>
#include <utility>

#include "base/units.h"
#include "drawing/axis_unit.h"
#include "drawing/covers.h"
#include "drawing/modes.h"
#include "results/layout.h"

namespace stribeck {
namespace {

constexpr double kPlotMargin = 0.06;      // of the range of values, left free above and below
constexpr std::size_t kManyPoints = 150;  // more than these run together: what was measured is then drawn as a line

void widen(Range& range, const std::vector<double>& values, bool log) {
  for (const double value : values) {
    if (!std::isfinite(value) || (log && value <= 0)) continue;
    range.low = std::min(range.low, value);
    range.high = std::max(range.high, value);
  }
}

constexpr Range kEmpty{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

/// Something to see on every side; a curve that never changes lies in the middle.
Range with_margin(Range range, bool log) {
  if (range.low > range.high) return log ? Range{0.1, 10} : Range{-1, 1};
  if (log) {
    const double margin = std::max(std::pow(range.high / range.low, kPlotMargin), 1.2);
    return {range.low / margin, range.high * margin};
  }
  const double size = std::max(std::fabs(range.low), std::fabs(range.high));
  double margin = kPlotMargin * (range.high - range.low);
  if (range.high - range.low < 1e-12 * size || size == 0) margin = size > 0 ? 0.1 * size : 1;
  return {range.low - margin, range.high + margin};
}

std::vector<double> scaled(const std::vector<double>& values, const AxisUnit& unit) {
  std::vector<double> result(values.size());
  std::transform(values.begin(), values.end(), result.begin(), [&](double value) { return unit.shown(value); });
  return result;
}

double largest(const std::vector<double>& values) {
  double most = 0;
  for (const double value : values)
    if (std::isfinite(value)) most = std::max(most, std::fabs(value));
  return most;
}

bool is_untold(std::string_view unit) { return unit.empty() || unit.starts_with("any"); }

/// How far numbers go up and down.
double way_of(const std::vector<double>& numbers) {
  double way = 0;
  for (std::size_t i = 1; i < numbers.size(); ++i) way += std::fabs(numbers[i] - numbers[i - 1]);
  return way;
}

struct PassedPoint {
  double x = 0, y = 0;
  bool rises = false;  ///< whether x grows there with time
  bool operator<(const PassedPoint& other) const { return std::pair(x, y) < std::pair(other.x, other.y); }
};

std::vector<PassedPoint> in_order_of_x(const Curve& curve) {
  std::vector<PassedPoint> points(curve.x.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i] = {curve.x[i], curve.y[i], i > 0 && points[i - 1].rises};
    if (i > 0 && curve.x[i] != curve.x[i - 1]) points[i].rises = curve.x[i] > curve.x[i - 1];
  }
  std::sort(points.begin(), points.end());
  return points;
}

/// How far each of the points, sorted, lies above the line between its neighbours on the way back; not a number where it has none.
std::vector<double> above_the_way_back(const std::vector<PassedPoint>& points) {
  std::vector<double> above(points.size(), std::numeric_limits<double>::quiet_NaN());
  std::vector<std::size_t> next(points.size(), points.size());
  for (std::size_t i = points.size(); i-- > 1;) next[i - 1] = points[i].rises != points[i - 1].rises ? i : next[i];
  for (std::size_t i = 1, last = points.size(); i < points.size(); ++i) {
    if (points[i - 1].rises != points[i].rises) last = i - 1;
    if (last == points.size() || next[i] == points.size()) continue;
    const PassedPoint &a = points[last], &b = points[next[i]];
    if (a.x < b.x) above[i] = points[i].y - a.y - (b.y - a.y) * (points[i].x - a.x) / (b.x - a.x);
  }
  return above;
}

/// Two branches that lie close together: there, what is above one of them is below the other. Of one curve, points both ways lie on the
/// same side of chords, or on them.
bool is_thin_loop(const std::vector<PassedPoint>& points) {
  const auto [low, high] =
      std::minmax_element(points.begin(), points.end(), [](const PassedPoint& a, const PassedPoint& b) { return a.y < b.y; });
  const double rounding = 1e-9 * (high->y - low->y);
  const std::vector<double> above = above_the_way_back(points);
  int pairs = 0, apart = 0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (points[i].rises == points[i - 1].rises || std::isnan(above[i]) || std::isnan(above[i - 1])) continue;
    ++pairs;
    if (std::min(std::fabs(above[i]), std::fabs(above[i - 1])) > rounding && (above[i] > 0) != (above[i - 1] > 0)) ++apart;
  }
  return 2 * apart > pairs;
}

/// Of a law that a motion went through more than once, lines from row to row are chords that the law does not know. Where what is drawn is
/// a function, its points in the order of x go up and down no more than the motion does once there and back; those of a loop go from branch
/// to branch all the time, and stay in the order of time.
void draw_as_function(Curve& curve) {
  const auto is_number = [](double own) { return std::isfinite(own); };
  if (!std::all_of(curve.x.begin(), curve.x.end(), is_number) || !std::all_of(curve.y.begin(), curve.y.end(), is_number)) return;
  const std::vector<PassedPoint> points = in_order_of_x(curve);
  Curve sorted;
  for (const PassedPoint& point : points) sorted.x.push_back(point.x), sorted.y.push_back(point.y);
  const double way = way_of(sorted.y), way_in_time = way_of(curve.y);
  if (way < way_in_time && way * way_of(curve.x) <= 2 * way_in_time * way_of(sorted.x) && !is_thin_loop(points))
    curve.x = std::move(sorted.x), curve.y = std::move(sorted.y);
}

class PageBuilder {
 public:
  PageBuilder(const Diagram& diagram, const PlotRows& rows, std::vector<OtherResult> others)
      : diagram_(diagram), trajectory_(*rows.over_time), whole_(*rows.whole), others_(std::move(others)) {}

  void add(const Plot& plot) {
    const std::size_t first = page.panels.size();
    for (const std::vector<std::size_t>& group : by_unit(plot)) add_panel(plot, group);
    if (const std::vector<std::size_t> modes = mode_curves(plot); !modes.empty()) add_timeline(plot, modes);
    if (page.panels.size() > first) page.panels[first].title = plot.title;
  }

  PlotPage page;

 private:
  const OutputColumn& column(std::size_t c) const { return trajectory_.columns()[c]; }
  std::size_t column_of(const std::string& name) const { return trajectory_.find(name).value(); }
  const std::vector<double>& values_of(const std::string& name) const {
    return name == "time" ? trajectory_.times_s() : trajectory_.values(column_of(name));
  }
  /// Points of a curve against anything but time are whole rows.
  const std::vector<double>& points_of(const Plot& plot, const std::string& name) const {
    if (plot.x == "time") return values_of(name);
    return name == "time" ? whole_.times_s() : whole_.values(column_of(name));
  }
  std::string unit_of(const std::string& name) const { return name == "time" ? "s" : known_unit(column(column_of(name)).unit); }
  bool is_mode(const std::string& name) const { return name != "time" && !mode_words(column(column_of(name)).doc).empty(); }
  bool goes_to_timeline(const Plot& plot, std::size_t curve) const { return plot.x == "time" && is_mode(plot.y[curve]); }

  /// The curves of each unit, in the order in which the units appear; a signal that fits any unit goes with the first.
  std::vector<std::vector<std::size_t>> by_unit(const Plot& plot) const {
    std::vector<std::string> units;
    std::vector<std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < plot.y.size(); ++i) {
      if (goes_to_timeline(plot, i)) continue;
      const std::string unit = unit_of(plot.y[i]);
      auto found = std::find(units.begin(), units.end(), unit);
      if (found == units.end() && is_untold(unit) && !units.empty()) found = units.begin();
      if (found == units.end() && units.size() == 1 && is_untold(units[0])) units[0] = unit, found = units.begin();
      if (found == units.end()) {
        units.push_back(unit), groups.emplace_back();
        found = units.end() - 1;
      }
      groups[static_cast<std::size_t>(found - units.begin())].push_back(i);
    }
    return groups;
  }

  std::vector<std::size_t> mode_curves(const Plot& plot) const {
    std::vector<std::size_t> curves;
    for (std::size_t i = 0; i < plot.y.size(); ++i)
      if (goes_to_timeline(plot, i)) curves.push_back(i);
    return curves;
  }

  void add_panel(const Plot& plot, const std::vector<std::size_t>& group) {
    Panel panel;
    panel.over_time = plot.x == "time";
    panel.log_x = plot.log == LogAxes::x || plot.log == LogAxes::both;
    panel.log_y = plot.log == LogAxes::y || plot.log == LogAxes::both;
    std::string si;
    double most = 0;
    for (const std::size_t i : group) {
      if (const std::string unit = unit_of(plot.y[i]); is_untold(si)) si = unit;
      most = std::max(most, largest(values_of(plot.y[i])));
    }
    const auto asked = parse_unit(plot.y_unit);
    const bool takes_asked = !plot.y_unit.empty() && (is_untold(si) || asked->dimension == parse_unit(si).value_or(Unit{}).dimension);
    const AxisUnit x_unit = set_x_axis(plot, panel),
                   y_unit = axis_unit(si, takes_asked ? plot.y_unit : shown_by_all(plot, group), panel.log_y ? 1 : most);
    const std::string quantity = quantity_of(si);
    panel.y_label = axis_label(quantity.empty() && group.size() == 1 ? plot.y[group.front()] : quantity, y_unit);
    for (std::size_t k = 0; k < group.size(); ++k) {
      const std::string& name = plot.y[group[k]];
      const std::string& label = plot.labels[group[k]];
      panel.curves.push_back({label.empty() ? name : label, k, CurveStyle::line, scaled(points_of(plot, plot.x), x_unit),
                              scaled(points_of(plot, name), y_unit), label.empty() ? "" : name});
      if (panel.over_time)
        lay_over(panel, name, {k, group.size()}, x_unit, y_unit);
      else
        draw_as_function(panel.curves.back());
    }
    for (const Overlay& overlay : plot.overlays)
      if (is_untold(overlay.y_unit) || known_unit(overlay.y_unit) == si) lay_over(panel, overlay, x_unit, y_unit);
    if (panel.over_time) {
      shade(plot, panel, x_unit);
      mark_events(panel, x_unit);
    }
    set_ranges(panel);
    dash_covers(panel);
    page.panels.push_back(std::move(panel));
  }

  std::string shown_of(const std::string& name) const { return name == "time" ? "" : column(column_of(name)).shown; }
  /// The unit in which people see all of these curves; empty if there is none.
  std::string shown_by_all(const Plot& plot, const std::vector<std::size_t>& group) const {
    const std::string first = shown_of(plot.y[group.front()]);
    return std::all_of(group.begin(), group.end(), [&](std::size_t i) { return shown_of(plot.y[i]) == first; }) ? first : "";
  }

  AxisUnit set_x_axis(const Plot& plot, Panel& panel) const {
    const std::string si = unit_of(plot.x);
    AxisUnit unit = axis_unit(si, plot.x_unit.empty() ? shown_of(plot.x) : plot.x_unit, panel.log_x ? 1 : largest(values_of(plot.x)));
    panel.x_label = axis_label(panel.over_time ? "time" : plot.x, unit);
    return unit;
  }

  struct Place {
    std::size_t number, count;  // of a curve among those of its panel
  };
  /// Other runs' columns of the same name: of one run in the colour of the curve, of several each in another one.
  void lay_over(Panel& panel, const std::string& name, const Place& place, const AxisUnit& x_unit, const AxisUnit& y_unit) const {
    for (std::size_t run = 0; run < others_.size(); ++run) {
      const OtherResult& other = others_[run];
      const std::size_t colour = place.number + (others_.size() > 1 ? place.count * (run + 1) : 0);
      const auto time = other.table.find("time"), values = other.table.find(name);
      if (!time || !values) continue;
      panel.curves.push_back({name + ", " + other.label, colour, CurveStyle::dashed, scaled(other.table.columns[*time], x_unit),
                              scaled(other.table.columns[*values], y_unit)});
    }
  }

  void lay_over(Panel& panel, const Overlay& overlay, const AxisUnit& x_unit, const AxisUnit& y_unit) const {
    const ResultTable table = read_result(overlay_path(diagram_, overlay));
    const AxisUnit x_file{{}, x_unit.factor / overlay.x_factor, (x_unit.offset - overlay.x_offset) / overlay.x_factor};
    const AxisUnit y_file{{}, y_unit.factor / overlay.y_factor, (y_unit.offset - overlay.y_offset) / overlay.y_factor};
    panel.curves.push_back({overlay.label.empty() ? overlay.y : overlay.label, panel.curves.size(),
                            table.rows() > kManyPoints ? CurveStyle::dashed : CurveStyle::points,
                            scaled(stribeck::column_of(table, overlay.x), x_file), scaled(stribeck::column_of(table, overlay.y), y_file)});
  }

  bool is_of_contact(const std::string& name) const {
    const std::size_t dot = name.rfind('.');
    const auto own = std::find_if(diagram_.instances.begin(), diagram_.instances.end(),
                                  [&](const Instance& instance) { return instance.name == name.substr(0, dot); });
    return own != diagram_.instances.end() && dot != std::string::npos && tells_contact(*own->record, name.substr(dot + 1));
  }

  /// One mode alone: of several nobody could tell whose shade it is; they have their timeline.
  void shade(const Plot& plot, Panel& panel, const AxisUnit& x_unit) const {
    if (plot.modes.size() != 1 || !trajectory_.find(plot.modes.front())) return;
    const std::string& name = plot.modes.front();
    const std::vector<ModeWord> holding = holding_modes(column(column_of(name)).doc, is_of_contact(name));
    std::string words;
    for (const ModeWord& word : holding) words += (words.empty() ? "" : " or ") + word.words;
    for (const Span& span : holding_spans(mode_spans(trajectory_.times_s(), values_of(name)), holding))
      panel.shaded.push_back({x_unit.shown(span.from), x_unit.shown(span.to)});
    const bool has_subject = words.starts_with("the ") || words.starts_with("a ");
    panel.shaded_label = name.substr(0, name.rfind('.')) + (has_subject ? ": " : " ") + words;
  }

  void mark_events(Panel& panel, const AxisUnit& x_unit) const {
    for (const EventRecord& event : trajectory_.events()) {
      const double time = x_unit.shown(event.time_s);
      if (panel.events.empty() || panel.events.back() != time) panel.events.push_back(time);
    }
  }

  static void set_ranges(Panel& panel) {
    Range x = kEmpty, y = kEmpty;
    for (const Curve& curve : panel.curves) {
      if (!panel.over_time || curve.style == CurveStyle::line) widen(x, curve.x, panel.log_x);
      widen(y, curve.y, panel.log_y);
    }
    panel.x = panel.over_time && x.low < x.high ? x : with_margin(x, panel.log_x);
    panel.y = with_margin(y, panel.log_y);
  }

  void add_timeline(const Plot& plot, const std::vector<std::size_t>& curves) {
    Panel panel;
    const AxisUnit x_unit = set_x_axis(plot, panel);
    for (const std::size_t i : curves) {
      const std::string& name = plot.y[i];
      Lane lane{plot.labels[i].empty() ? name.substr(0, name.rfind('.')) : plot.labels[i],
                mode_spans(trajectory_.times_s(), values_of(name))};
      for (ModeSpan& span : lane.spans) span.span = {x_unit.shown(span.span.from), x_unit.shown(span.span.to)};
      for (const ModeWord& word : mode_words(column(column_of(name)).doc))
        if (std::any_of(lane.spans.begin(), lane.spans.end(), [&](const ModeSpan& span) { return span.mode == word.mode; }))
          add_word(panel.mode_words, word);
      panel.lanes.push_back(std::move(lane));
    }
    mark_events(panel, x_unit);
    Range x = kEmpty;
    widen(x, scaled(trajectory_.times_s(), x_unit), false);
    panel.x = x.low < x.high ? x : with_margin(x, false);
    page.panels.push_back(std::move(panel));
  }

  /// Components that call the same mode differently ("sticks", "locked") share its colour.
  static void add_word(std::vector<ModeWord>& words, const ModeWord& word) {
    const auto same = std::find_if(words.begin(), words.end(), [&](const ModeWord& known) { return known.mode == word.mode; });
    if (same == words.end())
      words.push_back(word);
    else if (same->words.find(word.words) == std::string::npos)
      same->words += " / " + word.words;
  }

  const Diagram& diagram_;
  const Trajectory &trajectory_, &whole_;
  std::vector<OtherResult> others_;
};

}  // namespace

std::string overlay_path(const Diagram& diagram, const Overlay& overlay) {
  const std::size_t slash = diagram.file.rfind('/');
  const bool is_here = slash == std::string::npos || overlay.file.starts_with('/');
  return is_here ? overlay.file : diagram.file.substr(0, slash + 1) + overlay.file;
}

PlotPage plot_page(const Diagram& diagram, const PlotRows& rows, std::size_t asked, const std::vector<OtherResult>& others) {
  const Trajectory& trajectory = *rows.over_time;
  PageBuilder builder(diagram, rows, others);
  builder.page.title = diagram.title.empty() ? diagram.file : diagram.title;
  std::vector<Plot> plots = diagram.plots;
  if (plots.empty()) plots = default_plots(diagram, rows, asked, builder.page.remarks);
  for (const Plot& plot : plots) builder.add(plot);
  if (!builder.page.panels.empty() && builder.page.panels.front().title == builder.page.title)
    builder.page.panels.front().title.clear();  // one line of that is enough
  builder.page.times_s = trajectory.times_s();
  builder.page.rows_per_pair = rows.per_pair;
  return std::move(builder.page);
}

PlotPage undrawn_curves(const Diagram& diagram, const PlotRows& rows, std::size_t asked) {
  const Trajectory& trajectory = *rows.over_time;
  std::vector<std::string> none;
  std::set<std::string> drawn;
  const std::vector<OutputColumn>& columns = trajectory.columns();
  for (const Plot& plot : diagram.plots.empty() ? default_plots(diagram, rows, asked, none) : diagram.plots)
    drawn.insert(plot.y.begin(), plot.y.end());
  std::vector<OutputColumn> rest;
  for (const OutputColumn& column : columns)
    if (!drawn.contains(column.name)) rest.push_back(column);
  PageBuilder builder(diagram, rows, {});
  for (const Plot& plot : plots_by_unit(rest)) builder.add(plot);
  return std::move(builder.page);
}

}  // namespace stribeck
