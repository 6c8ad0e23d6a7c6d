#pragma once
// A page of plots as it will be seen, whatever draws it: every number is in the unit of its axis.
#include <cstdint>
#include <string>
#include <vector>

#include "base/mode_words.h"

namespace stribeck {

struct Range {
  double low = 0, high = 1;
};

enum class CurveStyle : std::uint8_t { line, dashed, dotted, dash_dotted, points, crosses };

/// Each point for itself, not joined by a line.
inline bool has_single_points(CurveStyle style) { return style >= CurveStyle::points; }

struct Curve {
  std::string label;
  std::size_t colour = 0;  ///< number in the palette; a curve and what is laid over it share one
  CurveStyle style = CurveStyle::line;
  std::vector<double> x, y;  ///< equally long; where one is not a number the curve is interrupted
  std::string name{};        ///< of its output, where the label is another
};

struct Span {
  double from = 0, to = 0;
};

/// A time during which a mode stays what it is.
struct ModeSpan {
  Span span;
  double mode = 0;
};

/// One component of a timeline.
struct Lane {
  std::string label;
  std::vector<ModeSpan> spans;
};

/// Curves over one another, or, if it has lanes, a timeline of modes.
struct Panel {
  std::string title;  ///< of the plot; only its first panel has it
  std::string x_label, y_label;
  bool over_time = true;
  bool log_x = false, log_y = false;
  Range x, y;
  double height = 0;  ///< px; 0: what such panels have
  double y_step = 0;  ///< from one number at the axis to the next; 0: any
  std::vector<Curve> curves;
  std::vector<Span> shaded;  ///< while something sticks
  std::string shaded_label;
  std::vector<double> events;  ///< instants
  std::vector<Lane> lanes;
  std::vector<ModeWord> mode_words;  ///< of the lanes
};

inline constexpr double kPageWidth = 820, kNarrowPage = 380;  ///< px: of a page, and of one for a phone

struct PlotPage {
  std::string title;
  double width = kPageWidth;  ///< px, of pictures; a page for a browser follows its window
  std::vector<Panel> panels;
  std::vector<double> times_s;       ///< of the rows of the run
  std::int64_t rows_per_pair = 1;    ///< of the run, for two of the curves' points: Overview::rows_per_pair
  std::vector<std::string> notes{};  ///< paragraphs above the curves of a page for a browser
  std::vector<std::string> remarks;  ///< for the person who asked: what was left out
};

}  // namespace stribeck
