#pragma once
// Where everything of a page stands, in pixels from its upper left corner.
#include <string>
#include <string_view>
#include <vector>

#include "drawing/plot.h"

namespace stribeck {

enum class SampleKind : std::uint8_t { curve, patch, mark };

/// An entry of a legend: a sample and its words.
struct LegendEntry {
  SampleKind kind;
  CurveStyle style;  ///< of a curve
  std::string_view colour;
  std::string words;
  double x = 0, y = 0;  ///< of the sample's left end, on the middle of the line
};

struct PanelLayout {
  std::vector<std::string> title;  ///< its lines
  double title_y = 0;              ///< middle of the first
  std::vector<LegendEntry> legend;
  double top = 0, bottom = 0;  ///< of the frame
  bool x_numbers = true;       ///< the lowest of panels over the same time has them for all
};

struct PageLayout {
  double width = 0, height = 0;
  double left = 0, right = 0;  ///< of every frame
  std::vector<std::string> title;
  double title_y = 0;
  std::vector<PanelLayout> panels;
};

inline constexpr double kMarkWidth = 3;                                             ///< px: events closer together have one mark
inline constexpr std::size_t kMostMarks = 80;                                       ///< of a panel; more are a grey smear and are not drawn
inline constexpr double kTitleFont = 16, kPanelTitleFont = 14, kLineHeight = 1.35;  ///< px; the last times a font
inline constexpr double kSampleGap = 6;
constexpr double sample_width(SampleKind kind) { return kind == SampleKind::mark ? 3 : 22; }

/// About as wide as the text will be in a sans-serif font of that size.
double text_width(std::string_view text, double font_size);
/// The events of a panel that are marked: one of those that lie closer than a mark is wide; none where that are too many.
std::vector<double> marks_of(const Panel& panel, double frame_width);
PageLayout page_layout(const PlotPage& page);

}  // namespace stribeck
