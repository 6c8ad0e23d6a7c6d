#include "drawing/covers.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stribeck {
namespace {

constexpr double kFrameHeight = 176;  // px: of most frames
constexpr double kLineWidth = 2;      // px: lines nearer to one another look like one
constexpr double kNoticed = 0.05;     // share of the frame's width along which one line has to cover another for a reader to miss it

double share(double value, Range range, bool log) {
  if (log) return std::log(value / range.low) / std::log(range.high / range.low);
  return (value - range.low) / (range.high - range.low);
}

bool is_line_over_x(const Curve& curve) {
  return curve.style == CurveStyle::line && !curve.x.empty() && std::is_sorted(curve.x.begin(), curve.x.end());
}

/// The longest share of the frame's width along which `upper` lies on `lower` without leaving it, by the points of `upper`: lines that
/// cross often do not cover one another.
double covered_share(const Panel& panel, const Curve& upper, const Curve& lower) {
  double covered = 0, begun = 0;
  std::size_t below = 0;  // the last point of `lower` that is not behind that of `upper`
  bool was_near = false;
  for (std::size_t i = 0; i < upper.x.size(); ++i) {
    const double x = upper.x[i];
    while (below + 1 < lower.x.size() && lower.x[below + 1] <= x) ++below;
    const std::size_t next = std::min(below + 1, lower.x.size() - 1);
    const double step = lower.x[next] - lower.x[below];
    const double y = step > 0 ? lower.y[below] + (x - lower.x[below]) / step * (lower.y[next] - lower.y[below]) : lower.y[below];
    const double apart = kFrameHeight * (share(upper.y[i], panel.y, panel.log_y) - share(y, panel.y, panel.log_y));
    const bool is_told = lower.x[below] <= x && (step > 0 || x == lower.x[below]) && std::isfinite(y) && std::isfinite(upper.y[i]);
    const bool is_near = is_told && !(std::fabs(apart) > kLineWidth);  // in a frame without height all are
    const double place = share(x, panel.x, panel.log_x);
    if (!was_near) begun = place;
    if (is_near) covered = std::max(covered, place - begun);
    was_near = is_near;
  }
  return covered;
}

}  // namespace

void dash_covers(Panel& panel) {
  constexpr std::array<CurveStyle, 4> kByOrder{CurveStyle::line, CurveStyle::dashed, CurveStyle::dotted, CurveStyle::dash_dotted};
  std::vector<std::size_t> lines;  // among the curves
  for (std::size_t c = 0; c < panel.curves.size(); ++c)
    if (is_line_over_x(panel.curves[c])) lines.push_back(c);
  std::vector<std::size_t> orders;  // of each of them
  for (std::size_t k = 0; k < lines.size(); ++k) {
    std::size_t order = 0;
    for (std::size_t j = 0; j < k; ++j)
      if (covered_share(panel, panel.curves[lines[k]], panel.curves[lines[j]]) > kNoticed) order = std::max(order, orders[j] + 1);
    orders.push_back(order);
  }
  for (std::size_t k = 0; k < lines.size(); ++k) panel.curves[lines[k]].style = kByOrder[orders[k] % kByOrder.size()];
}

}  // namespace stribeck
