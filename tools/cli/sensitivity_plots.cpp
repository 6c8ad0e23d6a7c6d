#include "sensitivity_plots.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "results/layout.h"

namespace stribeck::cli {
namespace {

constexpr double kShare = 0.01;  // of each parameter
constexpr double kRises = 0, kFalls = 1;

std::string label(const std::string& output, const std::string& unit) {
  return "change of " + output + " for 1 %" + (unit.empty() ? "" : " [" + unit + "]");
}

Panel bars(const Sensitivities& s, std::size_t o) {
  Panel panel;
  const std::vector<LinearVariable>& parameters = s.parameters;
  const auto change = [&](std::size_t p) { return kShare * parameters[p].value * s.by(o, p); };
  std::vector<std::size_t> order(parameters.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto size = [&](std::size_t p) { return std::isfinite(change(p)) && parameters[p].value != 0 ? std::fabs(change(p)) : -1; };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return size(a) > size(b); });
  double low = 0, high = 0;
  bool rises = false, falls = false;
  for (const std::size_t p : order) {
    Lane lane{parameters[p].name, {}};
    if (parameters[p].value == 0)
      lane.label += " (is 0)";
    else if (std::isnan(change(p)))
      lane.label += " (undefined)";
    else {
      const double value = change(p);
      (value < 0 ? falls : rises) = true;
      low = std::min(low, value), high = std::max(high, value);
      lane.spans.push_back({{std::min(value, 0.0), std::max(value, 0.0)}, value < 0 ? kFalls : kRises});
    }
    panel.lanes.push_back(std::move(lane));
  }
  if (rises) panel.mode_words.push_back({kRises, "rises with more of it"});
  if (falls) panel.mode_words.push_back({kFalls, "falls with more of it"});
  const double margin = high > low ? 0.05 * (high - low) : 1;
  panel.title = s.outputs[o].name + " at " + with_prefix(s.time_s, "s") + ", for 1 % more of each";
  panel.x_label = label(s.outputs[o].name, s.outputs[o].unit), panel.over_time = false;
  panel.x = {low < 0 ? low - margin : 0, high > 0 ? high + margin : 0};
  if (panel.x.high <= panel.x.low) panel.x = {-1, 1};
  return panel;
}

Panel curves(const Sensitivities& s, std::size_t o) {
  constexpr std::array<CurveStyle, 4> kDashes{CurveStyle::line, CurveStyle::dashed, CurveStyle::dotted, CurveStyle::dash_dotted};
  Panel panel;
  panel.title = s.outputs[o].name + " along the motion, for 1 % more of each";
  panel.x_label = "time [s]", panel.y_label = label(s.outputs[o].name, s.outputs[o].unit);
  panel.x = {s.times_s.front(), s.times_s.back()};
  double low = 0, high = 0;
  for (std::size_t p = 0; p < s.parameters.size(); ++p) {
    if (s.parameters[p].value == 0) continue;
    Curve& curve = panel.curves.emplace_back(Curve{s.parameters[p].name, p, kDashes[(p / 7 + p) % kDashes.size()], s.times_s, {}});
    for (const Matrix& row : s.rows) {
      curve.y.push_back(kShare * s.parameters[p].value * row(o, p));
      if (std::isfinite(curve.y.back())) low = std::min(low, curve.y.back()), high = std::max(high, curve.y.back());
    }
  }
  const double margin = high > low ? 0.06 * (high - low) : 1;
  panel.y = {low - margin, high + margin};
  panel.height = 240;
  for (const EventSensitivity& event : s.events) panel.events.push_back(event.time_s);
  return panel;
}

}  // namespace

PlotPage sensitivity_page(const Sensitivities& result, const std::vector<std::string>& pictures, const std::string& title) {
  PlotPage page;
  page.title = title;
  page.times_s = result.times_s;
  for (const std::string& picture : pictures)
    for (std::size_t o = 0; o < result.outputs.size(); ++o) page.panels.push_back(picture == "bars" ? bars(result, o) : curves(result, o));
  return page;
}

}  // namespace stribeck::cli
