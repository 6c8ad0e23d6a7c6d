#include "drawing/page_layout.h"

#include <algorithm>
#include <cmath>

#include "drawing/palette.h"
#include "results/layout.h"

namespace stribeck {
namespace {

constexpr double kLeft = 80, kRightMargin = 20;
constexpr double kNarrowLeft = 60;  // where the page is narrow, unless numbers need more
constexpr double kTitleGap = 12, kPanelTitleGap = 4, kLegendRow = 19, kLegendGap = 5;
constexpr double kOverTime = 176, kPlane = 400, kLaneHeight = 30;
constexpr double kNumbers = 22, kAxisLabel = 22, kBetween = 18, kBottom = 8;
constexpr double kFont = 12;
constexpr double kEntryGap = 20;
constexpr double kAxisWords = 36;  // px from the left edge to the numbers at an axis: its label and gaps
constexpr double kDigit = 0.64;    // of the font: how wide digits are
constexpr double kMinus = 0.84;    // and a minus sign
constexpr double kLongLane = 90;   // px of a lane's name that fit beside the frame

std::vector<LegendEntry> legend_of(const Panel& panel, double frame_width) {
  std::vector<LegendEntry> legend;
  for (const Curve& curve : panel.curves) legend.push_back({SampleKind::curve, curve.style, curve_colour(curve.colour), curve.label});
  for (const ModeWord& word : panel.mode_words) legend.push_back({SampleKind::patch, {}, mode_colour(word.mode), word.words});
  if (!panel.shaded.empty()) legend.push_back({SampleKind::patch, {}, kShade.light, panel.shaded_label});
  if (!marks_of(panel, frame_width).empty()) legend.push_back({SampleKind::mark, {}, kEventColour, "event"});
  return legend;
}

/// About how wide the numbers at the axis of a panel are: as many digits as tell apart values that vary little about a large one.
double numbers_width(const Panel& panel) {
  constexpr double kSteps = 10, kMostDigits = 6;  // of an axis; of a number
  if (panel.log_y || !panel.lanes.empty() || !(panel.y.high > panel.y.low)) return 0;
  const double most = std::max(std::fabs(panel.y.low), std::fabs(panel.y.high));
  const double before = std::max(1.0, std::floor(std::log10(most)) + 1);
  const double behind = std::max(0.0, std::ceil(-std::log10((panel.y.high - panel.y.low) / kSteps)));
  const double digits = before > kMostDigits ? kMostDigits : before + std::min(behind, kMostDigits);
  return kFont * (kDigit * (digits + (behind > 0 ? 1 : 0)) + (panel.y.low < 0 ? kMinus : 0));
}

/// Entries in rows from `left` to `right`; returns where the rows end.
double arrange(std::vector<LegendEntry>& legend, double left, double right, double top) {
  double x = left, y = top + kLegendRow / 2;
  for (LegendEntry& entry : legend) {
    const double width = sample_width(entry.kind) + kSampleGap + text_width(entry.words, kFont);
    if (x > left && x + width > right) x = left, y += kLegendRow;
    entry.x = x, entry.y = y;
    x += width + kEntryGap;
  }
  return legend.empty() ? top : y + kLegendRow / 2 + kLegendGap;
}

double frame_height(const Panel& panel, double frame_width) {
  if (panel.height > 0) return panel.height;
  if (!panel.lanes.empty()) return kLaneHeight * static_cast<double>(panel.lanes.size());
  return panel.over_time ? kOverTime : std::min(kPlane, frame_width);
}

bool shares_axis(const Panel& panel, const Panel& below) {
  return panel.over_time && below.over_time && below.title.empty() && panel.x_label == below.x_label && panel.x.low == below.x.low &&
         panel.x.high == below.x.high;
}

std::vector<std::string> lines_of(const std::string& title, double font, const PageLayout& layout) {
  return wrapped(title, static_cast<std::size_t>((layout.right - layout.left) / text_width("n", font)));
}

}  // namespace

double text_width(std::string_view text, double font_size) { return 0.6 * font_size * static_cast<double>(display_width(text)); }

std::vector<double> marks_of(const Panel& panel, double frame_width) {
  const double least = kMarkWidth * (panel.x.high - panel.x.low) / frame_width;
  std::vector<double> marks;
  for (const double event : panel.events)
    if (marks.empty() || event - marks.back() >= least) marks.push_back(event);
  if (marks.size() > kMostMarks) marks.clear();
  return marks;
}

PageLayout page_layout(const PlotPage& page) {
  const double least = page.width < kPageWidth ? kNarrowLeft : kLeft;
  PageLayout layout{page.width, 0, least, page.width - kRightMargin, {}, 0, {}};
  for (const Panel& panel : page.panels) layout.left = std::max(layout.left, kAxisWords + numbers_width(panel));
  for (const Panel& panel : page.panels)  // names of lanes stand where the numbers of other panels do
    for (const Lane& lane : panel.lanes)
      layout.left = std::max(layout.left, std::min(text_width(lane.label, kFont) + 14, least + kLongLane));
  double y = kBottom;
  if (!page.title.empty()) {
    layout.title = lines_of(page.title, kTitleFont, layout);
    layout.title_y = y + kLineHeight * kTitleFont / 2;
    y += static_cast<double>(layout.title.size()) * kLineHeight * kTitleFont + kTitleGap;
  }
  for (std::size_t i = 0; i < page.panels.size(); ++i) {
    const Panel& panel = page.panels[i];
    PanelLayout own;
    if (!panel.title.empty()) {
      own.title = lines_of(panel.title, kPanelTitleFont, layout);
      own.title_y = y + kLineHeight * kPanelTitleFont / 2;
      y += static_cast<double>(own.title.size()) * kLineHeight * kPanelTitleFont + kPanelTitleGap;
    }
    own.legend = legend_of(panel, layout.right - layout.left);
    own.top = arrange(own.legend, layout.left, layout.right, y);
    own.bottom = own.top + frame_height(panel, layout.right - layout.left);
    own.x_numbers = i + 1 == page.panels.size() || !shares_axis(panel, page.panels[i + 1]);
    y = own.bottom + (own.x_numbers ? kNumbers + kAxisLabel : 0) + kBetween;
    layout.panels.push_back(std::move(own));
  }
  layout.height = y - kBetween + kBottom;
  return layout;
}

}  // namespace stribeck
